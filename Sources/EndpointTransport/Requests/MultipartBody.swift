/// The parts of a form with files, as `multipart/form-data` (RFC 7578).
///
///     .multipart([.text("title", "Sunset"), .file("photo", url), .body("place", .json(place))])
///
/// Files and streams are read as they are sent. The boundary goes with the value, so each attempt sends the same bytes; it is part of
/// the `Content-Type`, so the endpoint's headers should have none of their own.
public struct MultipartBody: HTTPBody {
    public var parts: [Part]
    private let boundary: Boundary

    /// `boundary` is 1 to 70 of the characters of RFC 2046, section 5.1.1; by default it is random. Another, or one that occurs in a
    /// part's data, ends the call with ``APIError/Code/bodyEncoding``.
    public init(_ parts: [Part], boundary: String? = nil) {
        self.parts = parts
        self.boundary = boundary.map { .given($0) } ?? .random()
    }

    public func entity() throws -> HTTPBodyEntity {
        let entities = try parts.map { try $0.body.entity() }
        let boundary = try boundary.text(besides: entities)
        var all: [HTTPBodyEntity] = []
        for (index, part) in parts.enumerated() {
            var head = index == 0 ? "--\(boundary)\r\n" : "\r\n--\(boundary)\r\n"
            head += try part.head(contentType: entities[index].contentType)
            all += [HTTPBodyEntity(contentType: nil, content: .data(Data(head.utf8))), entities[index]]
        }
        let end = parts.isEmpty ? "--\(boundary)--\r\n" : "\r\n--\(boundary)--\r\n"
        all.append(HTTPBodyEntity(contentType: nil, content: .data(Data(end.utf8))))
        return HTTPBodyEntity(contentType: "multipart/form-data; boundary=\(Boundary.parameter(boundary))", content: .joined(all))
    }
}

extension HTTPBody where Self == MultipartBody {
    public static func multipart(_ parts: [MultipartBody.Part], boundary: String? = nil) -> MultipartBody {
        MultipartBody(parts, boundary: boundary)
    }
}

extension MultipartBody {
    /// One field of the form.
    ///
    /// `"`, CR and LF are escaped in names as browsers do it: as `%22`, `%0D` and `%0A` (WHATWG HTML, multipart form data).
    public struct Part: Sendable {
        public var name: String
        /// With one, most servers take the field for a file.
        public var filename: String?
        public var body: any HTTPBody

        /// Any body, with its content type.
        public static func body(_ name: String, _ body: any HTTPBody, filename: String? = nil) -> Part {
            Part(name: name, filename: filename, body: body)
        }

        /// In UTF-8, and without a content type, as browsers send a form's text.
        public static func text(_ name: String, _ value: String) -> Part {
            .body(name, HTTPBodyEntity(contentType: nil, content: .data(Data(value.utf8))))
        }

        public static func data(
            _ name: String, _ data: Data, filename: String? = nil, contentType: String = "application/octet-stream"
        ) -> Part {
            .body(name, .data(data, contentType: contentType), filename: filename)
        }

        /// Under the file's own name by default. For the content type see ``FileBody``.
        public static func file(_ name: String, _ url: URL, filename: String? = nil, contentType: String? = nil) -> Part {
            .body(name, .file(url, contentType: contentType), filename: filename ?? url.lastPathComponent)
        }

        /// What stands before its bytes.
        func head(contentType: String?) throws(APIError) -> String {
            var head = "Content-Disposition: form-data; name=\"\(Self.escaped(name))\""
            if let filename { head += "; filename=\"\(Self.escaped(filename))\"" }
            head += "\r\n"
            if let contentType {
                if contentType.holdsControlCharacter {
                    throw APIError(.bodyEncoding, "The content type of the part \(name.debugDescription) holds a control character.")
                }
                head += "Content-Type: \(contentType)\r\n"
            }
            return head + "\r\n"
        }

        private static func escaped(_ text: String) -> String {
            var output = ""
            for scalar in text.unicodeScalars {
                switch scalar {
                case "\"": output += "%22"
                case "\r": output += "%0D"
                case "\n": output += "%0A"
                default: output.unicodeScalars.append(scalar)
                }
            }
            return output
        }
    }
}

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
