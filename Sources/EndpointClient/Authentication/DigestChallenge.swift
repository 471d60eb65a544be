/// The challenge that a server sends with `WWW-Authenticate: Digest` (RFC 7616, section 3.3).
struct DigestChallenge: Sendable {
    /// The hash functions, weakest first.
    enum Algorithm: Int, Sendable {
        case md5, sha256

        /// The digest of `text` in UTF-8, as lower-case hexadecimal digits.
        func hexDigest(of text: String) -> String {
            switch self {
            case .md5: MD5.hexDigest(of: text)
            case .sha256: SHA256Hash.hexDigest(of: text)
            }
        }
    }

    let realm: String
    let nonce: String
    let opaque: String?
    let algorithm: Algorithm
    /// The algorithm's name as the server wrote it; nil if the server names none, which means MD5.
    let algorithmName: String?
    /// Whether the name ends with `-sess`: a session key then replaces the password's hash.
    let isSession: Bool
    /// `auth` if the server offers it, otherwise `auth-int`, which covers the body. nil if the server's list is empty or, as before RFC
    /// 2617, missing.
    let protection: String?
    /// Whether the credentials were valid and only the nonce was stale.
    let isStale: Bool
    let hashesUser: Bool
    /// Whether the user name and the password are encoded in UTF-8, in Normalization Form C.
    let isUTF8: Bool

    /// Returns nil for another scheme, an unknown algorithm or an unknown protection.
    init?(_ challenge: Challenge) {
        guard challenge.scheme == "digest", let nonce = challenge["nonce"], !nonce.isEmpty else { return nil }
        func isTrue(_ name: String) -> Bool { challenge[name]?.lowercased() == "true" }
        algorithmName = challenge["algorithm"]
        let name = algorithmName?.lowercased() ?? "md5"
        isSession = name.hasSuffix("-sess")
        switch isSession ? String(name.unicodeScalars.dropLast(5)) : name {
        case "md5": algorithm = .md5
        case "sha-256": algorithm = .sha256
        default: return nil
        }
        let offered = challenge["qop"]?.lowercased().unicodeScalars.split { $0 == "," || $0 == " " }.map { String($0) }
        protection = ["auth", "auth-int"].first { offered?.contains($0) == true }
        // Without protection, no client nonce is sent, but a session key depends on that nonce.
        if protection == nil, offered?.isEmpty == false || isSession { return nil }
        self.nonce = nonce
        realm = challenge["realm"] ?? ""
        opaque = challenge["opaque"]
        isStale = isTrue("stale")
        hashesUser = isTrue("userhash")
        isUTF8 = challenge["charset"]?.lowercased() == "utf-8"
    }

    /// The challenge with the strongest algorithm in a response; the first one if several are equally strong (section 3.7).
    static func strongest(in headers: HTTPHeaders) -> DigestChallenge? {
        let known = headers.values(for: "WWW-Authenticate").flatMap { Challenge.all(in: $0).compactMap(DigestChallenge.init) }
        let strongest = known.map(\.algorithm.rawValue).max()
        return known.first { $0.algorithm.rawValue == strongest }
    }
}

extension DigestChallenge.Algorithm {
    /// The digest of a body's bytes, as lower-case hexadecimal digits.
    func hexDigest(of body: HTTPBodyEntity?) async throws -> String {
        guard let body else { return hexDigest(of: "") }
        return switch self {
        case .md5: try await body.md5HexDigest()
        case .sha256: try await body.sha256HexDigest()
        }
    }
}
