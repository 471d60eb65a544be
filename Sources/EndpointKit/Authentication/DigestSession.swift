internal import Synchronization

/// The answers to one challenge: its nonce, how often that was used, and the parts that are the same for all requests (RFC 7616, section
/// 3.4).
struct DigestSession: Sendable {
    let challenge: DigestChallenge
    /// The challenge's nonce, or a later one from `Authentication-Info`.
    private(set) var nonce: String
    private(set) var count: UInt32 = 0
    private let clientNonce: String
    private let user: String
    /// The hash of user, realm and password, or the session key (section 3.4.2).
    private let key: String

    init(_ challenge: DigestChallenge, user: String, password: Secret, clientNonce: String) {
        func prepared(_ text: String) -> String { challenge.isUTF8 ? String(String.UnicodeScalarView(text.composedScalars)) : text }
        self.challenge = challenge
        self.clientNonce = clientNonce
        self.user = prepared(user)
        nonce = challenge.nonce
        let hash = challenge.algorithm.hexDigest(of: "\(self.user):\(challenge.realm):\(prepared(password.reveal()))")
        key = challenge.isSession ? challenge.algorithm.hexDigest(of: "\(hash):\(nonce):\(clientNonce)") : hash
    }

    /// The session key doesn't change, because the challenge remains the same (section 3.3).
    mutating func replaceNonce(_ next: String) {
        nonce = next
        count = 0
    }

    mutating func countRequest() { count &+= 1 }

    /// The value of `Authorization` (section 3.4).
    ///
    /// - Parameter bodyDigest: the digest of the body, for `auth-int`.
    func credentials(method: HTTPMethod, target: String, bodyDigest: String?) -> String {
        let hash = challenge.algorithm.hexDigest(of:)
        let count = String(count, radix: 16)
        let nonceCount = String(repeating: "0", count: 8 - count.count) + count
        let resource = hash("\(method):\(target)" + (bodyDigest.map { ":" + $0 } ?? ""))
        var fields = [userField, "realm=\(Self.quoted(challenge.realm))", "nonce=\(Self.quoted(nonce))", "uri=\(Self.quoted(target))"]
        if let protection = challenge.protection {
            let response = hash("\(key):\(nonce):\(nonceCount):\(clientNonce):\(protection):\(resource)")
            fields += ["cnonce=\(Self.quoted(clientNonce))", "nc=\(nonceCount)", "qop=\(protection)", "response=\"\(response)\""]
        } else {
            fields.append("response=\"\(hash("\(key):\(nonce):\(resource)"))\"")
        }
        if let opaque = challenge.opaque { fields.append("opaque=\(Self.quoted(opaque))") }
        if let name = challenge.algorithmName { fields.append("algorithm=\(name)") }
        if challenge.hashesUser { fields.append("userhash=true") }
        return "Digest " + fields.joined(separator: ", ")
    }

    private var userField: String {
        if challenge.hashesUser { return "username=\"\(challenge.algorithm.hexDigest(of: "\(user):\(challenge.realm)"))\"" }
        // Only a server that declares its charset accepts the extended form (section 3.4).
        if challenge.isUTF8, !user.utf8.allSatisfy({ $0 < 0x80 }) { return "username*=UTF-8''\(PercentEncoding.encoded(user))" }
        return "username=\(Self.quoted(user))"
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for character in text.unicodeScalars {
            if character == "\"" || character == "\\" { quoted.append("\\") }
            quoted.unicodeScalars.append(character)
        }
        return quoted + "\""
    }
}

/// The session that all requests of an authentication use.
final class DigestKeeper: Sendable {
    private struct State {
        var session: DigestSession?
        /// Increases with each new nonce.
        var version = 0
    }
    private let state = Mutex(State())
    private let user: String
    private let password: Secret
    private let clientNonce: @Sendable () -> String

    init(user: String, password: Secret, clientNonce: @escaping @Sendable () -> String) {
        self.user = user
        self.password = password
        self.clientNonce = clientNonce
    }

    /// Distinguishes this user from others.
    var signer: Secret { Secret("\(user):\(password.reveal())") }

    /// The session for one more request, with a count that no other request has; nil before the first challenge.
    func next() -> (session: DigestSession?, version: Int) {
        state.withLock { state in
            state.session?.countRequest()
            return (state.session, state.version)
        }
    }

    /// Starts a session for a server's challenge.
    func answer(_ challenge: DigestChallenge) {
        let session = DigestSession(challenge, user: user, password: password, clientNonce: clientNonce())
        state.withLock { state in
            state.session = session
            state.version += 1
        }
    }

    /// Uses the nonce of a response from now on, unless the nonce of its request has been replaced.
    func goOn(with nonce: String, after version: Int) {
        state.withLock { state in
            guard state.version == version, state.session != nil else { return }
            state.session?.replaceNonce(nonce)
            state.version += 1
        }
    }

    /// Ends the session whose credentials the server rejects, so that no other request sends them.
    func end(_ version: Int) {
        state.withLock { if $0.version == version { $0.session = nil } }
    }
}

/// The nonce that a request was sent with, in ``HTTPRequest/credential``.
final class DigestStamp: Sendable {
    let keeper: DigestKeeper
    let version: Int
    /// Whether the request had credentials.
    let isSigned: Bool

    init(_ keeper: DigestKeeper, version: Int, isSigned: Bool) {
        self.keeper = keeper
        self.version = version
        self.isSigned = isSigned
    }
}
