/// The links in the `Link` fields of a response (RFC 8288).
///
///     LinkHeader(response.headers)["next"]?.target
///
/// An invalid link is skipped, and the links after it are read.
public struct LinkHeader: Hashable, Sendable {
    /// The links in the order in which they were sent, without those of another resource (`anchor`).
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

    /// The first link of a relation such as `next`, without regard to case.
    public subscript(relation: String) -> Link? { links.first { $0.relations.contains(relation.lowercased()) } }
}

extension LinkHeader {
    /// One link: its target and its parameters.
    public struct Link: Hashable, Sendable {
        /// The target as it was sent: mostly a whole URL, or one relative to that of the response.
        public var target: String
        /// The parameters in the order in which they were sent, without quotes. An extended one, such as `title*`, is decoded.
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
            // Only the first `rel` counts (section 3.3).
            parameters.first { $0.name == "rel" }?.value.lowercased().split { " \t\r\n".contains($0) }.map(String.init) ?? []
        }

        /// The first parameter of that name, preferably a valid one in its extended form (section 3.4.1).
        public subscript(name: String) -> String? {
            let name = name.lowercased()
            return (parameters.first { $0.name == name + "*" } ?? parameters.first { $0.name == name })?.value
        }
    }
}

/// Reads the value of a `Link` field (RFC 8288, appendix B.2), byte by byte, as targets and quotes may contain commas and semicolons.
struct LinkHeaderParser {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func links() -> [LinkHeader.Link] {
        var links: [LinkHeader.Link] = []
        while index < bytes.count {
            skip { Self.isSpace($0) || $0 == UInt8(ascii: ",") }
            if let link = link() { links.append(link) }
            // Skips anything else up to the comma that ends the link.
            while index < bytes.count, bytes[index] != UInt8(ascii: ",") {
                if quoted() == nil { index += 1 }
            }
        }
        return links
    }

    private mutating func link() -> LinkHeader.Link? {
        guard take(UInt8(ascii: "<")) else { return nil }
        guard let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")) else {
            // No target ends here, so there is no other link: looking again for each "<" would take quadratic time.
            index = bytes.count
            return nil
        }
        let target = text(bytes[index..<end])
        index = end + 1
        var parameters: [LinkHeader.Link.Parameter] = []
        skip(Self.isSpace)
        while take(UInt8(ascii: ";")) {
            if let parameter = parameter() { parameters.append(parameter) }
            skip(Self.isSpace)
        }
        return LinkHeader.Link(target: target, parameters: parameters)
    }

    private mutating func parameter() -> LinkHeader.Link.Parameter? {
        skip(Self.isSpace)
        let name = word(until: "=;,").lowercased()
        skip(Self.isSpace)
        var value = ""
        if take(UInt8(ascii: "=")) {
            skip(Self.isSpace)
            value = quoted() ?? word(until: ";,")
        }
        if name.isEmpty { return nil }
        if name.hasSuffix("*") {
            guard let decoded = Charset.extendedText(value) else { return nil }
            value = decoded
        }
        return LinkHeader.Link.Parameter(name: name, value: value)
    }

    // MARK: Bytes

    /// The content of a quoted text; nil if none begins here.
    private mutating func quoted() -> String? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        var content: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\"") { break }
            if byte != UInt8(ascii: "\\") {
                content.append(byte)
            } else if index < bytes.count {
                content.append(bytes[index])
                index += 1
            }
        }
        return text(content[...])
    }

    private mutating func word(until ends: StaticString) -> String {
        let start = index
        skip { byte in !Self.isSpace(byte) && !ends.withUTF8Buffer { $0.contains(byte) } }
        return text(bytes[start..<index])
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
        while index < bytes.count, isSkipped(bytes[index]) { index += 1 }
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
