internal import EndpointKit

/// Measures and truncates text by the columns that it takes on a terminal.
package enum TerminalText {
    /// The number of columns that the text takes on a terminal.
    package static func width(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

    /// A sequence that forms one emoji or one flag takes two columns; in any other character, each letter takes its own columns.
    static func width(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if isFlag(scalars) || scalars.contains(where: { $0.properties.isEmojiPresentation && !regionalIndicators.contains($0) }) {
            return 2
        }
        // The variation selector requests an emoji instead of a text symbol, if there is one.
        if first.properties.isEmoji, scalars.contains("\u{FE0F}") { return 2 }
        return scalars.reduce(0) { $0 + width($1) }
    }

    private static let regionalIndicators: ClosedRange<Unicode.Scalar> = "\u{1F1E6}"..."\u{1F1FF}"

    private static func isFlag(_ scalars: String.UnicodeScalarView) -> Bool {
        scalars.count == 2 && scalars.allSatisfy(regionalIndicators.contains)
    }

    private static func width(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .format: return 0
        default: return joining.contains { $0.contains(scalar.value) } ? 0 : wide.contains { $0.contains(scalar.value) } ? 2 : 1
        }
    }

    /// The vowels and the final consonants of Hangul, which are drawn into the syllable of the preceding letter.
    private static let joining: [ClosedRange<UInt32>] = [0x1160...0x11FF, 0xD7B0...0xD7FF]

    /// East Asian Wide and Fullwidth (Unicode Standard Annex 11), by block, without characters that are emoji themselves.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
        0x1F200...0x1F265, 0x20000...0x3FFFD,
    ]

    /// The JSON text with escapes in place of the characters that a terminal would interpret. It has the same values.
    static func escaped(json text: String) -> String {
        text.unicodeScalars.map { scalar in
            scalar.isVisible || scalar == "\n" ? String(scalar) : "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()
        }.joined()
    }

    /// The text in at most `width` columns, with `…` where it is truncated.
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

    /// The text in lines of at most `width` columns, broken between words. A word that is wider has its own line.
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
