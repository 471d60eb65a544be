/// Sends a token and refreshes it when necessary. In a client with this authentication, ``RefreshTokenDecision`` is the first decision.
public struct RefreshingAuthentication<Token: Sendable>: RequestAdapter, AwaitedInPlace {
    let refresher: TokenRefresher<Token>
    let statuses: Set<HTTPStatus>
    let apply: @Sendable (Token, inout HTTPRequest) -> Void

    public func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest { try await adapt(request, nil, mayRefresh: true) }

    func adapt(_ request: consuming HTTPRequest, _ interruption: Interruption?, mayRefresh: Bool) async throws -> HTTPRequest {
        let keeper = refresher.keeper
        guard let current = try await mayRefresh ? keeper.current(interruption) : keeper.loaded(interruption) else { return request }
        apply(try current.held.token(), &request)
        // Requests of the refresh carry no stamp, so a rejected one doesn't start another refresh.
        if !TokenWork.isPart(of: keeper) { request.credential = TokenStamp(keeper, version: current.version) }
        return request
    }
}

extension RequestAdapter {
    /// Sends `Authorization: Bearer` with the refresher's token, and refreshes it when an answer has one of `statuses`.
    public static func bearer<Token: BearerToken>(
        _ refresher: TokenRefresher<Token>, refreshingOn statuses: Set<HTTPStatus> = [.unauthorized]
    ) -> Self where Self == RefreshingAuthentication<Token> {
        .token(refresher, refreshingOn: statuses) { $1.headers["Authorization"] = "Bearer \($0.bearerText)" }
    }

    /// Puts the refresher's token into each request, and refreshes it when the server rejects it.
    ///
    /// - Parameters:
    ///   - refresher: gives all calls the same token.
    ///   - statuses: the statuses with which the server rejects a token; 401 by default.
    ///   - apply: puts the token into a request that is about to be sent. It is called once per attempt.
    public static func token<Token>(
        _ refresher: TokenRefresher<Token>, refreshingOn statuses: Set<HTTPStatus> = [.unauthorized],
        apply: @escaping @Sendable (Token, inout HTTPRequest) -> Void
    ) -> Self where Self == RefreshingAuthentication<Token> {
        RefreshingAuthentication(refresher: refresher, statuses: statuses, apply: apply)
    }
}

extension RefreshingAuthentication: TokenAuthentication {
    var decision: any ResponseDecision { RefreshTokenDecision(refresher, statuses: statuses) }
}

extension RefreshingAuthentication: CustomReflectable {
    /// Shows nothing, because the refresher holds a secret.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// An authentication whose token can be refreshed, with the decision that refreshes it when a server rejects it.
protocol TokenAuthentication: DecidingAuthentication {
    /// Adapts a request, and waits for a token until `interruption` ends the wait.
    ///
    /// - Parameter mayRefresh: whether an expired token is refreshed, rather than used.
    func adapt(_ request: consuming HTTPRequest, _ interruption: Interruption?, mayRefresh: Bool) async throws -> HTTPRequest
}
