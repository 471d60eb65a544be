/// An absolute http or https URL, parsed into its origin, path and query.
package struct Location: Sendable {
    package var origin: Origin
    package var path: Path
    package var query: Query

    /// Parses a URL that a caller or a server wrote. The reason of a refusal is the end of a sentence whose subject is the URL.
    package static func parse(_ text: String) -> Result<Location, Refusal> {
        let reference = URIReference(text)
        guard let schemeText = reference.scheme, let scheme = Origin.Scheme(rawValue: schemeText.lowercased()) else {
            return .failure(Refusal(reason: "must start with http:// or https://"))
        }
        guard let authority = reference.authority, !authority.isEmpty else {
            return .failure(Refusal(reason: "names no host"))
        }
        guard !authority.contains("@") else {
            return .failure(Refusal(reason: "carries a user or password; credentials belong in the authentication"))
        }
        var host = authority
        var port: Int?
        if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
            host = authority[..<colon]
            let digits = authority[authority.index(after: colon)...]
            // An empty port is the default one (RFC 3986, section 6.2.3).
            if !digits.isEmpty {
                guard let number = UInt16(digits), digits.utf8.first != UInt8(ascii: "+") else {
                    return .failure(Refusal(reason: "has no valid port"))
                }
                port = Int(number)
            }
        }
        // `URL` may have percent-encoded an internationalized name.
        let name = host.contains("%") ? PercentEncoding.decode(host.utf8) : String(host)
        // Brackets and what they hold aren't encoded (RFC 3986, section 3.2.2).
        guard host == name || !name.hasPrefix("["), let origin = Origin(scheme: scheme, host: name, port: port) else {
            return .failure(Refusal(reason: "has no valid host or port"))
        }
        return .success(
            Location(
                origin: origin, path: Path(asIs: String(reference.path)), query: Query(encoded: reference.query.map(String.init) ?? "")))
    }

    package struct Refusal: Error {
        package let reason: String

        package init(reason: String) { self.reason = reason }
    }
}
