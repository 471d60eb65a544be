extension Redaction {
    /// Any text that may have URLs or `name=value` in it: without the users of URLs, and without what is hidden.
    func redact(text: String) -> String {
        if hidesNothing { return text }
        var output = ""
        var rest = text[...]
        while !rest.isEmpty {
            let word = rest.prefix { !Self.isBetweenWords($0) }
            output += redact(word: word)
            rest = rest[word.endIndex...]
            let gap = rest.prefix(while: Self.isBetweenWords)
            output += gap
            rest = rest[gap.endIndex...]
        }
        return output
    }

    private static func isBetweenWords(_ character: Character) -> Bool { character.isWhitespace || "\"'<>()[]{},".contains(character) }

    private func redact(word: Substring) -> String {
        var word = word
        var output = ""
        if let start = word.firstRange(of: "//")?.upperBound, let user = word[start...].lastIndex(of: "@") {
            output = word[..<start] + Self.mark
            word = word[user...]
        }
        // The parts of a query, with what separates them.
        while !word.isEmpty {
            let item = word.prefix { !"?&;#".contains($0) }
            word = word[item.endIndex...]
            if let equals = item.firstIndex(of: "="), hides(PercentEncoding.decode(item[..<equals].utf8, plusIsSpace: true)) {
                output += item[...equals] + Self.mark
            } else {
                output += item
            }
            output += word.prefix(1)
            word = word.dropFirst()
        }
        return output
    }
}
