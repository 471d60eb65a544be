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
            let word = rest.prefix { !Self.isBetweenWords($0) }
            rest = rest[word.endIndex...]
            shown += redact(word: word, isValue: isCredential || hides(name), mayBeValue: quotesValues)
            isCredential = ["bearer", "basic"].contains(String(word.split { !$0.isLetter }.last ?? "").lowercased())
            if !word.isEmpty {
                // `token: …`, `"token": …`
                let isNaming = "=:".contains(word.last ?? " ")
                name = isNaming ? Self.lastName(in: word.count == 1 ? last : word.dropLast()) : ""
                last = word
            }
            let gap = rest.prefix(while: Self.isBetweenWords)
            // `password="…"`
            if !name.isEmpty, hides(name), let quote = gap.last, "\"'".contains(quote) {
                let value = rest[gap.endIndex...].prefix { $0 != quote }
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

    private static func isBetweenWords(_ character: Character) -> Bool {
        character.isWhitespace || "\"'<>()[]{},".contains(character)
    }

    private static func lastName(in word: Substring) -> String { String(word.split { "?&;#/".contains($0) }.last ?? "") }

    private func redact(word: Substring, isValue: Bool, mayBeValue: Bool) -> String {
        if isValue, !word.isEmpty { return redact(value: word) }
        let equals = word.firstIndex(of: "=")
        if let start = word.firstRange(of: "//")?.lowerBound, equals.map({ start < $0 }) ?? true { return redact(urlText: String(word)) }
        if let equals, let query = word[..<equals].lastIndex(of: "?") {
            return redact(urlText: String(word[..<query])) + "?" + redact(items: Array(word[query...].utf8)[1...])
        }
        if let equals, equals < word.index(before: word.endIndex) {
            // A URL that is the value of a name is redacted part by part.
            let (name, value) = (String(word[..<equals]), word[equals...].dropFirst())
            if value.contains("//"), !hides(item: name) { return "\(name)=" + redact(urlText: String(value)) }
            if value.contains("&") { return redact(items: Array(word.utf8)[...]) }
            // Outside a query, names such as `code` are ordinary: `Code=-1004`.
            return "\(redact(name: name, before: value))=\(hides(name) ? value.shownLength : redact(value: value))"
        }
        // A user and a password before a host.
        if let at = word.lastIndex(of: "@"), word[..<at].contains(":") { return Self.mark + word[at...] }
        let bare = word.trimming { ".:;!?/\\".contains($0) }
        return mayBeValue && !bare.isPlainLiteral ? redact(value: bare) == bare ? String(word) : bare.shownLength : String(word)
    }
}
