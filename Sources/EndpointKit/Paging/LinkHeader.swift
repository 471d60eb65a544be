/// The `Link` fields of a response (RFC 8288): where else to go from here.
///
///     LinkHeader(reply.headers)["next"]?.target
///
/// What can't be read is passed over, and the links after it count.
public struct LinkHeader: Hashable, Sendable {
    /// In the order in which they were sent; without those that are about another resource than the response.
    public var links: [Link]

    /// All fields together.
    public init(_ headers: HTTPHeaders) {
        links = headers.values(for: "Link").flatMap { LinkHeader($0).links }
    }

    /// The value of one field.
    public init(_ text: String) {
        var parser = LinkHeaderParser(text)
        links = parser.links().filter { $0["anchor"]?.isEmpty ?? true }
    }

    /// The first link of that relation, whatever its case.
    public subscript(relation: String) -> Link? { links.first { $0.relations.contains(relation.lowercased()) } }
}

extension LinkHeader {
    public struct Link: Hashable, Sendable {
        /// As it was sent: most often a whole URL, else relative to the response's.
        public var target: String
        /// Without the quotes, in the order in which they were sent. An extended one, such as `title*`, is decoded.
        public var parameters: [Parameter]

        /// One parameter of a link, its name in lower case; without a `=`, its value is empty.
        public struct Parameter: Hashable, Sendable {
            public var name: String
            public var value: String
        }

        /// What `rel` says, in lower case: `next`, or several at once.
        public var relations: [String] {
            // Only the first counts (section 3.3).
            parameters.first { $0.name == "rel" }?.value.lowercased().split { " \t\r\n".contains($0) }.map(String.init) ?? []
        }

        /// The first of that name; its extended form (section 3.4.1), if there is one that can be read.
        public subscript(name: String) -> String? {
            let name = name.lowercased()
            return (parameters.first { $0.name == name + "*" } ?? parameters.first { $0.name == name })?.value
        }
    }
}

/// Reads the value of a `Link` field (RFC 8288, appendix B.2), byte by byte: commas and semicolons also stand in targets and in quotes.
struct LinkHeaderParser {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func links() -> [LinkHeader.Link] {
        var links: [LinkHeader.Link] = []
        while index < bytes.count {
            skip { Self.isSpace($0) || $0 == UInt8(ascii: ",") }
            if let link = link() { links.append(link) }
            // To the comma that ends it, over whatever else there is.
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
            guard let decoded = Self.decodedExtended(value) else { return nil }
            value = decoded
        }
        return LinkHeader.Link.Parameter(name: name, value: value)
    }

    /// RFC 8187, section 3.2.1: `UTF-8'en'%E2%82%AC`.
    private static func decodedExtended(_ value: String) -> String? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let charset = Charset(label: String(parts[0])) else { return nil }
        return charset.text(Data(PercentEncoding.decodedBytes(parts[2].utf8)))
    }

    // MARK: Bytes

    /// What a quoted text holds; nil if none begins here.
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
