internal import EndpointKit

/// The account that the gateway knows.
struct Credentials: Sendable {
    var publicKey: String
    var privateKey: Secret

    /// The query items that belong to no list.
    static let names: Set<String> = ["ts", "apikey", "hash"]

    /// Whether a call is this account's to pay for, be it signed well or not.
    func own(_ query: Query) -> Bool { query["apikey"] == publicKey }

    /// What is missing is asked for in this order: key, hash, timestamp.
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
