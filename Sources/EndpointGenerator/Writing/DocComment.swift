internal import EndpointHTTP

/// A documentation comment made from a description in the document. It is the first sentence, on one line.
enum DocComment {
    /// The lines of the comment; empty if no text remains.
    static func lines(_ text: String?, indent: Int) -> [String] {
        guard let text, case let sentence = sentence(of: text), !sentence.isEmpty else { return [] }
        let space = Lines.width - indent * 4 - 4
        return ["/// " + shortened(sentence, to: space)]
    }

    /// The first sentence without markup, with a full stop.
    static func sentence(of text: String) -> String {
        // A description may fill a page, but its first sentence is never that long.
        let plain = plain(text.prefix(2_000))
        let end = plain.firstMatch(of: /[.!?](?: (?=[^a-z])|$)/)?.range.lowerBound
        let sentence = String(end.map { plain.through($0) } ?? plain[...])
        guard let last = sentence.last, let first = sentence.first else { return "" }
        let start = first.isLowercase && !sentence.prefix { $0 != " " }.dropFirst().contains { $0.isUppercase || $0 == "_" }
        let capitalized = start ? first.uppercased() + sentence.dropFirst() : sentence
        return ".!?".contains(last) ? capitalized : capitalized + (":;,".contains(last) ? "…" : ".")
    }

    static func plain(_ text: Substring) -> String {
        var lines = text.split(whereSeparator: \.isNewline)
        // The text below a heading says more than the heading.
        if lines.count > 1 { lines.removeAll { $0.hasPrefix("#") } }
        var plain = lines.joined(separator: " ")
        plain = plain.replacing(/!?\[([^\]]*)\]\([^)]*\)/) { $0.output.1 }
        plain = plain.replacing(/<\/?[A-Za-z][^>]*>/, with: "")
        plain = plain.removing { "*`#".unicodeScalars.contains($0) }
        let visible = plain.unicodeScalars.map { Lines.isInvisible($0) ? " " : Character($0) }
        return String(visible).split(separator: " ").joined(separator: " ")
    }

    private static func shortened(_ text: String, to limit: Int) -> String {
        if text.count <= limit { return text }
        let words = text.prefix(limit - 1).split(separator: " ")
        return words.dropLast(words.count > 1 ? 1 : 0).joined(separator: " ") + "…"
    }
}
