/// Holds one token and refreshes it when necessary, only once however many calls need it.
///
///     let refresher = TokenRefresher(store: FileTokenStore<Session>(file)) { session in
///         try await signIn.renew(session?.refreshToken).value
///     }
///     let configuration = APIConfiguration(baseURL: url, authentication: .bearer(refresher))
///
/// If `refresh` uses the same client that sends the token, it must capture the client weakly. Otherwise the client and the refresher retain
/// each other.
///
/// - A token that has expired, or that the server rejects with 401, is refreshed while all calls that need it wait. A token that expires
///   within the leeway is refreshed in the background, and stays in use meanwhile.
/// - Requests that `refresh` or the store sends with any client carry the current token and start no refresh. This includes requests from
///   tasks that they start, except detached tasks.
/// - If a refresh fails, all waiting calls fail with ``APIError/Code/authentication``, and the `underlying` error is the reason. A
///   transient failure keeps its own code, for example if a server can't be reached in time, or responds with 408, 429 or 5xx. The next
///   call starts another refresh.
/// - If the token service refuses to refresh a token with 400, 401 or 403, that is final, because services may lock an account to which a
///   revoked token is sent repeatedly. Calls that need a refresh then fail at once, until ``setToken(_:)`` or another process has replaced
///   the token.
/// - If a refreshed token is rejected too, it is refreshed again only as often as the ``RefreshWindow`` allows.
/// - Processes that share a store, such as a ``FileTokenStore`` with the same file, refresh the token one at a time. After one process has
///   saved a token, the others use it from their next request on.
/// - If the refreshes of two refreshers need each other's tokens, the second refresh fails with ``APIError/Code/authentication``. A request
///   from a task that a refresh started and didn't await counts as the refresh's own.
/// - A call that is cancelled stops waiting. The refresh continues, because the server may have invalidated the old token already. A
///   program that exits meanwhile loses its session: before it exits, it calls ``APIClient/shutDown(gracePeriod:)`` or ``finish()``.
public final class TokenRefresher<Token: Sendable>: Sendable {
    private let held: @Sendable (Token) -> HeldToken
    let keeper: TokenKeeper

    /// Refreshes tokens of any type.
    ///
    /// - Parameters:
    ///   - store: loads the token when it is first needed, and saves each new one.
    ///   - leeway: how long before its expiry a token is refreshed. One minute by default, and at most a tenth of the token's lifetime.
    ///   - window: how many refreshes rejected tokens may cause; by default 5 in 30 seconds.
    ///   - now: the clock that the expiry is compared with.
    ///   - clock: measures the spans between refreshes.
    ///   - identity: identifies a token's user, so that the same cache folder is used when the program starts again. nil, the default, if a
    ///     token doesn't identify its user. A refresh then keeps the identity, and each token that is loaded, set or taken from another
    ///     process counts as a new sign-in.
    ///   - isFinal: whether an error that `refresh` threw means that the token it was given can't be refreshed anymore. nil, the default,
    ///     means an ``APIError`` of code `badStatus` with the status 400, 401 or 403 and without a `Retry-After`.
    ///   - expiry: when a token expires; nil if that isn't known.
    ///   - refresh: exchanges the current token for a new one, or gets the first token if the parameter is nil. It throws if the user has
    ///     to sign in.
    public init(
        store: any TokenStore<Token> = MemoryTokenStore<Token>(), leeway: Duration = .seconds(60),
        window: RefreshWindow = .standard, now: @escaping @Sendable () -> Date = { Date() },
        clock: some Clock<Duration> = ContinuousClock(), identity: (@Sendable (Token) -> Identity)? = nil,
        isFinal: (@Sendable (any Error) -> Bool)? = nil, expiry: @escaping @Sendable (Token) -> Date?,
        refresh: @escaping @Sendable (Token?) async throws -> Token
    ) {
        let held: @Sendable (Token) -> HeldToken = { HeldToken(token: $0, expiry: expiry($0), identity: identity?($0)) }
        self.held = held
        let source = TokenSource(store, holding: held, refresh: refresh, isFinal: isFinal ?? TokenFailure.isRefusal)
        keeper = TokenKeeper(source, leeway: leeway, window: window, now: now, clock: clock)
    }

    /// The current token, refreshed first if it has expired. Throws `CancellationError`, or an ``APIError`` of code `authentication`. If
    /// the refresh fails for a transient reason, the error carries the code of that failure.
    public func token() async throws -> Token {
        if let current = try await keeper.current(nil) { return try current.held.token() }
        throw APIError(.authentication, "There is no token yet: the refresh requested its own token.")
    }

    /// Replaces the token; nil signs out. A refresh in flight is cancelled, and the calls that wait for it use this token.
    ///
    /// Returns when the store has saved the token; the save waits for any refresh in another process. If the store can't save the token,
    /// its error is thrown, but the token is used anyway.
    public func setToken(_ token: Token?) async throws {
        try await keeper.set(token.map(held))
    }

    /// Waits until no refresh and no save is in flight. Call it before the program exits, if the program doesn't shut down its client.
    ///
    /// If the task is cancelled, this method waits only for saves, and for a refresh that has sent a token.
    public func finish() async {
        try? await keeper.becomeIdle()
        await keeper.finish()
    }

    /// Marks the token as expired, so that it is refreshed before it is used again.
    public func invalidate() { keeper.invalidate() }

    /// Why the store couldn't save the current token; nil if it could.
    public var saveFailure: (any Error)? { keeper.saveFailure }
}

extension TokenRefresher where Token: BearerToken {
    /// Takes the expiry from the token; the other parameters are those of ``init(store:leeway:window:now:clock:identity:isFinal:expiry:refresh:)``.
    public convenience init(
        store: any TokenStore<Token> = MemoryTokenStore<Token>(), leeway: Duration = .seconds(60),
        window: RefreshWindow = .standard, now: @escaping @Sendable () -> Date = { Date() },
        clock: some Clock<Duration> = ContinuousClock(), identity: (@Sendable (Token) -> Identity)? = nil,
        isFinal: (@Sendable (any Error) -> Bool)? = nil, refresh: @escaping @Sendable (Token?) async throws -> Token
    ) {
        self.init(
            store: store, leeway: leeway, window: window, now: now, clock: clock, identity: identity, isFinal: isFinal,
            expiry: { $0.expiry }, refresh: refresh)
    }
}

extension TokenRefresher: CustomReflectable {
    /// Shows nothing, because the refresher holds a secret.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// Limits how many refreshes a server can cause by rejecting new tokens, because too many may lock an account.
public struct RefreshWindow: Sendable {
    /// The maximum number of refreshes of rejected tokens within the interval. 5 by default.
    public var count: Int
    /// The length of the interval. 30 seconds by default.
    public var interval: Duration

    /// By default, 5 refreshes in 30 seconds. A call that needs another refresh within the interval fails with
    /// ``APIError/Code/authentication``.
    public init(count: Int = 5, interval: Duration = .seconds(30)) {
        self.count = count
        self.interval = interval
    }

    /// The defaults.
    public static let standard = RefreshWindow()
}
