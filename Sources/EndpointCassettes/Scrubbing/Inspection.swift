import EndpointKit

/// Inspects a value in any encoding, and replaces each secret in it.
///
/// A value may be JSON, a URL, the items of a form, or text that contains `name=value` and `name: value`. Each of these may be nested in
/// another, percent-encoded or with JSON escapes. Replacements preserve the encoding: a form's value remains percent-encoded, and JSON can
/// still be decoded. Each level reads a byte a bounded number of times, and there are at most ``depth`` levels.
///
/// All functions return nil if there is nothing to hide.
struct Inspection {
    enum Kind {
        case value
        /// The rest of a line after a name, or of a path after a parameter. The secret may be only its start.
        case rest(start: String)
        /// A JSON number, which becomes 0.
        case number
        /// The user, perhaps with a password, that precedes the host in a URL.
        case user
        /// The whole value of a header field.
        case field(HTTPHeaders.Field)
    }

    static let depth = 6

    let redaction: Redaction
    /// Returns the replacement for a secret.
    let hide: (_ secret: String, _ kind: Kind) -> String

    init(_ redaction: Redaction, hide: @escaping (_ secret: String, _ kind: Kind) -> String = { _, _ in Redaction.mark }) {
        self.redaction = redaction
        self.hide = hide
    }

    /// Inspects text that may contain URLs, documents and credentials.
    func text(_ text: String) -> String {
        if redaction.hidesNothing { return text }
        return value(Array(text.utf8)[...], 0).map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// - Parameters:
    ///   - level: the number of values that contain this one.
    ///   - isBody: whether it is a complete text, in which a value after `=` ends with its line.
    func value(_ text: ArraySlice<UInt8>, _ level: Int, isBody: Bool = false, isCode: Bool = false) -> [UInt8]? {
        guard level < Self.depth, isBody || Self.mayHoldSecret(text) else { return nil }
        var edits = Edits(text)
        // JSON may be followed by text or another document, as in a server's warning or in JSON lines.
        var rest = text
        while let end = JSONText.endOfDocument(rest) {
            inspect(document: rest[..<end], level, &edits)
            rest = rest[end...]
        }
        if !isBody, Self.isURL(rest) {
            if let shown = url(rest, level) { edits.replace(rest.indices, with: shown) }
        } else if let shown = looseText(Array(rest), level, isBody: isBody, isCode: isCode || !isBody && GraphQLText.isDocument(rest)) {
            edits.replace(rest.indices, with: shown)
        }
        return edits.shown
    }

    /// Most text needs no further check, because it lacks the characters found in URLs with secrets, documents and credentials.
    private static func mayHoldSecret(_ text: ArraySlice<UInt8>) -> Bool {
        var last: UInt8 = 0
        for byte in text {
            if "=:@/{<\\%".utf8.contains(byte) || byte == 0x20 && "rRcC".utf8.contains(last) { return true }
            last = byte
        }
        return false
    }

    // MARK: JSON

    /// Hides the values of hidden names, and secrets inside other strings.
    private func inspect(document: ArraySlice<UInt8>, _ level: Int, _ edits: inout Edits) {
        var scanner = JSONScanner(document)
        while let string = scanner.nextString() {
            let text = EscapedText.unescaped(string.text)
            if scanner.skipColon(), redaction.hides(String(decoding: text, as: UTF8.self)) {
                let value = scanner.skipValue()
                if !value.isEmpty { edits.replace(value, with: hidden(json: document[value])) }
            } else if let shown = value(text[...], level + 1) {
                edits.replace(string.range, with: JSON.string(String(decoding: shown, as: UTF8.self)).description.utf8)
            }
        }
    }

    /// The replacement for a hidden value, which is of the same kind, so that the document can still be decoded.
    private func hidden(json bytes: ArraySlice<UInt8>) -> [UInt8] {
        // A value that isn't valid JSON was truncated, or follows a name in another syntax.
        let isNumber = bytes.first.map("-0123456789".utf8.contains) == true && JSONText.isValid(bytes)
        let value = (try? JSON(parsing: bytes)) ?? (isNumber ? 0 : .string(JSONText.unquoted(bytes)))
        return Array(hidden(value).description.utf8)
    }

    private func hidden(_ value: JSON) -> JSON {
        switch value {
        case .null, .bool: return value
        case .number:
            _ = hide(value.description, .number)
            return 0
        // An empty string ends a list of pages.
        case .string(let text): return .string(text.isEmpty ? "" : hide(text, .value))
        case .array(let elements): return .array(elements.map { hidden($0) })
        case .object(var object):
            for key in object.keys { object[key] = object[key].map { hidden($0) } }
            return .object(object)
        }
    }

    // MARK: Texts

    /// Hides the values of hidden names: in `name=value` and `name: value` with or without quotes, and in the attributes and content of
    /// elements. The words in between are searched for secrets.
    private func looseText(_ text: [UInt8], _ level: Int, isBody: Bool, isCode: Bool) -> [UInt8]? {
        var scanner = LooseText(bytes: text, isCode: isCode, isBody: isBody)
        var edits = Edits(text[...]) { words($0, level) }
        func hides(_ name: Range<Int>) -> Bool { redaction.hides(String(decoding: text[name], as: UTF8.self)) }
        func hide(_ value: Range<Int>) {
            let part = text[value]
            let isQuoted = value.lowerBound > 0 && text[value.lowerBound - 1] == UInt8(ascii: "\"")
            let isJSON = !isQuoted && part.first.map("[{-0123456789tfn".utf8.contains) == true && scanner.isAfterQuotedName(value)
            let plain = isQuoted ? String(decoding: EscapedText.unescaped(part), as: UTF8.self) : JSONText.unquoted(part)
            let start = plain.upTo { " \t\r\n,;&/<\"'".unicodeScalars.contains($0) }
            edits.replace(
                value, with: isJSON ? hidden(json: part) : Array(self.hide(plain, isQuoted ? .value : .rest(start: String(start))).utf8))
        }
        while let next = scanner.next() {
            switch next {
            case .document(let range):
                var document = Edits(text[range])
                inspect(document: text[range], level, &document)
                if let shown = document.shown { edits.replace(range, with: shown) } else { edits.keep(range) }
                scanner.skip(range)
            case .cell(let range):
                let quote = UInt8(ascii: "\"")
                let content = text[range].dropFirst().dropLast()
                let plain = content.split(separator: [quote, quote], omittingEmptySubsequences: false).joined(separator: [quote])
                if let shown = value(Array(plain)[...], level + 1) {
                    let parts = shown.split(separator: quote, omittingEmptySubsequences: false)
                    edits.replace(content.indices, with: parts.joined(separator: [quote, quote]))
                } else {
                    edits.keep(range)
                }
                scanner.skip(range)
            case .string(let range):
                let plain = EscapedText.unescaped(text[range].dropFirst().dropLast())
                let name = (range.lowerBound + 1)..<(range.upperBound - 1)
                if redaction.hides(String(decoding: plain, as: UTF8.self)), let value = scanner.value(after: name) {
                    hide(value)
                } else if let shown = value(plain[...], level + 1) {
                    edits.replace(range, with: JSON.string(String(decoding: shown, as: UTF8.self)).description.utf8)
                    scanner.skip(range)
                }
            case .name(let name):
                if let pair = scanner.pair(at: name) {
                    for value in pair.values where pair.isHidden(value, by: hides) && !value.text.isEmpty { hide(value.text) }
                    let content =
                        hides(pair.name) && !pair.hasValue
                        ? scanner.contentAfterName() : pair.isTag && hides(name) ? scanner.value(after: name) : nil
                    if let content { hide(content) }
                } else if scanner.mayHaveValue(name), hides(name), let value = scanner.value(after: name) {
                    hide(value)
                }
            }
        }
        return edits.shown
    }

    /// Hides the secrets in URLs and in `name=value`, and credentials after `Bearer` and `Basic`.
    private func words(_ text: ArraySlice<UInt8>, _ level: Int) -> [UInt8]? {
        var edits = Edits(text)
        var rest = text
        var isAfterScheme = false
        while !rest.isEmpty {
            var word = rest.prefix { !Self.isBetweenWords($0) }
            // The backslash of an escaped quotation mark isn't part of the word before it.
            if rest[word.endIndex...].first.map(LooseText.isQuote) == true { while word.last == UInt8(ascii: "\\") { word.removeLast() } }
            if isAfterScheme, Self.isCredential(word) {
                edits.replace(word.indices, with: hide(String(decoding: word, as: UTF8.self), .value).utf8)
            } else if let shown = self.word(word, level) {
                edits.replace(word.indices, with: shown)
            }
            isAfterScheme = Self.isScheme(word)
            rest = rest[word.endIndex...].drop { Self.isBetweenWords($0) || $0 == UInt8(ascii: "\\") }
        }
        return edits.shown
    }

    private static func isBetweenWords(_ byte: UInt8) -> Bool { byte <= 0x20 || "\"'<>()[]{},".utf8.contains(byte) }

    /// `Bearer`, `Authorization=Bearer`.
    private static func isScheme(_ word: ArraySlice<UInt8>) -> Bool {
        guard let last = word.last, "rRcC".utf8.contains(last) else { return false }
        return ["bearer", "basic"].contains(
            String(decoding: word.suffix(7), as: UTF8.self).unicodeScalars.split { !$0.properties.isAlphabetic }.last.map {
                String($0).lowercased()
            })
    }

    /// Distinguishes a credential from the next word of a sentence or of a challenge: `Bearer token`, `Basic charset=UTF-8`.
    private static func isCredential(_ word: ArraySlice<UInt8>) -> Bool {
        var text = word
        while text.last == UInt8(ascii: "=") { text.removeLast() }
        if text.isEmpty || text.contains(UInt8(ascii: "=")) { return false }
        return text.count > 24 || text.contains { (0x30...0x39).contains($0) }
            || zip(text, text.dropFirst()).contains { (0x61...0x7A).contains($0) && (0x41...0x5A).contains($1) }
    }
}

/// Text in which parts are replaced, in order.
struct Edits {
    private let text: ArraySlice<UInt8>
    private let between: (ArraySlice<UInt8>) -> [UInt8]?
    private var output: [UInt8] = []
    private var index: Int
    private var isChanged = false

    /// - Parameter between: changes the text between the replaced parts.
    init(_ text: ArraySlice<UInt8>, between: @escaping (ArraySlice<UInt8>) -> [UInt8]? = { _ in nil }) {
        self.text = text
        self.between = between
        index = text.startIndex
    }

    mutating func replace(_ range: Range<Int>, with shown: some Sequence<UInt8>) {
        append(upTo: range.lowerBound)
        output += shown
        index = range.upperBound
        isChanged = true
    }

    /// Leaves a part of the text unchanged.
    mutating func keep(_ range: Range<Int>) {
        append(upTo: range.lowerBound)
        output += text[range]
        index = range.upperBound
    }

    private mutating func append(upTo end: Int) {
        let gap = text[index..<end]
        if gap.isEmpty { return }
        let shown = between(gap)
        output += shown ?? Array(gap)
        if shown != nil { isChanged = true }
    }

    /// nil if nothing was replaced.
    var shown: [UInt8]? {
        var whole = self
        whole.append(upTo: text.endIndex)
        return whole.isChanged ? whole.output : nil
    }
}
