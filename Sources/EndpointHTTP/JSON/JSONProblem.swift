internal import JSONScanner

extension JSONTape {
    /// The position of an error in a text, and what was expected and found there.
    package struct Problem: Error {
        /// The offset of the error, in bytes.
        package let offset: Int
        /// nil if the message names only what was found.
        package var wanted: String?
        package let found: String
        package var suggestion: String?

        package init(offset: Int, wanted: String? = nil, found: String, suggestion: String? = nil) {
            self.offset = offset
            self.wanted = wanted
            self.found = found
            self.suggestion = suggestion
        }

        package var reason: String { wanted.map { "expected \($0), found \(found)" } ?? "found \(found)" }

        /// The problem as an error for the caller of a decoder.
        func decodingError(at path: [any CodingKey] = []) -> DecodingError {
            .dataCorrupted(
                DecodingError.Context(codingPath: path, debugDescription: "At byte \(offset): \(reason).", underlyingError: self))
        }
    }

    /// Why the text isn't JSON; nil if it is.
    package var failure: Problem? { tape.failure.problem == JSON_FINE ? nil : problem(tape.failure) }

    /// Whether no part of the text could be read.
    package var isEmpty: Bool { tape.count == 0 }

    /// The number of problems after which the rest of a lenient text isn't read.
    package static let problemLimit = JSON_PROBLEM_LIMIT

    /// The errors after which lenient reading continued, in the order in which they occur in the text.
    package var problems: [Problem] { (0..<Int(tape.problem_count)).map { problem(tape.problems[$0]) } }

    private func problem(_ place: json_place) -> Problem {
        let offset = Int(place.offset)
        func unexpected(_ wanted: String) -> Problem { Problem(offset: offset, wanted: wanted, found: kind(at: offset)) }
        func found(_ what: String) -> Problem { Problem(offset: offset, found: what) }
        switch place.problem {
        case JSON_WANTS_VALUE: return unexpected("a value")
        case JSON_WANTS_KEY: return unexpected("a key")
        case JSON_WANTS_COLON: return unexpected("\":\"")
        case JSON_WANTS_COMMA_OR_BRACKET: return unexpected("\",\" or \"]\"")
        case JSON_WANTS_COMMA_OR_BRACE: return unexpected("\",\" or \"}\"")
        case JSON_WANTS_DIGIT: return unexpected("a digit")
        case JSON_WANTS_END: return unexpected(isLenient ? "the end of the file" : "the end")
        case JSON_TOO_DEEP: return found("arrays and objects more than \(JSON.depthLimit) deep")
        case JSON_TOO_LONG: return found("more than 4 GB of text")
        case JSON_TOO_MANY_PROBLEMS: return Problem(offset: offset, wanted: "valid JSON", found: "more mistakes than are listed")
        case JSON_OPEN_STRING: return found("an unterminated string")
        case JSON_LINE_BREAK: return found("a line break in a string")
        case JSON_CONTROL_CHARACTER: return found("a control character in a string")
        case JSON_BAD_ESCAPE: return found(#"a "\" that begins no escape"#)
        case JSON_BAD_UNICODE_ESCAPE: return found(#"a "\u" without four hexadecimal digits"#)
        case JSON_FOUND_WORD: return Problem(offset: offset, wanted: "a value", found: "a word without quotes")
        case JSON_FOUND_KEY_WITHOUT_QUOTES: return Problem(offset: offset, wanted: "a key in quotes", found: "a word without quotes")
        default: return found("more than fits into memory")
        }
    }

    /// Names the kind of value at an offset, for a message that doesn't quote the text, which may be secret.
    private func kind(at offset: Int) -> String {
        guard offset < byteCount else { return isLenient ? "the end of the file" : "the end" }
        let rest = UnsafeBufferPointer(start: bytes + offset, count: byteCount - offset)
        let byte = rest[0]
        switch byte {
        case UInt8(ascii: "\""): return "a string"
        case UInt8(ascii: "-"), 0x30...0x39: return "a number"
        case UInt8(ascii: "'"): return "a single quote"
        case UInt8(ascii: "/") where rest.starts(with: "/*".utf8): return "an unterminated comment"
        case _ where rest.starts(with: "“".utf8) || rest.starts(with: "”".utf8): return "a typographic quote"
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            return "a word without quotes"
        case 0..<0x20, 0x7F: return "a control character"
        default: return "\"\(Unicode.Scalar(byte))\""
        }
    }
}
