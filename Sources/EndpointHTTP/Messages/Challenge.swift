/// A scheme with its parameters, in a server's challenge or a client's credentials (RFC 9110, sections 11.3 and 11.4).
package struct Challenge {
    /// In lower case: `digest`.
    package let scheme: String
    /// Names are in lower case, and values have no quotes. Empty if the scheme has a token instead of parameters.
    package private(set) var parameters: [(name: String, value: String)] = []

    /// The first value of the parameter with this name, which must be in lower case.
    package subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// The parameters of Digest that identify the sender of a request, or the key that signs it (RFC 7616, section 3.4).
    package static let secrets: Set = ["username", "username*", "response", "cnonce"]

    /// The challenges in a field's value, in order. Anything else in the value is skipped.
    package static func all(in text: String) -> [Challenge] {
        var challenges: [Challenge] = []
        var scanner = FieldScanner(text)
        while !scanner.isAtEnd {
            scanner.skip { $0.isBlank || $0 == UInt8(ascii: ",") }
            let word = scanner.word(until: "=,\"").lowercased()
            scanner.skipBlanks()
            if scanner.take(UInt8(ascii: "=")) {
                scanner.skipBlanks()
                let value = scanner.quoted() ?? scanner.word(until: ",")
                if let last = challenges.indices.last { challenges[last].parameters.append((word, value)) }
                scanner.skipElement()
            } else if word.isEmpty {
                scanner.skipElement()
            } else {
                challenges.append(Challenge(scheme: word))
                scanner.skipToken()
            }
        }
        return challenges
    }

    /// The parameters of a field without a scheme, such as `Authentication-Info`.
    package static func parameters(of text: String) -> Challenge { all(in: "info " + text).first ?? Challenge(scheme: "") }
}

extension FieldScanner {
    /// Skips a token that replaces a scheme's parameters, as in `Negotiate YII=`.
    fileprivate mutating func skipToken() {
        var copy = self
        let word = copy.word(until: "=,\"")
        if word.isEmpty { return }
        copy.skip { $0 == UInt8(ascii: "=") }
        copy.skipBlanks()
        // After a token, the next challenge or the end must follow.
        if copy.isAtEnd || copy.take(UInt8(ascii: ",")) { self = copy }
    }
}
