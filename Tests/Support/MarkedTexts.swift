/// Texts in which a delimiter has a mark beside it. Swift reads the two as one character, which isn't the delimiter.
public enum MarkedTexts {
    /// Combining marks, a variation selector, an enclosing mark, a spacing mark and a joiner.
    public static let marks = ["\u{301}", "\u{338}", "\u{FE0F}", "\u{20E3}", "\u{903}", "\u{200D}"]

    /// For each mark, a text with the mark before and after each of the delimiters.
    public static func texts(beside delimiters: String) -> [String] {
        marks.map { mark in
            delimiters.unicodeScalars.reduce("a\(mark)") { $0 + "b\(mark)\($1)\(mark)c\($1)\(mark)" } + "d"
        }
    }

    /// The same, and texts with CRLF.
    public static func lines(beside delimiters: String) -> [String] {
        texts(beside: delimiters) + [delimiters.unicodeScalars.reduce("a") { $0 + "\($1)\r\n\($1)" } + "b", "\r\n", "a\r", "a\n"]
    }
}

extension String {
    /// Whether the two strings have the same bytes. `==` ignores how a character is composed.
    public func isExactly(_ other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }
}
