/// Sends `Authorization: Digest` (RFC 7616) with MD5 or SHA-256, after the server's first challenge.
///
/// The first request of a client goes out without credentials, and is repeated when the server answers 401 with a challenge. All later ones
/// use its nonce with a count that grows, or the next nonce that the server names. In a client with this authentication, ``DigestDecision``
/// is the first decision; make one authentication for a client and keep it, because it holds the nonce.
///
/// - The strongest algorithm of several challenges is used: SHA-256 before MD5, each with or without `-sess`.
/// - `auth-int`, which covers the body, is used where the server offers nothing else. The body is read twice, so a call whose body can be
///   read only once fails with ``APIError/Code/authentication``.
/// - If the server declares `charset=UTF-8`, user and password are normalized (NFC), and a user with other characters than ASCII is sent as
///   `username*`. With `userhash=true`, only a hash of the user is sent.
public struct DigestAuthentication: RequestAdapter, AwaitedInPlace {
    let keeper: DigestKeeper
    /// Why the credentials can't be sent.
    private let fault: APIError?

    /// Takes the credentials. Calls fail with ``APIError/Code/invalidRequest`` for a user with a control character.
    ///
    /// - Parameters:
    ///   - user: sent in each answer, or hashed where the server wants that.
    ///   - password: a part of the digest; it is never sent.
    ///   - clientNonce: makes the `cnonce` of each challenge's answers; by default 128 random bits in hexadecimal digits.
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

    public func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
        if let fault { throw fault }
        let (session, version) = keeper.next()
        request.credential = DigestStamp(keeper, version: version, isSigned: session != nil)
        guard let session else { return request }
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
        return request
    }
}

extension RequestAdapter where Self == DigestAuthentication {
    /// Answers `Digest` challenges (RFC 7616) for this user: one more request for the first call, none for the later ones.
    public static func digest(user: String, password: Secret) -> Self { DigestAuthentication(user: user, password: password) }
}

extension DigestAuthentication: DecidingAuthentication {
    var decision: any ResponseDecision { DigestDecision(self) }
}

extension DigestAuthentication: SigningAdapter {
    public var signatureNames: SignatureNames { SignatureNames(fields: ["Authorization"]) }
    public var signer: Secret { keeper.signer }
}

extension DigestAuthentication: CustomReflectable {
    /// Shows nothing, because the value holds a password.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
