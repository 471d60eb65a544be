/// The user of one request of a download, by the cache's rule (``RequestKey``): its signer, cookies, credentials and certificate. It contains
/// only a digest, so it may be written to a file.
struct DownloadOwner: Equatable, Sendable {
    let text: String

    init(text: String) { self.text = text }

    /// Returns nil for an unknown signer, who may be another one each time.
    ///
    /// - Parameters:
    ///   - plain: the request with its cookies, before it was signed.
    ///   - hop: the number of redirects before the request.
    init?(_ plain: HTTPRequest, of signer: Signer, over connection: ConnectionPolicy, atHop hop: Int) {
        if signer == .unknown { return nil }
        var input = DigestInput()
        input.append(RequestKey(plain, of: signer, over: connection).user?.bytes ?? [])
        // The cache compares whole URLs. A server chooses the URLs of redirects, and may sign each for one request.
        if hop == 0 {
            let secrets = plain.redaction.secrets
            for item in plain.query where secrets.hides(item: item.name) && !Self.changingNames.contains(item.name.lowercased()) {
                input.append(item.name, item.value ?? "")
            }
        }
        text = KeyDigest(of: input.bytes).description
    }

    /// Items that differ in each request of the same user.
    private static let changingNames: Set = ["ts", "hash", "sig", "signature", "hmac"]
}
