/// An adapter that knows who signs. It is the configuration's last adapter, and may answer the challenges of a server.
///
///     struct KeyAuthentication: Authentication {
///         let user: String
///         let key: Secret
///         var identity: Identity? { Identity(Secret(user), key) }
///
///         func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
///             request.headers["X-User"] = user
///             request.headers["X-Key"] = key.reveal()
///             return request
///         }
///     }
///
/// Any ``RequestAdapter`` becomes one with ``custom(_:identity:)``.
public protocol Authentication: RequestAdapter {
    /// Who would sign a request now. A client reads it before it signs a request, to look for a stored response and for an equal call.
    ///
    /// nil means that it isn't known: then responses are neither stored nor shared.
    var identity: Identity? { get async throws }

    /// Signs a request, and says whose credentials it has. The default calls ``RequestAdapter/adapt(_:)``, for an ``identity`` that stays the
    /// same. Implement it if another user may sign in meanwhile, or if ``answer(_:to:repeating:)`` has to know more than the request shows.
    func authenticated(_ request: consuming HTTPRequest) async throws -> AuthenticatedRequest

    /// Answers a challenge. It is asked after each response to a request that this authentication has signed, at most twice in a row, and
    /// before the decisions. Returns the request to send again; nil, the default, if the decisions judge the response.
    ///
    /// The answer isn't counted as a retry. Whatever this returns, a request whose body can be read only once isn't sent again, and one that
    /// may not be sent twice (``HTTPRequest/maySendTwice``) only after a 4xx, which says that the server hasn't acted.
    ///
    /// - Parameters:
    ///   - response: a success has no body here if the call streams it or writes it to a file.
    ///   - sent: the request as it was sent, with what ``authenticated(_:)`` said about it.
    ///   - request: the same request before it was signed.
    func answer(
        _ response: HTTPResponse, to sent: AuthenticatedRequest, repeating request: HTTPRequest
    ) async throws -> AuthenticatedRequest?
}

/// A request with credentials.
public struct AuthenticatedRequest: Sendable {
    /// The request to send.
    public var request: HTTPRequest
    /// Whose credentials it has; nil if that isn't known.
    public var identity: Identity?
    /// Whatever ``Authentication/answer(_:to:repeating:)`` has to know about the credentials, such as the version of a token. It is never
    /// shown or sent.
    public var credential: (any Sendable)?

    /// A signed request.
    public init(_ request: consuming HTTPRequest, identity: Identity?, credential: (any Sendable)? = nil) {
        self.request = request
        self.identity = identity
        self.credential = credential
    }
}

extension AuthenticatedRequest: CustomReflectable {
    /// Shows the request alone.
    public var customMirror: Mirror { Mirror(self, children: ["request": request]) }
}

extension Authentication {
    public func authenticated(_ request: consuming HTTPRequest) async throws -> AuthenticatedRequest {
        let before = try await identity
        let signed = try await adapt(request)
        // An identity that changes meanwhile may be either.
        return AuthenticatedRequest(signed, identity: try await identity == before ? before : nil)
    }

    public func answer(
        _ response: HTTPResponse, to sent: AuthenticatedRequest, repeating request: HTTPRequest
    ) async throws -> AuthenticatedRequest? { nil }
}

/// An adapter of your own as an authentication.
public struct AdapterAuthentication: Authentication {
    let adapter: any RequestAdapter
    public let identity: Identity?

    public func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest { try await adapter.adapt(request) }
}

extension Authentication where Self == AdapterAuthentication {
    /// Signs with an adapter of your own.
    ///
    /// - Parameters:
    ///   - adapter: signs each request, once per attempt.
    ///   - identity: who signs, if that never changes; nil, the default, if it isn't known. See ``identity``.
    public static func custom(_ adapter: any RequestAdapter, identity: Identity? = nil) -> Self {
        AdapterAuthentication(adapter: adapter, identity: identity)
    }
}

extension AdapterAuthentication: CustomReflectable {
    /// Shows nothing, because the adapter may hold a secret.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// The identity and the credential of an ``AuthenticatedRequest``. A reference, because most calls have none.
final class Signature: Sendable {
    let identity: Identity?
    let credential: (any Sendable)?

    init(_ signed: borrowing AuthenticatedRequest) { (identity, credential) = (signed.identity, signed.credential) }
}
