/// Measures and cuts text by the columns that it takes on a terminal.
package enum TerminalText {
    /// The number of columns that the text takes on a terminal.
    package static func width(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

    static func width(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if character.unicodeScalars.contains(where: { $0 == "\u{FE0F}" || $0.properties.isEmojiPresentation }) { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return wide.contains { $0.contains(first.value) } ? 2 : 1
        }
    }

    /// East Asian Wide and Fullwidth (Unicode Standard Annex 11), by block.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
    ]

    /// The text in at most `width` columns, with `…` where it is cut.
    package static func truncated(_ text: String, to width: Int) -> String {
        guard Self.width(text) > width else { return text }
        var kept = ""
        var room = width - 1
        for character in text {
            room -= Self.width(character)
            if room < 0 { break }
            kept.append(character)
        }
        while kept.last == " " { kept.removeLast() }
        return kept + "…"
    }

    /// The text in lines of at most `width` columns, broken between words. A word that is wider has a line of its own.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        text.split(separator: " ").reduce(into: [String]()) { lines, word in
            if let line = lines.last, Self.width(line) + 1 + Self.width(String(word)) <= width {
                lines[lines.count - 1] = line + " " + word
            } else {
                lines.append(String(word))
            }
        }
    }
}
