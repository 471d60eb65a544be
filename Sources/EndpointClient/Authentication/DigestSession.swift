internal import Synchronization

/// The state for answering one challenge: the nonce, its count, and the parts that are the same for all requests (RFC 7616, section 3.4).
struct DigestSession: Sendable {
    let challenge: DigestChallenge
    /// The challenge's nonce, or a later one from `Authentication-Info`.
    private(set) var nonce: String
    var count: UInt32 = 0
    private let clientNonce: String
    private let user: String
    /// The hash of the user name, the realm and the password, or the session key (section 3.4.2).
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

    /// The same session with another nonce. The session key doesn't change, because the challenge remains the same (section 3.3).
    func replacingNonce(by next: String) -> DigestSession {
        var session = self
        session.nonce = next
        session.count = 0
        return session
    }

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

/// Holds an authentication's nonces. A nonce's count is never reset (section 3.4), because a server rejects a request with a used count as
/// a replay. Everything else comes from the challenge that is being answered.
final class DigestKeeper: Sendable {
    private struct Use {
        var count: UInt32
        var realm: String
        /// The last use in logical time: how many uses of all nonces there had been by then.
        var time: UInt64
    }

    private struct State {
        /// How often each nonce was used. Different realms may use the same nonce.
        var uses: [ExactText: Use] = [:]
        var time: UInt64 = 0
        /// The most recently accepted session, which later requests use.
        var current: DigestSession?
        /// Sessions with next nonces from the server, each for one request. Any other request would make these nonces stale, because a
        /// server may keep only the last nonce for each `opaque`.
        var spare: [DigestSession] = []

        mutating func counted(_ session: DigestSession) -> DigestSession {
            var session = session
            // If the nonce was forgotten while a request with it was in flight, the session still knows that request's count.
            session.count = max(session.count, uses[ExactText(session.nonce)]?.count ?? 0) &+ 1
            time += 1
            uses[ExactText(session.nonce)] = Use(count: session.count, realm: session.challenge.realm, time: time)
            if uses.count > DigestKeeper.limit { forgetOldest() }
            return session
        }

        /// Forgets the least recently used nonce of the realm with the most nonces, so that one realm's nonces don't displace another's.
        private mutating func forgetOldest() {
            let sizes = uses.values.reduce(into: [:]) { $0[$1.realm, default: 0] += 1 }
            let largest = sizes.values.max()
            let oldest = uses.filter { sizes[$0.value.realm] == largest }.min { $0.value.time < $1.value.time }
            if let oldest { uses[oldest.key] = nil }
        }
    }
    private let state = Mutex(State())
    /// The maximum number of nonces. A server may send a new nonce with each response while requests in flight still use earlier ones.
    private static let limit = 200
    private let user: String
    private let password: Secret
    private let clientNonce: @Sendable () -> String
    let identity: Identity

    init(user: String, password: Secret, clientNonce: @escaping @Sendable () -> String) {
        self.user = user
        self.password = password
        self.clientNonce = clientNonce
        identity = Identity(Secret(user), password)
    }

    /// The session for one more request, with a count that no other request has; nil if there is no accepted nonce.
    func next() -> DigestSession? {
        state.withLock { state in (state.current ?? state.spare.popLast()).map { state.counted($0) } }
    }

    /// The session for the answer to a challenge.
    func session(answering challenge: DigestChallenge) -> DigestSession {
        let new = DigestSession(challenge, user: user, password: password, clientNonce: clientNonce())
        return state.withLock { $0.counted(new) }
    }

    /// Notes that the server has accepted a request. Later requests use its nonce. If the server sends a next nonce, a single later request
    /// uses that one instead.
    func accept(_ session: DigestSession, nextNonce: String?) {
        state.withLock { state in
            guard let next = nextNonce, ExactText(next) != ExactText(session.nonce) else { return state.current = session }
            state.current = nil
            state.spare.append(session.replacingNonce(by: next))
            if state.spare.count > Self.limit { state.spare.removeFirst() }
        }
    }

    /// Notes that the server has rejected the credentials, so that no other request sends them without a challenge.
    func reject(_ session: DigestSession) {
        let realm = session.challenge.realm
        state.withLock { state in
            state.spare.removeAll { $0.challenge.realm == realm }
            if let current = state.current, current.nonce == session.nonce, current.challenge.realm == realm { state.current = nil }
        }
    }
}

extension DigestChallenge {
    /// The next nonce from `Authentication-Info` (section 3.5).
    static func nextNonce(in headers: HTTPHeaders) -> String? {
        guard let text = headers["Authentication-Info"], let nonce = Challenge.parameters(of: text)["nextnonce"] else { return nil }
        return nonce.isEmpty ? nil : nonce
    }
}
