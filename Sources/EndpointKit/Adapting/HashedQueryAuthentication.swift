/// Signs a request in its query: `ts`, `apikey` and `hash`, in that order, where the hash is the MD5 of timestamp, private key and
/// public key, one after the other, in lower-case hexadecimal. The private key never travels.
public struct HashedQueryAuthentication: SynchronousAdapter {
    private let publicKey: String
    private let privateKey: Secret
    private let now: @Sendable () -> Date

    /// `now` gives the time for `ts`, which is in milliseconds since 1970.
    public init(publicKey: String, privateKey: Secret, now: @escaping @Sendable () -> Date = { Date() }) {
        self.publicKey = publicKey
        self.privateKey = privateKey
        self.now = now
    }

    public func edit(_ request: inout HTTPRequest) throws {
        guard let milliseconds = Int64(exactly: (now().timeIntervalSince1970 * 1000).rounded()) else {
            throw APIError(.authentication, "The clock's time is no date that a timestamp could be made of.")
        }
        let timestamp = String(milliseconds)
        request.query.append("ts", timestamp)
        request.query.append("apikey", publicKey)
        request.query.append("hash", Self.hash(timestamp: timestamp, publicKey: publicKey, privateKey: privateKey))
    }

    /// What `hash` must be for the other two: also for the server that checks it.
    public static func hash(timestamp: String, publicKey: String, privateKey: Secret) -> String {
        MD5.hexDigest(of: timestamp + privateKey.reveal() + publicKey)
    }
}

extension HashedQueryAuthentication: CustomReflectable {
    /// Nothing: it is made of keys.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension RequestAdapter where Self == HashedQueryAuthentication {
    /// `ts`, `apikey` and `hash` in the query, as Marvel's API wants them.
    public static func hashedQuery(
        publicKey: String, privateKey: Secret, now: @escaping @Sendable () -> Date = { Date() }
    ) -> Self {
        HashedQueryAuthentication(publicKey: publicKey, privateKey: privateKey, now: now)
    }
}
