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
            return (Self.trimmed(piece[..<equals]).lowercased(), Self.unquoted(Self.trimmed(piece[piece.index(after: equals)...])))
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
        for index in text.indices {
            let character = text[index]
            if character == "\"", !isEscaped { isQuoted.toggle() }
            if character == ";", !isQuoted {
                pieces.append(text[start..<index])
                start = text.index(after: index)
            }
            isEscaped = isQuoted && character == "\\" && !isEscaped
        }
        return pieces + [text[start...]]
    }

    private static func trimmed(_ text: Substring) -> Substring { text.trimming { $0 == " " || $0 == "\t" } }

    private static func unquoted(_ text: Substring) -> String {
        guard text.count >= 2, text.first == "\"", text.last == "\"" else { return String(text) }
        var value = ""
        var isEscaped = false
        for character in text.dropFirst().dropLast() {
            if character == "\\", !isEscaped {
                isEscaped = true
            } else {
                value.append(character)
                isEscaped = false
            }
        }
        return value
    }
}
