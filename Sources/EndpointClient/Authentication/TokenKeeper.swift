internal import Synchronization

/// Holds the token of a refresher, and decides when it is loaded, refreshed and saved.
final class TokenKeeper: Sendable {
    private let source: TokenSource
    private let leeway: TimeInterval
    private let window: RefreshWindow
    private let now: @Sendable () -> Date
    /// Measures spans, because ``now`` may go back.
    private let clock: AnyClock
    private let state = Mutex(TokenState())

    init(
        _ source: TokenSource, leeway: Duration, window: RefreshWindow, now: @escaping @Sendable () -> Date, clock: some Clock<Duration>
    ) {
        self.source = source
        self.leeway = leeway / .seconds(1)
        self.window = window
        self.now = now
        self.clock = AnyClock(clock)
    }

    private enum Step {
        /// nil if an optional token doesn't exist.
        case use(TokenState.Current?)
        case fail(APIError)
        case load(SharedOutcome)
        case refresh(SharedOutcome)
    }

    func set(_ token: HeldToken?) async throws {
        let now = now()
        let (replaced, save) = state.withLock { state in
            // The refresh itself may set a token; the token that the refresh returns then replaces it.
            let isPart = TokenWork.isPart(of: self)
            let replaced = isPart ? nil : state.refresh
            if replaced != nil { state.refresh = nil }
            state.replace(token, issued: now)
            if !isPart { state.rejections = [] }
            // A refresh in this process may hold the lock until this method returns.
            return (replaced, saving(token, isExclusive: !isPart && state.locks == 0, in: &state))
        }
        giveUp(replaced)
        try await save.value
    }

    // MARK: The end of the program

    var isIdle: Bool { state.withLock { $0.pending == nil } }

    /// Waits for refreshes and saves in flight. Throws `CancellationError` if the task is cancelled.
    func becomeIdle() async throws {
        if TokenWork.isPart(of: self) { return }
        while let task = state.withLock({ $0.pending }) { try await Self.end(of: task).wait() }
    }

    /// Waits for a refresh that was sent and for saves, even if the task is cancelled. Gives up a refresh that wasn't sent; calls of other
    /// clients that wait for it continue with the current token.
    func finish() async {
        if TokenWork.isPart(of: self) { return }
        giveUp(state.withLock { $0.refresh?.isSent == false ? $0.refresh.take() : nil })
        while let task = state.withLock({ $0.pendingSent }) { _ = await task.result }
    }

    /// - Parameter refresh: a refresh that isn't the current one anymore.
    private func giveUp(_ refresh: TokenState.Refresh?) {
        // The waiting calls continue before the cancelled refresh can fail them.
        refresh?.outcome.finish(.success(()))
        refresh?.task.cancel()
    }

    func invalidate() { state.withLock { $0.invalidate() } }

    var saveFailure: (any Error)? { state.withLock { $0.saveFailure } }

    /// The token to send a request with. nil if there is none, and the token is optional or the refresh itself makes the request.
    ///
    /// - Parameters:
    ///   - interruption: the interruption of the call that waits for the token.
    ///   - isOptional: whether no first token is requested.
    func current(_ interruption: Interruption?, isOptional: Bool = false) async throws -> TokenState.Current? {
        if TokenWork.isPart(of: self) { return state.withLock { $0.current } }
        try await noteChange(interruption)
        var isRefreshed = false
        while true {
            try Task.checkCancellation()
            switch nextStep(isRefreshed: isRefreshed, isOptional: isOptional) {
            case .use(let current): return current
            case .fail(let error): throw error
            case .load(let outcome): try await wait(for: outcome, interruption)
            case .refresh(let outcome):
                try await wait(for: outcome, interruption)
                isRefreshed = true
            }
        }
    }

    func current(_ access: TokenAccess, isOptional: Bool) async throws -> TokenState.Current? {
        switch access {
        case .waiting(let interruption): return try await current(interruption, isOptional: isOptional)
        case .atOnce(let isLast):
            if !TokenWork.isPart(of: self), source.looksInPlace { try await noteChange(nil) }
            return try currentAtOnce(isOptional: isOptional, isLast: isLast)
        }
    }

    private func currentAtOnce(isOptional: Bool, isLast: Bool) throws -> TokenState.Current? {
        if TokenWork.isPart(of: self) { return state.withLock { $0.current } }
        let now = now()
        return try state.withLock { state in
            guard state.isLoaded else { throw TokenAccess.MustWait() }
            guard let current = state.current else {
                if isOptional { return nil }
                throw TokenAccess.MustWait()
            }
            if isLast || state.isExpiredFromStart { return current }
            let isReplaced = state.refresh.map { !$0.isAhead } ?? false
            // After a refusal, the call fails when it waits.
            if isReplaced || state.age(now: now, leeway: leeway) == .expired { throw TokenAccess.MustWait() }
            return current
        }
    }

    private func wait(for outcome: SharedOutcome, _ interruption: Interruption?) async throws {
        try await TokenWork.waiting(for: self) { try await outcome.wait(interruption) }
    }

    /// If another process has replaced the token, ensures that it is loaded again before its next use: another user may have signed in to
    /// that process.
    private func noteChange(_ interruption: Interruption?) async throws {
        guard let version = state.withLock({ $0.versionToCompare }) else { return }
        let look: @Sendable () async -> Void = { [self] in
            // A file that can't be read counts as unchanged; a refresh throws the underlying error.
            guard (try? await source.hasChanged()) == true else { return }
            giveUp(
                state.withLock { state in
                    guard state.versionToCompare == version else { return nil }
                    state.isLoaded = false
                    return state.refresh.take()
                })
        }
        if source.looksInPlace { return await look() }
        let outcome = SharedOutcome()
        _ = TokenWork.start(for: self) {
            await look()
            outcome.finish(.success(()))
        }
        try await wait(for: outcome, interruption)
    }

    /// The last token, even if it has expired; nil if there is none. This method never requests a token.
    func loaded(_ interruption: Interruption?) async throws -> TokenState.Current? {
        if TokenWork.isPart(of: self) { return state.withLock { $0.current } }
        try await noteChange(interruption)
        let load = state.withLock { state in state.isLoaded ? nil : loading(in: &state) }
        if let load { try await wait(for: load, interruption) }
        return state.withLock { $0.current }
    }

    /// A token that was just refreshed is used even if it seems expired; otherwise, a wrong clock would cause endless refreshes.
    private func nextStep(isRefreshed: Bool, isOptional: Bool) -> Step {
        let now = now()
        return state.withLock { state in
            guard state.isLoaded else { return .load(loading(in: &state)) }
            guard let current = state.current else { return isOptional ? .use(nil) : .refresh(refreshing(in: &state)) }
            if isRefreshed { return .use(current) }
            if let refresh = state.refresh, !refresh.isAhead {
                return refresh.isOutdated ? .load(refresh.outcome) : .refresh(refresh.outcome)
            }
            switch state.age(now: now, leeway: leeway) {
            case .fresh: break
            case .ageing: if state.mayRefreshAhead(at: clock.now) { _ = refreshing(in: &state, isAhead: true) }
            case .expired: return state.refusal.map(Step.fail) ?? .refresh(refreshing(in: &state))
            }
            return .use(current)
        }
    }

    /// Refreshes the token that the server rejected. Returns false if another token has already replaced it, including one from another
    /// process that may not be loaded yet.
    func replaceRejected(_ version: Int, waits: Bool, _ interruption: Interruption?) async throws -> Bool {
        if state.withLock({ $0.refusal != nil }) { try await noteChange(interruption) }
        let outcome: SharedOutcome? = try state.withLock { state in
            guard state.version == version, state.isLoaded else { return nil }
            if let refusal = state.refusal { throw refusal }
            if state.refresh != nil { return refreshing(in: &state) }
            try checkRejections(in: &state)
            defer { state.refresh?.isOfRejected = true }
            return refreshing(in: &state)
        }
        guard let outcome else { return false }
        if waits { try await wait(for: outcome, interruption) }
        return state.withLock { $0.current?.isOfOther != true }
    }

    private func checkRejections(in state: inout TokenState) throws {
        let moment = clock.now
        state.rejections.removeAll { moment - $0 >= window.interval }
        if state.rejections.count >= window.count {
            let wait = (state.rejections.first ?? moment) + window.interval - moment
            throw APIError(
                .authentication,
                "The server rejected \(window.count) new tokens in \(window.interval.inSeconds), so the next token is requested in "
                    + "\(wait.inSeconds) at the earliest.")
        }
    }

    private func loading(in state: inout TokenState) -> SharedOutcome {
        if let load = state.load { return load }
        let outcome = SharedOutcome()
        state.load = outcome
        _ = TokenWork.start(for: self) { await self.load(outcome) }
        return outcome
    }

    private func load(_ outcome: SharedOutcome) async {
        do {
            let token = try await source.load()
            state.withLock { state in
                state.load = nil
                // A token that was set during the load is newer.
                guard !state.isLoaded else { return }
                let isInvalid = state.isInvalid
                state.replace(token, issued: nil)
                if isInvalid { state.invalidate() }
            }
            outcome.finish(.success(()))
        } catch {
            state.withLock { $0.load = nil }
            // A POSIX error from the store isn't a network error.
            outcome.finish(
                .failure(error is POSIXError ? TokenFailure.error("loaded", .authentication, error) : TokenFailure.error("loaded", error)))
        }
    }

    /// The refresh in flight, or a new one.
    private func refreshing(in state: inout TokenState, isAhead: Bool = false) -> SharedOutcome {
        if let refresh = state.refresh {
            if !isAhead { state.refresh?.isAhead = false }
            return refresh.outcome
        }
        let outcome = SharedOutcome()
        let (token, save) = (state.current?.held, state.exclusiveSave)
        let task = TokenWork.start(for: self) {
            // An exclusive save must finish first. Otherwise it would wait for the lock that the refresh holds, and the refresh would wait
            // for the save.
            _ = await save?.result
            await self.refresh(token, outcome)
        }
        state.refresh = TokenState.Refresh(outcome: outcome, task: task, isAhead: isAhead)
        return outcome
    }

    private func refresh(_ token: HeldToken?, _ outcome: SharedOutcome) async {
        do {
            let work = ExclusiveWork {
                // A token that was set while this refresh waited for other processes needs no refresh, and its save takes the lock itself.
                guard self.state.withLock({ $0.lock(for: outcome) }) else { return }
                do {
                    try await self.renewStored(token, outcome)
                } catch {
                    await self.unlock()
                    throw error
                }
                await self.unlock()
            }
            try await source.exclusively(work)
            outcome.finish(.success(()))
        } catch {
            let isCurrent = state.withLock { state in
                guard let refresh = state.refresh, refresh.outcome === outcome else { return false }
                state.refresh = nil
                if refresh.isAhead { state.earliestAhead = clock.now + .seconds(leeway / 10) }
                return true
            }
            // If another token was set meanwhile, the waiting calls use that one.
            outcome.finish(isCurrent ? .failure(TokenFailure.error("refreshed", error)) : .success(()))
        }
    }

    /// Refreshes the token, or adopts the one that another process has stored. No other process does so at the same time.
    private func renewStored(_ token: HeldToken?, _ outcome: SharedOutcome) async throws {
        var token = token
        if try await source.hasChanged() || !state.withLock({ $0.isLoaded }) {
            do {
                token = try await source.load()
            } catch {
                state.withLock { if $0.refresh?.outcome === outcome { $0.isLoaded = false } }
                throw error
            }
            // The store won't report this change again, so the token is replaced even if the refresh then fails.
            guard replaceToken(byLoaded: token, outcome) else { return }
        }
        guard state.withLock({ [token] in $0.send(token, for: outcome) }) else { return }
        let new: HeldToken
        do { new = try await source.renew(token) } catch {
            if token != nil, source.isFinal(error) { noteRefusal(error, outcome) }
            throw error
        }
        guard let save = replaceToken(by: new, outcome) else { return }
        // A program may exit when its calls end, so the token is saved first. A slow store delays the calls by two seconds at most.
        await Self.wait(for: save, atMost: .seconds(2))
        outcome.finish(.success(()))
    }

    private func noteRefusal(_ error: any Error, _ outcome: SharedOutcome) {
        var refusal = TokenFailure.error("refreshed", error)
        refusal.message += " This is final, so no other refresh is tried until another token is set."
        state.withLock { [refusal] in if $0.refresh?.outcome === outcome { $0.refusal = refusal } }
    }

    /// Releases the lock only after all saves. Otherwise another process could load the old token, or overwrite the new one.
    private func unlock() async {
        while let save = state.withLock({ $0.unlock() }) { _ = await save.result }
    }

    /// Replaces the token with the one that another process has stored. Returns whether this refresh must go on: false if the stored token
    /// is valid, if another token was set meanwhile, or if the other process has signed out. In the last case, the calls that need a token
    /// request their first one, and those with an optional token go without it.
    private func replaceToken(byLoaded token: HeldToken?, _ outcome: SharedOutcome) -> Bool {
        let now = now()
        return state.withLock { state in
            guard let refresh = state.refresh, refresh.outcome === outcome else {
                state.discardLoaded()
                return false
            }
            let isSignedOut = token == nil && state.current != nil
            state.replace(token, issued: nil, isOfOther: true)
            if !isSignedOut, token?.isExpired(at: now) != false { return true }
            state.refresh = nil
            if refresh.isOutdated { state.invalidate() }
            return false
        }
    }

    /// Replaces the token with a refreshed one. Returns the save; nil if another token was set meanwhile.
    private func replaceToken(by token: HeldToken, _ outcome: SharedOutcome) -> Task<Void, any Error>? {
        let now = now()
        return state.withLock { state in
            guard let refresh = state.refresh, refresh.outcome === outcome else { return nil }
            state.refresh = nil
            if refresh.isOfRejected { state.rejections.append(clock.now) }
            state.replace(token, issued: now, isOfSameUser: true)
            if refresh.isOutdated { state.invalidate() }
            return saving(token, isExclusive: false, in: &state)
        }
    }

    private static func end(of task: Task<Void, any Error>) -> SharedOutcome {
        let end = SharedOutcome()
        Task {
            _ = await task.result
            end.finish(.success(()))
        }
        return end
    }

    private static func wait(for save: Task<Void, any Error>, atMost limit: Duration) async {
        let end = end(of: save)
        let timer = Task {
            try await Task.sleep(for: limit)
            end.finish(.success(()))
        }
        try? await end.wait()
        timer.cancel()
    }

    /// - Parameter isExclusive: whether the save waits for other processes' refreshes.
    private func saving(_ token: HeldToken?, isExclusive: Bool, in state: inout TokenState) -> Task<Void, any Error> {
        let earlier = state.save
        state.savesInFlight += 1
        let task = TokenWork.start(for: self) {
            _ = await earlier?.result
            let result: Result<Void, any Error>
            do {
                if isExclusive {
                    try await self.source.exclusively(ExclusiveWork { try await self.source.save(token) })
                } else {
                    try await self.source.save(token)
                }
                result = .success(())
            } catch {
                result = .failure(error)
            }
            self.state.withLock { state in
                state.savesInFlight -= 1
                if case .failure(let error) = result { state.saveFailure = error } else { state.saveFailure = nil }
            }
            try result.get()
        }
        state.save = task
        if isExclusive { state.exclusiveSave = task }
        return task
    }
}
