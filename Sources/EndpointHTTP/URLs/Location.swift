/// An absolute http or https URL, parsed into its origin, path and query.
package struct Location: Sendable {
    package var origin: Origin
    package var path: Path
    package var query: Query

    /// Parses a URL that a caller or a server wrote. The reason for a rejection completes a sentence whose subject is the URL.
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
            let digits = authority.after(colon)
            // An empty port means the default port (RFC 3986, section 6.2.3).
            if !digits.isEmpty {
                guard let number = UInt16(digits), digits.utf8.first != UInt8(ascii: "+") else {
                    return .failure(Refusal(reason: "has no valid port"))
                }
                port = Int(number)
            }
        }
        if host.hasPrefix("["), host.contains("%") {
            return .failure(Refusal(reason: "has an IPv6 address with a zone, which isn't supported; use the address without the zone"))
        }
        // `URL` may have percent-encoded an internationalized name.
        let name = host.contains("%") ? PercentEncoding.decode(host.utf8) : String(host)
        // Brackets aren't encoded (RFC 3986, section 3.2.2).
        guard host == name || !name.hasPrefix("["), let origin = Origin(scheme: scheme, host: name, port: port) else {
            return .failure(Refusal(reason: "has no valid host or port"))
        }
        var query = Query(encoded: reference.query.map(String.init) ?? "")
        query.isEmptyButThere = reference.query?.isEmpty == true
        return .success(Location(origin: origin, path: Path(asIs: String(reference.path)), query: query))
    }

    /// The URL as it goes on the wire. Escapes stay as they were in the parsed text, and illegal characters are escaped here, because `URL`
    /// would escape each `%` along with them.
    package var text: String {
        "\(origin)\(path.encoded)" + (query.isEmpty && !query.isEmptyButThere ? "" : "?\(query.encoded)")
    }

    /// The URL, spelled as in the parsed text unless that text has illegal characters.
    package func url(spelled spelling: String) -> URL? {
        let reference = URIReference(spelling)
        let isLegal =
            reference.authority?.utf8.allSatisfy { $0 < 0x80 } == true && path.encoded == reference.path
            && query.encoded == reference.query ?? ""
        return URL(string: isLegal ? spelling : text)
    }

    package struct Refusal: Error {
        package let reason: String

        package init(reason: String) { self.reason = reason }
    }
}
