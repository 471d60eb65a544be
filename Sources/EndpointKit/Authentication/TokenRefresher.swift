internal import Synchronization

/// Holds one token and refreshes it when necessary: once, however many calls need it.
///
///     let refresher = TokenRefresher(store: FileTokenStore<Session>(file)) { session in
///         try await signIn.renew(session?.refreshToken).value
///     }
///     let configuration = APIConfiguration(baseURL: url, authentication: .bearer(refresher))
///
/// A `refresh` that uses the client whose token it gets must capture it weakly, or client and refresher retain each other.
///
/// - A token that has expired, or that the server rejects with 401, is refreshed while all calls that need it wait. A token that expires
///   within the leeway is refreshed in the background, and stays in use meanwhile.
/// - The requests of `refresh` and of the store, with any client, carry the current token and start no refresh. That includes requests of
///   their tasks, except detached ones.
/// - A refresh that fails makes all waiting calls fail with ``APIError/Code/authentication``, whose `underlying` error is the reason; with
///   its own code where that passes by itself: a server that can't be reached in time, or answers 408, 429 or 5xx. The next call starts
///   another refresh.
/// - A refreshed token that is rejected, too, is refreshed again only as often as the ``RefreshWindow`` allows.
/// - A call that is cancelled stops waiting. The refresh continues, because the server may have invalidated the old token already.
public final class TokenRefresher<Token: Sendable>: Sendable {
    let store: any TokenStore<Token>
    let leeway: Duration
    let window: RefreshWindow
    let now: @Sendable () -> Date
    let expiry: @Sendable (Token) -> Date?
    let renew: @Sendable (Token?) async throws -> Token
    let state = Mutex(TokenState<Token>())

    /// Refreshes tokens of any type.
    ///
    /// - Parameters:
    ///   - store: loads the token when it is first needed, and saves each new one.
    ///   - leeway: how long before its expiry a token is refreshed. One minute by default, and at most a tenth of its lifetime.
    ///   - window: how many refreshes rejected tokens may cause; by default 5 in 30 seconds.
    ///   - now: the clock that the expiry is compared with.
    ///   - expiry: when a token expires; nil where that isn't known.
    ///   - refresh: gets a new token for the current one, or the first token for nil. It throws where the user has to sign in.
    public init(
        store: any TokenStore<Token> = MemoryTokenStore<Token>(), leeway: Duration = .seconds(60),
        window: RefreshWindow = .standard, now: @escaping @Sendable () -> Date = { Date() }, expiry: @escaping @Sendable (Token) -> Date?,
        refresh: @escaping @Sendable (Token?) async throws -> Token
    ) {
        self.store = store
        self.leeway = leeway
        self.window = window
        self.now = now
        self.expiry = expiry
        renew = refresh
    }

    /// The current token, refreshed first if it has expired. Throws an ``APIError`` of code `authentication`, or of the refresh's
    /// own code where its failure passes by itself; or `CancellationError`.
    public func token() async throws -> Token {
        if let current = try await current() { return current.token }
        throw APIError(.authentication, "There is no token yet: the refresh that gets the first one asked for it.")
    }

    /// Replaces the token; nil signs out. A refresh in flight is cancelled, and the calls that wait for it use this token.
    ///
    /// Returns when the store has saved it. Throws the store's error; the token is in use all the same.
    public func setToken(_ token: Token?) async throws {
        let (expiry, now) = (token.flatMap(expiry), now())
        let (replaced, save) = state.withLock { state in
            // The refresh itself may set a token; the token that it returns still replaces this one.
            let replaced = TokenWork.isPart(of: self) ? nil : state.refresh
            if replaced != nil { state.refresh = nil }
            state.replace(token, expiry: expiry, issued: now)
            return (replaced, saving(token, in: &state))
        }
        replaced?.task.cancel()
        replaced?.outcome.finish(.success(()))
        try await save.value
    }

    /// Marks the token as expired, so that it is refreshed before it is used again.
    public func invalidate() { state.withLock { $0.invalidate() } }

    /// Why the store could not save the current token; nil where it did.
    public var saveFailure: (any Error)? { state.withLock { $0.saveFailure } }
}

extension TokenRefresher where Token: BearerToken {
    /// Takes the expiry from the token; the other parameters are those of ``init(store:leeway:window:now:expiry:refresh:)``.
    public convenience init(
        store: any TokenStore<Token> = MemoryTokenStore<Token>(), leeway: Duration = .seconds(60),
        window: RefreshWindow = .standard, now: @escaping @Sendable () -> Date = { Date() },
        refresh: @escaping @Sendable (Token?) async throws -> Token
    ) {
        self.init(store: store, leeway: leeway, window: window, now: now, expiry: { $0.expiry }, refresh: refresh)
    }
}

extension TokenRefresher: CustomReflectable {
    /// Shows nothing, because the refresher holds a secret.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// How many refreshes a server can cause by rejecting tokens that are new: more of them may lock an account.
public struct RefreshWindow: Sendable {
    /// The most refreshes of rejected tokens within the interval. 5 by default.
    public var count: Int
    /// 30 seconds by default.
    public var interval: Duration

    /// By default, 5 refreshes in 30 seconds. The call that would need another one fails with ``APIError/Code/authentication``.
    public init(count: Int = 5, interval: Duration = .seconds(30)) {
        self.count = count
        self.interval = interval
    }

    /// The defaults.
    public static let standard = RefreshWindow()
}

/// A refresher's token, and its loads, refreshes and saves in flight.
struct TokenState<Token: Sendable>: Sendable {
    /// A token and its version, which increases with each new token.
    struct Current: Sendable {
        let token: Token
        let version: Int
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
    private var expiry: Date?
    private var lifetime: TimeInterval?
    private(set) var isInvalid = false

    private(set) var isLoaded = false
    var load: SharedOutcome?
    var refresh: Refresh?
    /// The times of the refreshes that rejected tokens caused, within the window.
    var rejections: [Date] = []
    /// The last save; each waits for the one before it.
    var save: Task<Void, any Error>?
    var saveFailure: (any Error)?
    /// The earliest time of another refresh ahead of the expiry, after one has failed.
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
