internal import Synchronization

/// Keeps one token, and has it renewed when it must be: once, however many calls need it.
///
///     let refresher = TokenRefresher(store: FileTokenStore<Session>(file)) { session in
///         try await signIn.renew(session?.refreshToken).value
///     }
///     let configuration = APIConfiguration(baseURL: url, authentication: .bearer(refresher))
///
/// A `refresh` that uses the very client which it gets the token for holds it weakly, or neither of them ever goes.
///
/// - A token that has expired, or that the server answers with 401, is refreshed while all who need it wait. One that expires within the
///   leeway is refreshed in the background, and used meanwhile.
/// - The requests that `refresh` makes, with any client, are sent with the token that is there, and refresh nothing themselves; so are those
///   of the store. That holds for its tasks as well, but for detached ones.
/// - A refresh that fails, fails all who wait for it with ``APIError/Code/authentication``, its reason the `underlying` one, and is forgotten:
///   the next call tries anew.
/// - A call that is cancelled stops waiting. The refresh goes on, as the server may have taken the old token back already.
public final class TokenRefresher<Token: Sendable>: Sendable {
    let store: any TokenStore<Token>
    let leeway: Duration
    let now: @Sendable () -> Date
    let expiry: @Sendable (Token) -> Date?
    let renew: @Sendable (Token?) async throws -> Token
    let state = Mutex(TokenState<Token>())

    /// - Parameters:
    ///   - store: asked for the token when it is first needed, and given each new one.
    ///   - leeway: how long before its expiry a token is refreshed. One minute, and at most a tenth of the token's lifetime.
    ///   - now: what the expiry is compared to.
    ///   - expiry: when a token expires; nil where it isn't known.
    ///   - refresh: makes the next token of the one there is; of nil, the first. It throws where that takes a user.
    public init(
        store: any TokenStore<Token> = MemoryTokenStore<Token>(), leeway: Duration = .seconds(60),
        now: @escaping @Sendable () -> Date = { Date() }, expiry: @escaping @Sendable (Token) -> Date?,
        refresh: @escaping @Sendable (Token?) async throws -> Token
    ) {
        self.store = store
        self.leeway = leeway
        self.now = now
        self.expiry = expiry
        renew = refresh
    }

    /// A token that may be sent: the refreshed one, where the one that is there has expired.
    public func token() async throws -> Token {
        if let current = try await current() { return current.token }
        throw APIError(.authentication, "There is no token yet: this is part of the refresh that gets the first one.")
    }

    /// Takes the place of the token that is there, and of one that a refresh would bring: that is cancelled, and who waits for it goes on
    /// with this one. nil signs out. Returns when the store has it, or throws what that says; the token counts all the same.
    public func setToken(_ token: Token?) async throws {
        let (expiry, now) = (token.flatMap(expiry), now())
        let (replaced, save) = state.withLock { state in
            // The refresh itself may set a token: what it ends with still counts.
            let replaced = TokenWork.isPart(of: self) ? nil : state.refresh
            if replaced != nil { state.refresh = nil }
            state.replace(token, expiry: expiry, issued: now)
            return (replaced, saving(token, in: &state))
        }
        replaced?.task.cancel()
        replaced?.outcome.finish(.success(()))
        try await save.value
    }

    /// Has the token refreshed before it is used again, as if it had expired.
    public func invalidate() { state.withLock { $0.invalidate() } }

    /// Why the store doesn't have the token that is in use; nil where it has.
    public var saveFailure: (any Error)? { state.withLock { $0.saveFailure } }
}

extension TokenRefresher where Token: BearerToken {
    /// The token says when it expires.
    public convenience init(
        store: any TokenStore<Token> = MemoryTokenStore<Token>(), leeway: Duration = .seconds(60),
        now: @escaping @Sendable () -> Date = { Date() }, refresh: @escaping @Sendable (Token?) async throws -> Token
    ) {
        self.init(store: store, leeway: leeway, now: now, expiry: { $0.expiry }, refresh: refresh)
    }
}

extension TokenRefresher: CustomReflectable {
    /// Nothing: it holds a secret.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// What a refresher knows, and what is under way for it.
struct TokenState<Token: Sendable>: Sendable {
    /// A token, and which one it is: each that takes another's place has a higher version.
    struct Current: Sendable {
        let token: Token
        let version: Int
    }

    struct Refresh: Sendable {
        let outcome: SharedOutcome
        let task: Task<Void, any Error>
        /// Started before it was needed: the token that is there may be used meanwhile.
        var isAhead: Bool
        /// The token was invalidated meanwhile: what comes may be as old.
        var isOutdated = false
    }

    private(set) var current: Current?
    private(set) var version = 0
    private var expiry: Date?
    private var lifetime: TimeInterval?
    private var isInvalid = false

    private(set) var isLoaded = false
    var load: SharedOutcome?
    var refresh: Refresh?
    /// The last of a chain, in which each waits for the one before it.
    var save: Task<Void, any Error>?
    var saveFailure: (any Error)?
    /// No refresh is started ahead before: the last one failed.
    var earliestAhead: Date?

    /// - Parameter issued: when the token came from its server; nil for a stored one, whose lifetime nobody knows.
    mutating func replace(_ token: Token?, expiry: Date?, issued: Date?) {
        version += 1
        current = token.map { Current(token: $0, version: version) }
        self.expiry = expiry
        lifetime = issued.flatMap { expiry?.timeIntervalSince($0) }
        isInvalid = false
        isLoaded = true
        earliestAhead = nil
    }

    mutating func invalidate() {
        isInvalid = true
        refresh?.isOutdated = true
    }

    func age(now: Date, leeway: Duration) -> TokenAge {
        if isInvalid || current == nil { return .expired }
        // A token of a minute would be refreshed before nearly every call.
        let leeway = min(leeway / .seconds(1), (lifetime ?? .infinity) / 10)
        return TokenAge(expiry: expiry, now: now, leeway: leeway)
    }

    func mayRefreshAhead(now: Date) -> Bool { refresh == nil && earliestAhead.map { now >= $0 } ?? true }
}
