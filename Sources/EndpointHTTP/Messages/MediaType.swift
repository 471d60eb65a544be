/// A parsed `Content-Type` (RFC 9110, section 8.3.1).
package struct MediaType {
    /// In lower case: `text/html`.
    package let name: String
    private let parameters: [(name: String, value: String)]

    package init(_ text: String) {
        var pieces = Self.split(text)
        name = pieces.isEmpty ? "" : Self.trimmed(pieces.removeFirst()).lowercased()
        parameters = pieces.compactMap { piece in
            guard let equals = piece.firstIndex(of: "=") else { return nil }
            return (Self.trimmed(piece[..<equals]).lowercased(), Self.unquoted(Self.trimmed(piece[equals...].trimmingPrefix("="))))
        }
    }

    /// The value of the first parameter with this name, without its quotes.
    package func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// Splits at each semicolon outside of quotes.
    private static func split(_ text: String) -> [Substring] {
        var pieces: [Substring] = []
        var start = text.startIndex
        var isQuoted = false
        var isEscaped = false
        for (index, scalar) in zip(text.unicodeScalars.indices, text.unicodeScalars) {
            if scalar == "\"", !isEscaped { isQuoted.toggle() }
            if scalar == ";", !isQuoted {
                pieces.append(text[start..<index])
                start = text.unicodeScalars.index(after: index)
            }
            isEscaped = isQuoted && scalar == "\\" && !isEscaped
        }
        return pieces + [text[start...]]
    }

    private static func trimmed(_ text: Substring) -> Substring { text.trimming { $0 == " " || $0 == "\t" } }

    private static func unquoted(_ text: Substring) -> String {
        guard text.utf8.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return String(text) }
        var value = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text.unicodeScalars.dropFirst().dropLast() {
            if scalar == "\\", !isEscaped {
                isEscaped = true
            } else {
                value.append(scalar)
                isEscaped = false
            }
        }
        return String(value)
    }
}
