/// The links in the `Link` fields of a response (RFC 8288).
///
///     LinkHeader(response.headers)["next"]?.target
///
/// An invalid link is skipped; the links after it are still read.
public struct LinkHeader: Hashable, Sendable {
    /// The links in the order in which they were sent, except links that belong to another resource (`anchor`).
    public var links: [Link]

    /// Reads the links of all `Link` fields.
    public init(_ headers: HTTPHeaders) {
        links = headers.values(for: "Link").flatMap { LinkHeader($0).links }
    }

    /// Reads the value of one field.
    public init(_ text: String) {
        var parser = LinkHeaderParser(text)
        links = parser.links().filter { $0["anchor"]?.isEmpty ?? true }
    }

    /// The first link of a relation such as `next`, ignoring case.
    public subscript(relation: String) -> Link? { links.first { $0.relations.contains(relation.lowercased()) } }
}

extension LinkHeader {
    /// One link: its target and its parameters.
    public struct Link: Hashable, Sendable {
        /// The target as it was sent: usually an absolute URL, or a URL relative to the response's URL.
        public var target: String
        /// The parameters in the order in which they were sent, without quotes. An extended parameter, such as `title*`, is decoded.
        public var parameters: [Parameter]

        /// One parameter of a link.
        public struct Parameter: Hashable, Sendable {
            /// The name in lower case.
            public var name: String
            /// The value; empty for a parameter without `=`.
            public var value: String
        }

        /// The relations in `rel`, in lower case: `next`, for example.
        public var relations: [String] {
            // Only the first `rel` applies (section 3.3).
            parameters.first { $0.name == "rel" }?.value.lowercased().unicodeScalars.split { " \t\r\n".unicodeScalars.contains($0) }.map {
                String($0)
            } ?? []
        }

        /// The first parameter with that name, preferably a valid one in its extended form (section 3.4.1).
        public subscript(name: String) -> String? {
            let name = name.lowercased()
            return (parameters.first { $0.name == name + "*" } ?? parameters.first { $0.name == name })?.value
        }
    }
}

/// Reads the value of a `Link` field (RFC 8288, appendix B.2) byte by byte, because targets and quotes may contain commas and semicolons.
struct LinkHeaderParser {
    private var scanner: FieldScanner

    init(_ text: String) { scanner = FieldScanner(text) }

    mutating func links() -> [LinkHeader.Link] {
        var links: [LinkHeader.Link] = []
        while !scanner.isAtEnd {
            scanner.skip { $0.isBlank || $0 == UInt8(ascii: ",") }
            if let link = link() { links.append(link) }
            // Skips everything else up to the comma that ends the link.
            scanner.skipElement()
        }
        return links
    }

    private mutating func link() -> LinkHeader.Link? {
        guard scanner.take(UInt8(ascii: "<")) else { return nil }
        let target = scanner.text { $0 != UInt8(ascii: ">") }
        // If the target isn't closed, there can't be another link either. Searching again for each "<" would take quadratic time.
        guard scanner.take(UInt8(ascii: ">")) else { return nil }
        var parameters: [LinkHeader.Link.Parameter] = []
        scanner.skipBlanks()
        while scanner.take(UInt8(ascii: ";")) {
            if let parameter = parameter() { parameters.append(parameter) }
            scanner.skipBlanks()
        }
        return LinkHeader.Link(target: target, parameters: parameters)
    }

    private mutating func parameter() -> LinkHeader.Link.Parameter? {
        scanner.skipBlanks()
        let name = scanner.word(until: "=;,").lowercased()
        scanner.skipBlanks()
        var value = ""
        if scanner.take(UInt8(ascii: "=")) {
            scanner.skipBlanks()
            value = scanner.quoted() ?? scanner.word(until: ";,")
        }
        if name.isEmpty { return nil }
        if name.hasSuffix("*") {
            guard let decoded = Charset.extendedText(value) else { return nil }
            value = decoded
        }
        return LinkHeader.Link.Parameter(name: name, value: value)
    }

}
