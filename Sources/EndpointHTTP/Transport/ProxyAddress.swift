/// A proxy's URL without its credentials, and the decoded credentials. An engine may ignore a URL that it can't decode, and connect
/// directly.
package struct ProxyAddress: Sendable {
    package let scheme: String
    package let url: String
    package let user: String?
    package let password: Secret?

    package struct Invalid: Error {
        /// Completes a sentence whose subject is the URL. It contains none of the URL's secrets.
        package let reason: String
    }

    /// The user and the password of the policy replace those of the URL.
    package init(_ text: String, user: String? = nil, password: Secret? = nil) throws(Invalid) {
        var reference = URIReference(text)
        scheme = reference.scheme?.lowercased() ?? ""
        guard ["http", "https", "socks5", "socks5h"].contains(scheme) else {
            throw Invalid(reason: "must start with http://, https://, socks5:// or socks5h://")
        }
        var host = reference.authority ?? ""
        var named: (user: String?, password: String?)
        if let at = host.utf8.lastIndex(of: UInt8(ascii: "@")) {
            let parts = host[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            named.user = try Self.decoded(parts[0])
            named.password = try parts.dropFirst().first.map { part throws(Invalid) in try Self.decoded(part) }
            host = host[host.utf8.index(after: at)...]
        }
        guard case .success = Location.parse("http://\(host)") else { throw Invalid(reason: "has no valid host or port") }
        reference.authority = host
        url = reference.text
        self.user = user ?? named.user
        self.password = password ?? (user == nil ? named.password.map { Secret($0) } : nil)
        // RFC 7617, section 2.
        if Self.hasControls((self.user ?? "").utf8) || Self.hasControls((self.password?.reveal() ?? "").utf8) {
            throw Invalid(reason: "has a control character in its user or password")
        }
    }

    package static func hasControls(_ bytes: some Sequence<UInt8>) -> Bool { bytes.contains { $0 < 0x20 || $0 == 0x7F } }

    private static func decoded(_ text: Substring) throws(Invalid) -> String {
        guard let decoded = String(validating: PercentEncoding.decodedBytes(text.utf8), as: UTF8.self) else {
            throw Invalid(reason: "has a user or password that isn't UTF-8")
        }
        return decoded
    }
}
