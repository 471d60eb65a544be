// Redacts text of unknown content, such as messages from a service.
extension Redaction {
    /// The text, in which only URLs, `name=value` pairs, and credentials after `Bearer` and `Basic` are redacted.
    ///
    /// - Parameter quotesValues: whether each word may be a value. If so, a word that isn't harmless appears only as its length.
    package func redact(text: String, quotesValues: Bool = false) -> String {
        if hidesNothing { return text }
        var shown = ""
        var rest = text[...]
        var (isCredential, name, last) = (false, "", Substring())
        while !rest.isEmpty {
            let word = rest.upTo(Self.isBetweenWords)
            rest = rest[word.endIndex...]
            shown += redact(word: word, isValue: isCredential || hides(name), mayBeValue: quotesValues)
            let scheme = word.unicodeScalars.split { !$0.properties.isAlphabetic }.last.map { String($0) } ?? ""
            isCredential = ["bearer", "basic"].contains(scheme.lowercased())
            if !word.isEmpty {
                // `token: …`, `"token": …`
                let isNaming = word.hasSuffix("=") || word.hasSuffix(":")
                name = isNaming ? Self.lastName(in: word.utf8.count == 1 ? last : Substring(word.unicodeScalars.dropLast())) : ""
                last = word
            }
            let gap = rest.upTo { !Self.isBetweenWords($0) }
            // `password="…"`
            if !name.isEmpty, hides(name), let quote = gap.unicodeScalars.last, "\"'".unicodeScalars.contains(quote) {
                let value = rest[gap.endIndex...].upTo { $0 == quote }
                shown += gap + value.shownLength
                rest = rest[value.endIndex...]
                name = ""
            } else {
                shown += gap
                rest = rest[gap.endIndex...]
            }
        }
        return shown
    }

    private static func isBetweenWords(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || "\"'<>()[]{},".unicodeScalars.contains(scalar)
    }

    private static func lastName(in word: Substring) -> String {
        word.unicodeScalars.split { "?&;#/".unicodeScalars.contains($0) }.last.map { String($0) } ?? ""
    }

    private func redact(word: Substring, isValue: Bool, mayBeValue: Bool) -> String {
        if isValue, !word.isEmpty { return redact(value: word) }
        let equals = word.firstIndex(of: "=")
        if let start = word.firstRange(of: "//")?.lowerBound, equals.map({ start < $0 }) ?? true { return redact(urlText: String(word)) }
        if let equals, let query = word[..<equals].lastIndex(of: "?") {
            return redact(urlText: String(word[..<query])) + "?" + redact(items: Array(word[query...].utf8)[1...])
        }
        if let equals, word[equals...].utf8.count > 1 {
            // A URL that is the value of a name is redacted part by part.
            let (name, value) = (String(word[..<equals]), word[equals...].trimmingPrefix("="))
            if value.contains("//"), !hides(item: name) { return "\(name)=" + redact(urlText: String(value)) }
            if value.contains("&") { return redact(items: Array(word.utf8)[...]) }
            // Outside a query, names such as `code` are ordinary: `Code=-1004`.
            return "\(redact(name: name, before: value))=\(hides(name) ? value.shownLength : redact(value: value))"
        }
        // A user and a password before a host.
        if let at = word.lastIndex(of: "@"), word[..<at].contains(":") { return Self.mark + word[at...] }
        let bare = word.trimming { ".:;!?/\\".unicodeScalars.contains($0) }
        return mayBeValue && !bare.isPlainLiteral ? redact(value: bare) == bare ? String(word) : bare.shownLength : String(word)
    }
}
