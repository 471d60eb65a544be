extension MultipartBody {
    /// The line between two parts, which may occur in none of them.
    enum Boundary: Sendable {
        case given(String)
        case generated(String)

        static func random() -> Boundary {
            let letters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
            return .generated("EndpointKit-" + String((0..<24).map { _ in letters[Int.random(in: letters.indices)] }))
        }

        /// A random boundary gives way to what the parts hold, the same way each time; a given one is refused.
        func text(besides entities: [HTTPBodyEntity]) throws(APIError) -> String {
            switch self {
            case .given(let text):
                guard Self.isValid(text) else {
                    throw APIError(.bodyEncoding, "The boundary \(text.debugDescription) is not 1 to 70 of the characters of RFC 2046.")
                }
                if Self.occurs(text, in: entities) {
                    throw APIError(.bodyEncoding, "The boundary \(text.debugDescription) occurs in a part's data.")
                }
                return text
            case .generated(let text):
                var candidate = text
                var attempt = 0
                while Self.occurs(candidate, in: entities) {
                    attempt += 1
                    candidate = "\(attempt)-\(text)"
                }
                return candidate
            }
        }

        /// As it stands in `Content-Type`: quoted where it isn't a token.
        static func parameter(_ boundary: String) -> String {
            PercentEncoding.allSatisfy(boundary, .token) ? boundary : "\"\(boundary)\""
        }

        private static func isValid(_ text: String) -> Bool {
            let letters = text.utf8.allSatisfy { byte in
                byte < 0x80 && Character(UnicodeScalar(byte)).isLetter || (0x30...0x39).contains(byte)
                    || "'()+_,-./:=? ".utf8.contains(byte)
            }
            return letters && (1...70).contains(text.utf8.count) && text.utf8.last != UInt8(ascii: " ")
        }

        /// Files and streams aren't searched: nobody can say beforehand what they will hold.
        private static func occurs(_ boundary: String, in entities: [HTTPBodyEntity]) -> Bool {
            let delimiter = Array("--\(boundary)".utf8)
            return entities.contains { entity in
                guard case .data(let data) = entity.content else { return false }
                return data.withUnsafeBytes { contains(delimiter, in: $0) }
            }
        }

        private static func contains(_ needle: [UInt8], in bytes: UnsafeRawBufferPointer) -> Bool {
            guard bytes.count >= needle.count else { return false }
            for start in 0...(bytes.count - needle.count) where bytes[start] == needle[0] {
                if needle.indices.allSatisfy({ bytes[start + $0] == needle[$0] }) { return true }
            }
            return false
        }
    }
}
