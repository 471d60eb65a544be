internal import EndpointKit

/// The account that the gateway knows.
struct Credentials: Sendable {
    var publicKey: String
    var privateKey: Secret

    /// The names of the query items with credentials, which aren't parameters of a list.
    static let names: Set<String> = ["ts", "apikey", "hash"]

    /// Whether a call counts against this account's quota, even with a wrong signature.
    func own(_ query: Query) -> Bool { query["apikey"] == publicKey }

    /// Rejects a query that lacks the key, the hash or the timestamp, checked in this order, or that has a wrong value.
    func verify(_ query: Query) throws(Refusal) {
        guard let key = query["apikey"], !key.isEmpty else { throw .missing("user key") }
        guard let hash = query["hash"], !hash.isEmpty else { throw .missing("hash") }
        guard let timestamp = query["ts"], !timestamp.isEmpty else { throw .missing("timestamp") }
        guard key == publicKey else { throw .invalidCredentials("The passed API key is invalid.") }
        guard hash == HashedQueryAuthentication.hash(timestamp: timestamp, publicKey: key, privateKey: privateKey) else {
            throw .invalidCredentials("That hash, timestamp and key combination is invalid.")
        }
    }
}
