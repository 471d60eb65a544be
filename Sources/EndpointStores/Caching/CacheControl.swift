/// The directives of `Cache-Control` in a request or a response (RFC 9111, section 5.2). If a name occurs several times, the first
/// directive applies.
struct CacheControl: Sendable {
    private var directives: [(name: String, value: String?)] = []
    /// Whether a quotation mark is misplaced or unmatched, so that it may hide directives.
    private(set) var isBroken = false

    init(_ headers: HTTPHeaders) {
        for value in headers.values(for: "Cache-Control") { read(value) }
    }

    var isEmpty: Bool { directives.isEmpty }

    func contains(_ name: String) -> Bool { directives.contains { $0.name == name } }

    /// The argument of each directive with this name; nil for a directive without an argument.
    func arguments(of name: String) -> [String?] { directives.compactMap { $0.name == name ? .some($0.value) : nil } }

    /// The delta-seconds of a directive (section 1.2.2); nil if the directive is missing. An invalid number counts as 0, because the response
    /// must be treated as stale. A number that is too large counts as 2^31.
    func seconds(_ name: String) -> Double? {
        guard let directive = directives.first(where: { $0.name == name }) else { return nil }
        return directive.value.map { Self.seconds(in: $0) ?? 0 } ?? 0
    }

    /// nil if the text isn't a whole number.
    static func seconds(in text: String) -> Double? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return min(Double(text) ?? limit, limit)
    }

    private static let limit = Double(Int32.max) + 1

    private mutating func read(_ text: String) {
        var rest = text.utf8[...]
        while let first = rest.first {
            if Self.isSpace(first) || first == UInt8(ascii: ",") {
                rest.removeFirst()
                continue
            }
            let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ",") && !Self.isSpace($0) }
            rest = rest[name.endIndex...]
            var value: String?
            // White space around the "=" isn't valid, and other caches wouldn't accept such an argument either.
            if rest.first == UInt8(ascii: "=") {
                rest.removeFirst()
                value = argument(&rest)
            }
            directives.append((String(Substring(name)).lowercased(), value))
            let ignored = rest.prefix { $0 != UInt8(ascii: ",") }
            noteQuote(in: name)
            noteQuote(in: ignored)
            rest = rest[ignored.endIndex...]
        }
    }

    /// A token or a quoted string. A recipient accepts both forms for every directive.
    private mutating func argument(_ rest: inout Substring.UTF8View.SubSequence) -> String {
        guard rest.first == UInt8(ascii: "\"") else {
            let token = rest.prefix { $0 != UInt8(ascii: ",") }
            noteQuote(in: token)
            rest = rest[token.endIndex...]
            return String(Substring(token)).trimmingSpace
        }
        rest.removeFirst()
        var content: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") { return String(decoding: content, as: UTF8.self) }
            content.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
        }
        isBroken = true
        return String(decoding: content, as: UTF8.self)
    }

    private mutating func noteQuote(in text: Substring.UTF8View.SubSequence) {
        if text.contains(UInt8(ascii: "\"")) { isBroken = true }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}

extension String {
    /// The text without leading and trailing spaces and tabs.
    var trimmingSpace: String {
        let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let start = utf8.drop(while: isSpace)
        guard let end = start.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(Substring(start[...end]))
    }

    /// The members of a comma-separated list, in lower case (RFC 9110, section 5.6.1).
    var listedNames: [String] { utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0)).trimmingSpace.lowercased() } }
}
