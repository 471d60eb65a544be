/// Sends `Authorization: Digest` (RFC 7616) with MD5 or SHA-256, after the server's first challenge.
///
/// A client's first request is sent without credentials, and sent again when the server responds with 401 and a challenge. Later requests
/// use the most recently accepted nonce, with an increasing count. If the server sends next nonces, each is used for one request; when none
/// is left, a request is sent without credentials. Create one authentication per client and keep it, because it holds the nonces.
///
/// - A 401 is answered once, with the nonce in its challenge, and once more if the server declares that nonce stale (`stale=true`). Any
///   further 401 is final.
/// - If there are several challenges, the one with the strongest algorithm is answered: SHA-256 is preferred to MD5, each with or without
///   `-sess`.
/// - `auth-int`, which covers the body, is used only if the server offers nothing else. The body is then read twice; if it can be read only
///   once, the call fails with ``APIError/Code/authentication``.
/// - If the server declares `charset=UTF-8`, the user name and the password are normalized (NFC), and a non-ASCII user name is sent as
///   `username*`. With `userhash=true`, only a hash of the user name is sent.
public struct DigestAuthentication: Authentication, AwaitedInPlace {
    private let keeper: DigestKeeper
    /// Why the credentials can't be sent.
    private let fault: APIError?

    /// Creates an authentication for these credentials. If the user name contains a control character, calls fail with
    /// ``APIError/Code/invalidRequest``.
    ///
    /// - Parameters:
    ///   - user: the user name, which is sent with each answer; hashed if the server requests it.
    ///   - password: the password, which is part of the digest; it is never sent itself.
    ///   - clientNonce: creates the `cnonce` for each challenge; by default 128 random bits in hexadecimal digits.
    public init(user: String, password: Secret, clientNonce: @escaping @Sendable () -> String = { randomNonce() }) {
        keeper = DigestKeeper(user: user, password: password, clientNonce: clientNonce)
        fault =
            user.unicodeScalars.contains { $0.properties.generalCategory == .control }
            ? APIError(.invalidRequest, "The request can't be sent: the user of the digest authentication has a control character.") : nil
    }

    /// 128 random bits in hexadecimal digits.
    public static func randomNonce() -> String {
        SHA256Hash.hexadecimal((0..<16).map { _ in UInt8.random(in: .min ... .max) })
    }

    public var identity: Identity? { keeper.identity }

    public func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest { try await authenticated(request).request }

    public func authenticated(_ request: consuming HTTPRequest) async throws -> AuthenticatedRequest {
        if let fault { throw fault }
        guard let session = keeper.next() else { return AuthenticatedRequest(request, identity: identity, credential: DigestProof()) }
        return try await signed(request, with: session, DigestProof(session))
    }

    private func signed(
        _ request: consuming HTTPRequest, with session: DigestSession, _ proof: DigestProof
    ) async throws -> AuthenticatedRequest {
        var bodyDigest: String?
        if session.challenge.protection == "auth-int" {
            guard request.body?.isReplayable ?? true else {
                throw APIError(
                    .authentication,
                    "The request can't be sent: the server wants a digest of its body (qop=auth-int), which can be read only once.")
            }
            bodyDigest = try await session.challenge.algorithm.hexDigest(of: request.body)
        }
        request.headers["Authorization"] = session.credentials(
            method: request.method, target: request.target, bodyDigest: bodyDigest)
        return AuthenticatedRequest(request, identity: identity, credential: proof)
    }

    public func answer(
        _ response: HTTPResponse, to sent: AuthenticatedRequest, repeating request: HTTPRequest
    ) async throws -> AuthenticatedRequest? {
        guard let proof = sent.credential as? DigestProof else { return nil }
        guard response.status == .unauthorized else {
            if let session = proof.session { keeper.accept(session, nextNonce: DigestChallenge.nextNonce(in: response.headers)) }
            return nil
        }
        guard let challenge = DigestChallenge.strongest(in: response.headers) else { return nil }
        let isStale = challenge.isStale && proof.session != nil
        guard isStale ? !proof.hasReplaced : !proof.hasAnswered else {
            if !isStale, let session = proof.session { keeper.reject(session) }
            return nil
        }
        let session = keeper.session(answering: challenge)
        guard request.body?.isReplayable ?? true else {
            // This request can't be sent again, but later requests can use the session.
            keeper.accept(session, nextNonce: nil)
            return nil
        }
        let next = DigestProof(session, hasAnswered: true, hasReplaced: isStale || proof.hasReplaced)
        return try await signed(request, with: session, next)
    }
}

/// The session that a request was signed with, and the challenges that the request has already answered.
private struct DigestProof: Sendable {
    /// nil before the first challenge.
    var session: DigestSession?
    /// Whether the request answers a challenge, and whether the challenge replaced a stale nonce.
    var hasAnswered = false
    var hasReplaced = false

    init(_ session: DigestSession? = nil, hasAnswered: Bool = false, hasReplaced: Bool = false) {
        self.session = session
        self.hasAnswered = hasAnswered
        self.hasReplaced = hasReplaced
    }
}

extension Authentication where Self == DigestAuthentication {
    /// Answers `Digest` challenges (RFC 7616) for this user. The first call sends one additional request; later calls don't.
    public static func digest(user: String, password: Secret) -> Self { DigestAuthentication(user: user, password: password) }
}

extension DigestAuthentication: CustomReflectable {
    /// Shows nothing, because the value holds a password.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
