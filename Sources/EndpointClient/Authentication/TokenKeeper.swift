internal import Synchronization

/// Holds the token of a refresher, and decides when it is loaded, refreshed and saved.
final class TokenKeeper: Sendable {
    private let leeway: TimeInterval
    private let window: RefreshWindow
    private let now: @Sendable () -> Date
    private let loadStored: @Sendable () async throws -> HeldToken?
    private let save: @Sendable (HeldToken?) async throws -> Void
    private let renew: @Sendable (HeldToken?) async throws -> HeldToken
    /// Runs work while no other process refreshes the token.
    private let exclusively: @Sendable (@Sendable () async throws -> Void) async throws -> Void
    /// Whether another process has replaced the stored token; nil if no process can.
    private let hasChanged: (@Sendable () async throws -> Bool)?
    /// Whether that takes no time.
    private let looksInPlace: Bool
    private let state = Mutex(TokenState())

    init(
        leeway: Duration, window: RefreshWindow, now: @escaping @Sendable () -> Date,
        load: @escaping @Sendable () async throws -> HeldToken?, save: @escaping @Sendable (HeldToken?) async throws -> Void,
        renew: @escaping @Sendable (HeldToken?) async throws -> HeldToken,
        exclusively: @escaping @Sendable (@Sendable () async throws -> Void) async throws -> Void,
        hasChanged: (@Sendable () async throws -> Bool)?, looksInPlace: Bool
    ) {
        self.leeway = leeway / .seconds(1)
        self.window = window
        self.now = now
        loadStored = load
        self.save = save
        self.renew = renew
        self.exclusively = exclusively
        self.hasChanged = hasChanged
        self.looksInPlace = looksInPlace
    }

    private enum Step {
        case use(TokenState.Current)
        case load(SharedOutcome)
        case refresh(SharedOutcome)
    }

    func set(_ token: HeldToken?) async throws {
        let now = now()
        let (replaced, save) = state.withLock { state in
            // The refresh itself may set a token; the token that it returns still replaces this one.
            let isPart = TokenWork.isPart(of: self)
            let replaced = isPart ? nil : state.refresh
            if replaced != nil { state.refresh = nil }
            state.replace(token, issued: now)
            // A refresh of this process may hold the lock until this returns.
            return (replaced, saving(token, isExclusive: !isPart && state.locks == 0, in: &state))
        }
        replaced?.task.cancel()
        replaced?.outcome.finish(.success(()))
        try await save.value
    }

    func invalidate() { state.withLock { $0.invalidate() } }

    var saveFailure: (any Error)? { state.withLock { $0.saveFailure } }

    /// The token to send a request with. nil only for a request of the refresh itself, while there is no token.
    ///
    /// - Parameter interruption: the interruption of the call that waits for the token.
    func current(_ interruption: Interruption?) async throws -> TokenState.Current? {
        if TokenWork.isPart(of: self) { return state.withLock { $0.current } }
        try await noteChange(interruption)
        var isRefreshed = false
        while true {
            try Task.checkCancellation()
            switch nextStep(isRefreshed: isRefreshed) {
            case .use(let current): return current
            case .load(let outcome): try await wait(for: outcome, interruption)
            case .refresh(let outcome):
                try await wait(for: outcome, interruption)
                isRefreshed = true
            }
        }
    }

    private func wait(for outcome: SharedOutcome, _ interruption: Interruption?) async throws {
        try await TokenWork.waiting(for: self) { try await outcome.wait(interruption) }
    }

    /// Loads the token again before its next use if another process has replaced it: somebody else may have signed in there.
    private func noteChange(_ interruption: Interruption?) async throws {
        guard let version = state.withLock({ $0.versionToCompare }), let hasChanged else { return }
        let look: @Sendable () async -> Void = { [self] in
            // A file that can't be read says nothing; a refresh throws the reason.
            guard (try? await hasChanged()) == true else { return }
            state.withLock { if $0.versionToCompare == version { $0.isLoaded = false } }
        }
        if looksInPlace { return await look() }
        let outcome = SharedOutcome()
        _ = TokenWork.start(for: self) {
            await look()
            outcome.finish(.success(()))
        }
        try await wait(for: outcome, interruption)
    }

    /// The last token, even if it has expired; nil if there is none. Requests nothing.
    func loaded(_ interruption: Interruption?) async throws -> TokenState.Current? {
        if TokenWork.isPart(of: self) { return state.withLock { $0.current } }
        try await noteChange(interruption)
        let load = state.withLock { state in state.isLoaded ? nil : loading(in: &state) }
        if let load { try await wait(for: load, interruption) }
        return state.withLock { $0.current }
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

    /// Refreshes the token that the server rejected. False if another token has replaced it already, even one of another process, which may
    /// not be loaded yet.
    func replaceRejected(_ version: Int, waits: Bool, _ interruption: Interruption?) async throws -> Bool {
        let now = now()
        let outcome: SharedOutcome? = try state.withLock { state in
            guard state.version == version, state.isLoaded else { return nil }
            if state.refresh == nil { try countRejection(at: now, in: &state) }
            return refreshing(in: &state)
        }
        guard let outcome else { return false }
        if waits { try await wait(for: outcome, interruption) }
        return state.withLock { $0.current?.isOfOther != true }
    }

    private func countRejection(at now: Date, in state: inout TokenState) throws {
        state.rejections.removeAll { now.timeIntervalSince($0) >= window.interval / .seconds(1) }
        if state.rejections.count >= window.count {
            throw APIError(
                .authentication,
                "The server rejected \(window.count) new tokens in \(window.interval.inSeconds), so no further token is requested yet.")
        }
        state.rejections.append(now)
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
            let token = try await loadStored()
            state.withLock { state in
                state.load = nil
                // A token that was set meanwhile is newer.
                guard !state.isLoaded else { return }
                let isInvalid = state.isInvalid
                state.replace(token, issued: nil)
                if isInvalid { state.invalidate() }
            }
            outcome.finish(.success(()))
        } catch {
            state.withLock { $0.load = nil }
            // A POSIX error of the store isn't a network error.
            outcome.finish(.failure(error is POSIXError ? Self.failure("loaded", .authentication, error) : Self.failure("loaded", error)))
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
            // A save that is part of the refresh would wait for the lock that the refresh holds.
            _ = await save?.result
            await self.refresh(token, outcome)
        }
        state.refresh = TokenState.Refresh(outcome: outcome, task: task, isAhead: isAhead)
        return outcome
    }

    private func refresh(_ token: HeldToken?, _ outcome: SharedOutcome) async {
        do {
            try await exclusively {
                // A token that is set while this waits for other processes is saved after them, with the lock.
                guard self.state.withLock({ $0.lock(for: outcome) }) else { return }
                do {
                    try await self.renewStored(token, outcome)
                } catch {
                    await self.unlock()
                    throw error
                }
                await self.unlock()
            }
            outcome.finish(.success(()))
        } catch {
            let next = now().addingTimeInterval(leeway / 10)
            state.withLock { state in
                guard let refresh = state.refresh, refresh.outcome === outcome else { return }
                state.refresh = nil
                if refresh.isAhead { state.earliestAhead = next }
            }
            outcome.finish(.failure(Self.failure("refreshed", error)))
        }
    }

    /// Refreshes the token, or takes that of another process, while no other process does so.
    private func renewStored(_ token: HeldToken?, _ outcome: SharedOutcome) async throws {
        var token = token
        if try await hasChanged?() == true {
            do {
                token = try await loadStored()
            } catch {
                state.withLock { if $0.refresh?.outcome === outcome { $0.isLoaded = false } }
                throw error
            }
            // The store won't report this change again, so the token is replaced even if its refresh fails.
            guard replaceToken(byLoaded: token, outcome) else { return }
        }
        guard let save = replaceToken(by: try await renew(token), outcome) else { return }
        // A program may exit when its calls end, so the token is saved first. A slow store delays the calls by two seconds at most.
        await Self.wait(for: save, atMost: .seconds(2))
        outcome.finish(.success(()))
    }

    /// Ends the work that has the lock after all saves: another process would load the old token, or overwrite the new one.
    private func unlock() async {
        while let save = state.withLock({ $0.unlock() }) { _ = await save.result }
    }

    /// Replaces the token with the one that another process has stored. Returns whether that still has to be refreshed: false if it is
    /// valid, or if a token was set meanwhile.
    private func replaceToken(byLoaded token: HeldToken?, _ outcome: SharedOutcome) -> Bool {
        let now = now()
        return state.withLock { state in
            guard let refresh = state.refresh, refresh.outcome === outcome else { return false }
            state.replace(token, issued: nil, isOfOther: true)
            guard let token, !token.isExpired(at: now) else { return true }
            state.refresh = nil
            if refresh.isOutdated { state.invalidate() }
            return false
        }
    }

    /// Replaces the token with that of a refresh. Returns the save; nil if another token was set meanwhile.
    private func replaceToken(by token: HeldToken, _ outcome: SharedOutcome) -> Task<Void, any Error>? {
        let now = now()
        return state.withLock { state in
            guard let refresh = state.refresh, refresh.outcome === outcome else { return nil }
            state.refresh = nil
            state.replace(token, issued: now, isOfSameUser: true)
            if refresh.isOutdated { state.invalidate() }
            return saving(token, isExclusive: false, in: &state)
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

    /// - Parameter isExclusive: whether the save waits for other processes' refreshes.
    private func saving(_ token: HeldToken?, isExclusive: Bool, in state: inout TokenState) -> Task<Void, any Error> {
        let earlier = state.save
        state.savesInFlight += 1
        let task = TokenWork.start(for: self) {
            _ = await earlier?.result
            let result: Result<Void, any Error>
            do {
                if isExclusive {
                    try await self.exclusively { try await self.save(token) }
                } else {
                    try await self.save(token)
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

    private static func failure(_ verb: String, _ error: any Error) -> APIError {
        failure(verb, passingCode(of: error) ?? .authentication, error)
    }

    private static func failure(_ verb: String, _ code: APIError.Code, _ error: any Error) -> APIError {
        // The call's own request is another one.
        let request = (error as? APIError)?.request.map { " by \($0)" } ?? ""
        return APIError(code, "The token could not be \(verb)\(request): \(error.sentence).", underlying: error)
    }

    /// The code of a transient failure; nil for any other failure. Nobody has to sign in again because a server couldn't be
    /// reached or was overloaded.
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

/// A refresher's token, and its loads, refreshes and saves in flight.
struct TokenState: Sendable {
    /// A token and its version, which increases with each new token.
    struct Current: Sendable {
        let held: HeldToken
        let version: Int
        /// Whether another process has refreshed it.
        let isOfOther: Bool
        /// Whose token it is.
        let identity: Identity
    }

    struct Refresh: Sendable {
        let outcome: SharedOutcome
        let task: Task<Void, any Error>
        /// Whether it started before the expiry: the current token may be used meanwhile.
        var isAhead: Bool
        /// Whether the token was invalidated meanwhile: the refreshed one may be as old.
        var isOutdated = false
    }

    private(set) var current: Current?
    private(set) var version = 0
    private var lifetime: TimeInterval?
    private(set) var isInvalid = false

    fileprivate(set) var isLoaded = false
    var load: SharedOutcome?
    var refresh: Refresh?
    /// The times of the refreshes that rejected tokens caused, within the window.
    var rejections: [Date] = []
    /// The last save; each waits for the one before it.
    var save: Task<Void, any Error>?
    /// The last save that waits for the refreshes of other processes.
    var exclusiveSave: Task<Void, any Error>?
    var savesInFlight = 0
    var saveFailure: (any Error)?

    /// How many refreshes have the lock of the store: one at most, unless the store lets several run. Saves don't wait for the lock meanwhile.
    private(set) var locks = 0

    /// Notes that a refresh has the lock. False if another token was set before.
    mutating func lock(for outcome: SharedOutcome) -> Bool {
        guard refresh?.outcome === outcome else { return false }
        locks += 1
        return true
    }

    /// Notes that a refresh releases the lock. Returns a save that has to end first.
    mutating func unlock() -> Task<Void, any Error>? {
        if savesInFlight > 0 { return save }
        locks -= 1
        return nil
    }

    /// The version that the stored token may replace; nil while this process loads, refreshes or saves it.
    var versionToCompare: Int? { isLoaded && refresh == nil && savesInFlight == 0 ? version : nil }

    /// The earliest time of another refresh ahead of the expiry, after one has failed.
    var earliestAhead: Date?

    /// - Parameters:
    ///   - issued: when the token came from its server; nil for a stored token, whose lifetime is unknown.
    ///   - isOfSameUser: whether it refreshes the current token. Any other token is another sign-in, unless it says whose it is.
    mutating func replace(_ token: HeldToken?, issued: Date?, isOfOther: Bool = false, isOfSameUser: Bool = false) {
        version += 1
        let known = isOfSameUser ? current?.identity : nil
        current = token.map { Current(held: $0, version: version, isOfOther: isOfOther, identity: $0.identity ?? known ?? .unique()) }
        lifetime = issued.flatMap { token?.expiry?.timeIntervalSince($0) }
        isInvalid = false
        isLoaded = true
        earliestAhead = nil
    }

    mutating func invalidate() {
        isInvalid = true
        refresh?.isOutdated = true
    }

    func age(now: Date, leeway: TimeInterval) -> TokenAge {
        guard !isInvalid, let current else { return .expired }
        // A token without an expiry, or whose expiry isn't a number, is fresh.
        guard let rest = current.held.expiry?.timeIntervalSince(now), !rest.isNaN else { return .fresh }
        // A token of a minute would be refreshed before nearly every call.
        return rest <= 0 ? .expired : rest <= min(leeway, (lifetime ?? .infinity) / 10) ? .ageing : .fresh
    }

    func mayRefreshAhead(now: Date) -> Bool { refresh == nil && earliestAhead.map { now >= $0 } ?? true }
}

/// A token of any type.
struct HeldToken: Sendable {
    private let value: any Sendable
    /// nil if it isn't known.
    let expiry: Date?
    /// nil if only the sign-in tells.
    let identity: Identity?

    init(token: some Sendable, expiry: Date?, identity: Identity?) {
        value = token
        self.expiry = expiry
        self.identity = identity
    }

    /// A token without an expiry, or whose expiry isn't a number, never expires.
    func isExpired(at now: Date) -> Bool { expiry.map { $0.timeIntervalSince(now) <= 0 } ?? false }

    func token<Token>(as type: Token.Type = Token.self) throws -> Token {
        guard let token = value as? Token else { throw APIError.impossible("A token isn't a \(type)") }
        return token
    }
}

/// How close a token is to its expiry.
enum TokenAge {
    case fresh
    /// Valid for less than the leeway.
    case ageing
    case expired
}

/// The token that a request carries, and its keeper, which distinguish a rejected token from a newer one.
struct TokenVersion: Sendable {
    let keeper: ObjectIdentifier
    let version: Int
}
