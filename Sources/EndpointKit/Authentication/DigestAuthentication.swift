/// Sends `Authorization: Digest` (RFC 7616) with MD5 or SHA-256, after the server's first challenge.
///
/// The first request of a client is sent without credentials, and is repeated when the server answers 401 with a challenge. Later requests
/// use the nonce of that challenge with an increasing count, or the next nonce that the server names. In a client with this authentication,
/// ``DigestDecision`` is the first decision. Create one authentication per client and keep it, because it holds the nonce.
///
/// - The strongest algorithm of several challenges is used: SHA-256 before MD5, each with or without `-sess`.
/// - `auth-int`, which covers the body, is used only if the server offers nothing else. The body is then read twice, so a call whose
///   body can be read only once fails with ``APIError/Code/authentication``.
/// - If the server declares `charset=UTF-8`, user and password are normalized (NFC), and a non-ASCII user is sent as `username*`. With
///   `userhash=true`, only a hash of the user is sent.
public struct DigestAuthentication: RequestAdapter, AwaitedInPlace {
    let keeper: DigestKeeper
    /// Why the credentials can't be sent.
    private let fault: APIError?

    /// Creates an authentication for these credentials. If the user has a control character, calls fail with
    /// ``APIError/Code/invalidRequest``.
    ///
    /// - Parameters:
    ///   - user: sent in each answer, hashed if the server requests that.
    ///   - password: part of the digest; it is never sent.
    ///   - clientNonce: makes the `cnonce` for each challenge; by default 128 random bits in hexadecimal digits.
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
    /// Answers `Digest` challenges (RFC 7616) for this user. The first call sends one more request; later calls don't.
    public static func digest(user: String, password: Secret) -> Self { DigestAuthentication(user: user, password: password) }
}

extension DigestAuthentication: DecidingAuthentication {
    var decision: any ResponseDecision { DigestDecision(self) }
}

extension DigestAuthentication: SigningAdapter {
    private static let names = SignatureNames(fields: ["Authorization"])

    public var signatureNames: SignatureNames { Self.names }
    public var signer: Secret { keeper.signer }
}

extension DigestAuthentication: CustomReflectable {
    /// Shows nothing, because the value holds a password.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
