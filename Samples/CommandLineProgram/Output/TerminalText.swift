/// Makes text from a service safe for a terminal.
package enum TerminalText {
    /// One line, in which each run of white space and control characters is a space, so that no escape sequence gets through.
    package static func line(_ text: String) -> String {
        var line = ""
        var needsSpace = false
        for scalar in text.unicodeScalars {
            if isBlank(scalar) {
                needsSpace = !line.isEmpty
            } else {
                if needsSpace { line.append(" ") }
                needsSpace = false
                line.unicodeScalars.append(scalar)
            }
        }
        return line
    }

    /// Whether it is white space, a control character, or one that changes the writing direction.
    private static func isBlank(_ scalar: UnicodeScalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
            || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

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
}
