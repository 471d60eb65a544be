/// Sends a token that is refreshed when it must be. A client whose configuration has it asks a ``RefreshTokenDecision`` first.
public struct RefreshingAuthentication<Token: Sendable>: RequestAdapter {
    let refresher: TokenRefresher<Token>
    let statuses: Set<HTTPStatus>
    let apply: @Sendable (Token, inout HTTPRequest) -> Void

    public func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
        guard let current = try await refresher.current() else { return request }
        apply(current.token, &request)
        // The refresh's own requests carry no stamp, so that they are never judged.
        if !TokenWork.isPart(of: refresher) { TokenStamp(refresher: ObjectIdentifier(refresher), version: current.version).note() }
        return request
    }
}

extension RequestAdapter {
    /// `Authorization: Bearer` with the refresher's token, which is refreshed when an answer has one of `statuses`.
    public static func bearer<Token: BearerToken>(
        _ refresher: TokenRefresher<Token>, refreshingOn statuses: Set<HTTPStatus> = [.unauthorized]
    ) -> Self where Self == RefreshingAuthentication<Token> {
        .token(refresher, refreshingOn: statuses) { $1.headers["Authorization"] = "Bearer \($0.bearerText)" }
    }

    /// The refresher's token, put into the request by `apply`; it is refreshed when an answer has one of `statuses`.
    public static func token<Token>(
        _ refresher: TokenRefresher<Token>, refreshingOn statuses: Set<HTTPStatus> = [.unauthorized],
        apply: @escaping @Sendable (Token, inout HTTPRequest) -> Void
    ) -> Self where Self == RefreshingAuthentication<Token> {
        RefreshingAuthentication(refresher: refresher, statuses: statuses, apply: apply)
    }
}

extension RefreshingAuthentication: TokenAuthentication {
    var decision: any ResponseDecision { RefreshTokenDecision(refresher, statuses: statuses) }

    func authenticateNow(_ request: inout HTTPRequest) -> TokenStamp? {
        guard let current = refresher.currentNow() else { return nil }
        apply(current.token, &request)
        return TokenStamp(refresher: ObjectIdentifier(refresher), version: current.version)
    }
}

extension RefreshingAuthentication: CustomReflectable {
    /// Nothing: it leads to a secret.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// An authentication with a token that can be refreshed, and the decision that has it refreshed when a server rejects it.
protocol TokenAuthentication: RequestAdapter {
    var decision: any ResponseDecision { get }

    /// nil where it has to wait for a token.
    func authenticateNow(_ request: inout HTTPRequest) -> TokenStamp?
}
