internal import Synchronization

/// The part of a refresher that a decision uses, independent of the token's type.
protocol RefreshesTokens: AnyObject, Sendable {
    /// Refreshes the token that the server rejected. False where another has replaced it already.
    func replaceRejected(_ version: Int, waits: Bool) async throws -> Bool
}

extension TokenRefresher: RefreshesTokens {
    private enum Step {
        case use(TokenState<Token>.Current)
        case load(SharedOutcome)
        case refresh(SharedOutcome)
    }

    /// The token to send a request with. nil only for a request of the refresh itself, while there is no token.
    func current() async throws -> TokenState<Token>.Current? {
        if TokenWork.isPart(of: self) { return state.withLock { $0.current } }
        var isRefreshed = false
        while true {
            try Task.checkCancellation()
            switch nextStep(isRefreshed: isRefreshed) {
            case .use(let current): return current
            case .load(let outcome): try await outcome.wait()
            case .refresh(let outcome):
                try await outcome.wait()
                isRefreshed = true
            }
        }
    }

    /// Uses a token that was just refreshed even if it seems expired: with a wrong clock the refreshes would never end.
    private func nextStep(isRefreshed: Bool) -> Step {
        let now = now()
        return state.withLock { state in
            guard state.isLoaded else { return .load(loading(in: &state)) }
            guard let current = state.current else { return .refresh(refreshing(in: &state)) }
            if isRefreshed { return .use(current) }
            if let refresh = state.refresh, !refresh.isAhead {
                return refresh.isOutdated ? .load(refresh.outcome) : .refresh(refresh.outcome)
            }
            switch state.age(now: now, leeway: leeway) {
            case .fresh: break
            case .ageing: if state.mayRefreshAhead(now: now) { _ = refreshing(in: &state, isAhead: true) }
            case .expired: return .refresh(refreshing(in: &state))
            }
            return .use(current)
        }
    }

    func replaceRejected(_ version: Int, waits: Bool) async throws -> Bool {
        let now = now()
        let outcome: SharedOutcome? = try state.withLock { state in
            guard state.version == version else { return nil }
            if state.refresh == nil { try countRejection(at: now, in: &state) }
            return refreshing(in: &state)
        }
        guard let outcome else { return false }
        if waits { try await outcome.wait() }
        return true
    }

    private func countRejection(at now: Date, in state: inout TokenState<Token>) throws {
        state.rejections.removeAll { now.timeIntervalSince($0) >= window.interval / .seconds(1) }
        if state.rejections.count >= window.count {
            throw APIError(
                .authentication,
                "The server rejected \(window.count) new tokens in \(window.interval.inSeconds), so that no other is asked for yet.")
        }
        state.rejections.append(now)
    }

    private func loading(in state: inout TokenState<Token>) -> SharedOutcome {
        if let load = state.load { return load }
        let outcome = SharedOutcome()
        state.load = outcome
        _ = TokenWork.start(for: self) { await self.load(outcome) }
        return outcome
    }

    private func load(_ outcome: SharedOutcome) async {
        do {
            let token = try await store.load()
            let expiry = token.flatMap(expiry)
            state.withLock { state in
                state.load = nil
                // A token that was set meanwhile is newer.
                guard !state.isLoaded else { return }
                let isInvalid = state.isInvalid
                state.replace(token, expiry: expiry, issued: nil)
                if isInvalid { state.invalidate() }
            }
            outcome.finish(.success(()))
        } catch {
            state.withLock { $0.load = nil }
            // The store isn't the network.
            outcome.finish(.failure(error is POSIXError ? Self.failure("loaded", .authentication, error) : Self.failure("loaded", error)))
        }
    }

    /// The refresh in flight, or a new one.
    private func refreshing(in state: inout TokenState<Token>, isAhead: Bool = false) -> SharedOutcome {
        if let refresh = state.refresh {
            if !isAhead { state.refresh?.isAhead = false }
            return refresh.outcome
        }
        let outcome = SharedOutcome()
        let token = state.current?.token
        let task = TokenWork.start(for: self) { await self.refresh(token, outcome) }
        state.refresh = TokenState.Refresh(outcome: outcome, task: task, isAhead: isAhead)
        return outcome
    }

    private func refresh(_ token: Token?, _ outcome: SharedOutcome) async {
        do {
            let token = try await renew(token)
            let (expiry, now) = (expiry(token), now())
            let save = state.withLock { state -> Task<Void, any Error>? in
                guard let refresh = state.refresh, refresh.outcome === outcome else { return nil }
                state.refresh = nil
                state.replace(token, expiry: expiry, issued: now)
                if refresh.isOutdated { state.invalidate() }
                return saving(token, in: &state)
            }
            // A program may exit when its calls end, so the token is saved first. A slow store delays the calls by two seconds at most.
            if let save { await Self.wait(for: save, atMost: .seconds(2)) }
            outcome.finish(.success(()))
        } catch {
            let next = now().addingTimeInterval(leeway / .seconds(10))
            state.withLock { state in
                guard let refresh = state.refresh, refresh.outcome === outcome else { return }
                state.refresh = nil
                if refresh.isAhead { state.earliestAhead = next }
            }
            outcome.finish(.failure(Self.failure("refreshed", error)))
        }
    }

    private static func wait(for save: Task<Void, any Error>, atMost limit: Duration) async {
        let end = SharedOutcome()
        Task {
            _ = await save.result
            end.finish(.success(()))
        }
        let timer = Task {
            try await Task.sleep(for: limit)
            end.finish(.success(()))
        }
        try? await end.wait()
        timer.cancel()
    }

    func saving(_ token: Token?, in state: inout TokenState<Token>) -> Task<Void, any Error> {
        let earlier = state.save
        let task = TokenWork.start(for: self) {
            _ = await earlier?.result
            let result: Result<Void, any Error>
            do {
                result = .success(try await self.store.save(token))
            } catch {
                result = .failure(error)
            }
            self.state.withLock { state in
                if case .failure(let error) = result { state.saveFailure = error } else { state.saveFailure = nil }
            }
            try result.get()
        }
        state.save = task
        return task
    }

    private static func failure(_ verb: String, _ error: any Error) -> APIError {
        failure(verb, passingCode(of: error) ?? .authentication, error)
    }

    private static func failure(_ verb: String, _ code: APIError.Code, _ error: any Error) -> APIError {
        // The call's own request is another one.
        let request = (error as? APIError)?.request.map { " by \($0)" } ?? ""
        return APIError(code, "The token could not be \(verb)\(request): \(error.sentence).", underlying: error)
    }

    /// The code of a failure that passes by itself: nobody has to sign in again because a server couldn't be reached or was overloaded.
    /// nil for another one.
    private static func passingCode(of error: any Error) -> APIError.Code? {
        guard let error = error as? APIError else { return error is POSIXError ? .connection : nil }
        switch error.code {
        case .connection, .timeout, .deadline, .tls: return error.code
        case .badStatus:
            let status = error.response?.status.rawValue ?? 0
            return status == 408 || status == 429 || status >= 500 ? .badStatus : nil
        default: return error.underlying.flatMap(passingCode)
        }
    }
}

/// The outcome of work that several callers wait for. Each of them may stop waiting without an effect on the work or the others.
final class SharedOutcome: Sendable {
    private struct State {
        var result: Result<Void, APIError>?
        var waits: [ObjectIdentifier: Wait<Void>] = [:]
    }
    private let state = Mutex(State())

    /// Resumes all waiters. A second outcome is ignored.
    func finish(_ result: Result<Void, APIError>) {
        let waits = state.withLock { state in
            guard state.result == nil else { return State().waits }
            state.result = result
            return state.waits
        }
        for wait in waits.values { wait.finish(result.mapError { $0 }) }
    }

    /// Throws `CancellationError` as soon as the task is cancelled, or the call ends that awaits this in place.
    func wait() async throws {
        let wait = Wait<Void>()
        let interruption = Interruption.current
        try interruption?.attach(wait)
        defer { interruption?.detach(wait) }
        let result = state.withLock { state in
            if state.result == nil { state.waits[ObjectIdentifier(wait)] = wait }
            return state.result
        }
        defer { state.withLock { $0.waits[ObjectIdentifier(wait)] = nil } }
        if let result { return try result.get() }
        try await wait.value()
    }
}

/// Tracks which refreshers a task works for: a request of a refresh must not wait for that same refresh.
enum TokenWork {
    /// Work of one refresher. A task that it starts and leaves behind is part of it until it ends.
    private final class Work: Sendable {
        let refresher: ObjectIdentifier
        let isOver = Atomic(false)

        init(for refresher: AnyObject) { self.refresher = ObjectIdentifier(refresher) }
    }
    @TaskLocal private static var current: [Work] = []

    static func isPart(of refresher: AnyObject) -> Bool {
        current.contains { $0.refresher == ObjectIdentifier(refresher) && !$0.isOver.load(ordering: .acquiring) }
    }

    /// Whether this task works for any refresher: its calls belong to nobody who waits for it.
    static var isActive: Bool { current.contains { !$0.isOver.load(ordering: .acquiring) } }

    /// Starts work that is independent of its caller: it isn't cancelled with it, isn't part of its call groups, and skips the client's
    /// concurrency limit, whose places may be taken by the calls that wait for this work.
    static func start<Value: Sendable>(
        for refresher: AnyObject, _ work: @escaping @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        // A refresh may need another refresher's token. It then works for both, or they would wait for each other.
        let own = Work(for: refresher)
        let all = current + [own]
        return Task.detached {
            defer { own.isOver.store(true, ordering: .releasing) }
            return try await $current.withValue(all) { try await work() }
        }
    }
}
