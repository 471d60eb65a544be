/// An adapter with an identity: the user whose credentials it adds. It runs after all other adapters, and may answer a server's challenges.
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
/// Any ``RequestAdapter`` becomes an authentication with ``custom(_:identity:)``.
public protocol Authentication: RequestAdapter {
    /// The user who would sign a request now. A client reads it before it signs a request, to look for a stored response and for an equal
    /// call.
    ///
    /// nil means that the user isn't known. Then responses are neither stored nor shared.
    var identity: Identity? { get async throws }

    /// Signs a request, and returns it with the identity of its credentials. The default calls ``RequestAdapter/adapt(_:)``, which suits an
    /// ``identity`` that stays the same. Implement this method if another user may sign in while it runs, or if ``answer(_:to:repeating:)``
    /// needs more information than the request contains.
    func authenticated(_ request: consuming HTTPRequest) async throws -> AuthenticatedRequest

    /// Answers a challenge. This method is called after each response to a request that this authentication signed, before the decisions,
    /// and at most twice in succession. Returns the request to send again; nil, the default, leaves the response to the decisions.
    ///
    /// The answer doesn't count as a retry. A request whose body can be read only once is never sent again, even if this method returns a
    /// request. A request that may not be sent twice (``HTTPRequest/maySendTwice``) is sent again only after a 4xx, because that status
    /// means that the server hasn't acted.
    ///
    /// - Parameters:
    ///   - response: the response. If it is a success, it has no body here when the call streams the body or writes it to a file.
    ///   - sent: the request that was sent, as ``authenticated(_:)`` returned it.
    ///   - request: the same request before it was signed.
    func answer(
        _ response: HTTPResponse, to sent: AuthenticatedRequest, repeating request: HTTPRequest
    ) async throws -> AuthenticatedRequest?
}

/// A request with credentials.
public struct AuthenticatedRequest: Sendable {
    /// The request to send.
    public var request: HTTPRequest
    /// The user whose credentials the request carries; nil if the user isn't known.
    public var identity: Identity?
    /// Information about the credentials for ``Authentication/answer(_:to:repeating:)``, such as the version of a token. It is never shown
    /// or sent.
    public var credential: (any Sendable)?

    /// A signed request.
    public init(_ request: consuming HTTPRequest, identity: Identity?, credential: (any Sendable)? = nil) {
        self.request = request
        self.identity = identity
        self.credential = credential
    }
}

extension AuthenticatedRequest: CustomReflectable {
    /// Shows only the request.
    public var customMirror: Mirror { Mirror(self, children: ["request": request]) }
}

extension Authentication {
    public func authenticated(_ request: consuming HTTPRequest) async throws -> AuthenticatedRequest {
        let before = try await identity
        let signed = try await adapt(request)
        // If the identity changed while the request was being signed, either user may have signed it.
        return AuthenticatedRequest(signed, identity: try await identity == before ? before : nil)
    }

    public func answer(
        _ response: HTTPResponse, to sent: AuthenticatedRequest, repeating request: HTTPRequest
    ) async throws -> AuthenticatedRequest? { nil }
}

/// Your own adapter as an authentication.
public struct AdapterAuthentication: Authentication {
    let adapter: any RequestAdapter
    public let identity: Identity?

    public func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest { try await adapter.adapt(request) }
}

extension Authentication where Self == AdapterAuthentication {
    /// Signs with your own adapter.
    ///
    /// - Parameters:
    ///   - adapter: signs each request, once per attempt.
    ///   - identity: the user who signs, if it is always the same one; nil, the default, if the user isn't known. See ``identity``.
    public static func custom(_ adapter: any RequestAdapter, identity: Identity? = nil) -> Self {
        AdapterAuthentication(adapter: adapter, identity: identity)
    }
}

extension AdapterAuthentication: CustomReflectable {
    /// Shows nothing, because the adapter may hold a secret.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// The identity and the credential of an ``AuthenticatedRequest``. It is a class, because most calls have no signature and then store only
/// nil.
final class Signature: Sendable {
    let identity: Identity?
    let credential: (any Sendable)?

    init(_ signed: borrowing AuthenticatedRequest) { (identity, credential) = (signed.identity, signed.credential) }
}
