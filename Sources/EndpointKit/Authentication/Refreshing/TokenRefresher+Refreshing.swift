internal import Synchronization

/// What a decision needs of a refresher, whatever its tokens are.
protocol RefreshesTokens: AnyObject, Sendable {
    /// Has the token refreshed that the server rejected. False where there is another by now.
    func replaceRejected(_ version: Int, waits: Bool) async throws -> Bool
}

extension TokenRefresher: RefreshesTokens {
    private enum Step {
        case use(TokenState<Token>.Current)
        case load(SharedOutcome)
        case refresh(SharedOutcome)
    }

    /// What a request is to be sent with; nil only for the refresher's own, where there is none.
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

    /// The token, where it is there and fresh; nil where something is to be waited for, or asked.
    func currentNow() -> TokenState<Token>.Current? {
        if TokenWork.isPart(of: self) { return nil }
        let now = now()
        return state.withLock { state in
            guard let current = state.current, state.refresh?.isAhead ?? true, case .fresh = state.age(now: now, leeway: leeway) else {
                return nil
            }
            return current
        }
    }

    /// A token that is fresh from the server is used, also if it says that it has expired: or a wrong clock would have no end of it.
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
        guard let outcome = state.withLock({ $0.version == version ? refreshing(in: &$0) : nil }) else { return false }
        if waits { try await outcome.wait() }
        return true
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
                // One that was set meanwhile is newer.
                if !state.isLoaded { state.replace(token, expiry: expiry) }
            }
            outcome.finish(.success(()))
        } catch {
            state.withLock { $0.load = nil }
            outcome.finish(.failure(Self.failure("loaded", error)))
        }
    }

    /// The refresh that is under way, or a new one.
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
            let expiry = expiry(token)
            let save = state.withLock { state -> Task<Void, any Error>? in
                guard let refresh = state.refresh, refresh.outcome === outcome else { return nil }
                state.refresh = nil
                state.replace(token, expiry: expiry)
                if refresh.isOutdated { state.invalidate() }
                return saving(token, in: &state)
            }
            // A program may end when its calls do: the token isn't lost then. A store that takes its time doesn't hold them up for ever.
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
        APIError(.authentication, "The token could not be \(verb): \(error.sentence).", underlying: error)
    }
}
