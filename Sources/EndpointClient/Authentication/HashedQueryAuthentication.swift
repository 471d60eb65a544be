/// Signs a request in its query: `ts`, `apikey` and `hash`, in that order.
///
/// The hash is the MD5 of timestamp, private key and public key, concatenated, in lower-case hexadecimal. The private key is never sent.
public struct HashedQueryAuthentication: Authentication, AwaitedInPlace {
    private let publicKey: String
    private let privateKey: Secret
    private let now: @Sendable () -> Date
    public let identity: Identity?

    /// Creates an authentication from both keys.
    ///
    /// - Parameters:
    ///   - publicKey: sent as `apikey`.
    ///   - privateKey: part of the hash; it is never sent.
    ///   - now: the clock for `ts`, which is in milliseconds since 1970. It is read once per attempt.
    public init(publicKey: String, privateKey: Secret, now: @escaping @Sendable () -> Date = { Date() }) {
        self.publicKey = publicKey
        self.privateKey = privateKey
        self.now = now
        identity = Identity(Secret(publicKey), privateKey)
    }

    public func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
        if publicKey.isEmpty || privateKey.reveal().isEmpty {
            let name = publicKey.isEmpty ? "public" : "private"
            throw APIError(.authentication, "The request can't be signed: the \(name) key is empty.")
        }
        guard let milliseconds = Int64(exactly: (now().timeIntervalSince1970 * 1000).rounded()) else {
            throw APIError(.authentication, "Could not sign the request: the clock's time is outside the range of a timestamp.")
        }
        let timestamp = String(milliseconds)
        request.query.append("ts", timestamp)
        request.query.append("apikey", publicKey)
        request.query.append("hash", Self.hash(timestamp: timestamp, publicKey: publicKey, privateKey: privateKey))
        return request
    }

    /// The value of `hash` for the given values. A server can use it to verify a request. `timestamp` is the value of `ts` in the query.
    public static func hash(timestamp: String, publicKey: String, privateKey: Secret) -> String {
        MD5.hexDigest(of: timestamp + privateKey.reveal() + publicKey)
    }
}

extension HashedQueryAuthentication: CustomReflectable {
    /// Shows nothing, because the value holds keys.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension Authentication where Self == HashedQueryAuthentication {
    /// Adds `ts`, `apikey` and `hash` to the query, as Marvel's API requires. The parameters are those of
    /// ``HashedQueryAuthentication/init(publicKey:privateKey:now:)``.
    public static func hashedQuery(
        publicKey: String, privateKey: Secret, now: @escaping @Sendable () -> Date = { Date() }
    ) -> Self {
        HashedQueryAuthentication(publicKey: publicKey, privateKey: privateKey, now: now)
    }
}
