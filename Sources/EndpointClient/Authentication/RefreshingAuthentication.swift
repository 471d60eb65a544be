/// Sends a token and refreshes it when necessary. In a client with this authentication, ``RefreshTokenDecision`` is the first decision.
public struct RefreshingAuthentication<Token: Sendable>: TokenAuthentication {
    let refresher: TokenRefresher<Token>
    let statuses: Set<HTTPStatus>
    let apply: @Sendable (Token, inout HTTPRequest) -> Void

    /// The identity of the last token, even if that token has expired. Reading it never requests a token.
    public var identity: Identity? { get async throws { try await identity(nil, isLocal: true) } }

    /// The token's identity. If there is no token yet, the first one is requested, unless `isLocal` is true.
    func identity(_ interruption: Interruption?, isLocal: Bool) async throws -> Identity? {
        let keeper = refresher.keeper
        if let loaded = try await keeper.loaded(interruption) { return loaded.identity }
        return isLocal ? nil : try await keeper.current(interruption)?.identity
    }

    public func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest { try await authenticated(request).request }

    public func authenticated(_ request: consuming HTTPRequest) async throws -> AuthenticatedRequest {
        try await authenticated(request, .waiting(nil))
    }

    func awaitToken(_ interruption: Interruption?, isOptional: Bool) async throws {
        _ = try await refresher.keeper.current(interruption, isOptional: isOptional)
    }

    func authenticated(_ request: HTTPRequest, _ access: TokenAccess) async throws -> AuthenticatedRequest {
        // Only the refresh's own requests may be sent without a token.
        guard let current = try await refresher.keeper.current(access, isOptional: false) else {
            return AuthenticatedRequest(request, identity: nil)
        }
        return try signed(request, with: current)
    }

    func isTokenCurrent(in signature: Signature, isOptional: Bool) async -> Bool {
        let keeper = refresher.keeper
        if TokenWork.isPart(of: keeper) { return true }
        do {
            let current = try await keeper.current(.atOnce(isLast: false), isOptional: isOptional)
            return current?.version == signature.version(of: ObjectIdentifier(keeper))
        } catch { return false }
    }

    func optionallyAuthenticated(_ request: HTTPRequest, _ access: TokenAccess) async throws -> AuthenticatedRequest? {
        try await refresher.keeper.current(access, isOptional: true).map { try signed(request, with: $0) }
    }

    private func signed(_ request: consuming HTTPRequest, with current: TokenState.Current) throws -> AuthenticatedRequest {
        let keeper = refresher.keeper
        apply(try current.held.token(), &request)
        // If one of the refresh's own requests is rejected, it doesn't start another refresh.
        let version = TokenWork.isPart(of: keeper) ? nil : TokenVersion(keeper: ObjectIdentifier(keeper), version: current.version)
        return AuthenticatedRequest(request, identity: current.identity, credential: version)
    }
}

extension Authentication {
    /// Sends `Authorization: Bearer` with the refresher's token, and refreshes it when a response has one of `statuses`.
    public static func bearer<Token: BearerToken>(
        _ refresher: TokenRefresher<Token>, refreshingOn statuses: Set<HTTPStatus> = [.unauthorized]
    ) -> Self where Self == RefreshingAuthentication<Token> {
        .token(refresher, refreshingOn: statuses) { $1.headers["Authorization"] = "Bearer \($0.bearerText)" }
    }

    /// Puts the refresher's token into each request, and refreshes it when the server rejects it.
    ///
    /// - Parameters:
    ///   - refresher: supplies all calls with the same token.
    ///   - statuses: the statuses with which the server rejects a token; 401 by default.
    ///   - apply: puts the token into a request that is about to be sent. It is called once per attempt.
    public static func token<Token>(
        _ refresher: TokenRefresher<Token>, refreshingOn statuses: Set<HTTPStatus> = [.unauthorized],
        apply: @escaping @Sendable (Token, inout HTTPRequest) -> Void
    ) -> Self where Self == RefreshingAuthentication<Token> {
        RefreshingAuthentication(refresher: refresher, statuses: statuses, apply: apply)
    }
}

extension RefreshingAuthentication {
    var decision: RefreshTokenDecision { RefreshTokenDecision(refresher, statuses: statuses) }
}

extension RefreshingAuthentication: CustomReflectable {
    /// Shows nothing, because the refresher holds a secret.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// ``RefreshingAuthentication`` for tokens of any type. Calls await it in place, because the interruption ends its wait for a token.
protocol TokenAuthentication: Authentication, TokenSigner {
    /// The decision that refreshes a rejected token. A client puts it before its other decisions.
    var decision: RefreshTokenDecision { get }

    /// The identity of the token, even of an expired one. nil if there is no token.
    ///
    /// - Parameter isLocal: whether the network must not be used, not even for a first token.
    func identity(_ interruption: Interruption?, isLocal: Bool) async throws -> Identity?

    /// Waits for a token that can be sent.
    func awaitToken(_ interruption: Interruption?, isOptional: Bool) async throws

    /// Whether the token of a signature is current, and may be sent without a wait.
    func isTokenCurrent(in signature: Signature, isOptional: Bool) async -> Bool

    /// The request with the token, which may be refreshed first. nil if there is no token; no first token is requested.
    func optionallyAuthenticated(_ request: HTTPRequest, _ access: TokenAccess) async throws -> AuthenticatedRequest?
}

extension TokenAuthentication {
    func awaitTokens(_ interruption: Interruption?) async throws { try await awaitToken(interruption, isOptional: false) }
    func areTokensCurrent(in signature: Signature) async -> Bool { await isTokenCurrent(in: signature, isOptional: false) }
}
