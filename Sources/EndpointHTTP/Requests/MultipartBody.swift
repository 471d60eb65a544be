/// A form with files, as `multipart/form-data` (RFC 7578).
///
///     let route = Route.post("photos", body: .multipart([.text("title", "Sunset"), .file("photo", url), .body("place", .json(place))]))
///
/// Files and streams are read as they are sent. A body keeps its boundary, so that each attempt sends the same bytes. The boundary is part
/// of the `Content-Type`, so the endpoint's headers should not set that field.
public struct MultipartBody: HTTPBody {
    /// The parts in the order in which they are sent.
    public var parts: [Part]
    private let boundary: Boundary

    /// Creates a form from these parts.
    ///
    /// - Parameters:
    ///   - parts: the parts in the order in which they are sent.
    ///   - boundary: 1 to 70 characters that RFC 2046, section 5.1.1 allows; random if it is nil. An invalid boundary, or a boundary that
    ///     occurs in a part's data, ends the call with ``APIError/Code/bodyEncoding``.
    public init(_ parts: [Part], boundary: String? = nil) {
        self.parts = parts
        self.boundary = boundary.map { .given($0) } ?? .random()
    }

    private init(parts: [Part], boundary: Boundary) {
        self.parts = parts
        self.boundary = boundary
    }

    public func entity() throws -> HTTPBodyEntity { try entity(by: .standard) }

    public func entity(by convention: JSONConvention) throws -> HTTPBodyEntity {
        let entities = try parts.map { try $0.body.entity(by: convention) }
        if entities.contains(where: \.isNone) {
            let others = zip(parts, entities).filter { !$1.isNone }.map { Part(name: $0.name, filename: $0.filename, body: $1) }
            return try MultipartBody(parts: others, boundary: boundary).entity(by: convention)
        }
        let boundary = try boundary.text(besides: entities)
        var all: [HTTPBodyEntity] = []
        for (index, part) in parts.enumerated() {
            var head = index == 0 ? "--\(boundary)\r\n" : "\r\n--\(boundary)\r\n"
            head += try part.head(of: entities[index])
            all += [HTTPBodyEntity(contentType: nil, content: .data(Data(head.utf8))), entities[index]]
        }
        let end = parts.isEmpty ? "--\(boundary)--\r\n" : "\r\n--\(boundary)--\r\n"
        all.append(HTTPBodyEntity(contentType: nil, content: .data(Data(end.utf8))))
        return HTTPBodyEntity(contentType: "multipart/form-data; boundary=\(Boundary.parameter(boundary))", content: .joined(all))
    }
}

extension HTTPBody where Self == MultipartBody {
    /// Sends a form with files: `body: .multipart([.file("photo", url)])`.
    public static func multipart(_ parts: [MultipartBody.Part], boundary: String? = nil) -> MultipartBody {
        MultipartBody(parts, boundary: boundary)
    }
}

extension MultipartBody {
    /// One field of the form.
    ///
    /// Names may come from outside the program: `"`, CR and LF in them are escaped as in browsers, as `%22`, `%0D` and `%0A`, and each line
    /// break in a field's name becomes CR and LF (WHATWG HTML, multipart form data).
    public struct Part: Sendable {
        /// The field's name; several parts may have the same name.
        public var name: String
        /// The file name; nil if there is none. Most servers treat a field with a file name as a file.
        public var filename: String?
        /// The field's value, with its own content type. A value without a body, such as `.json(nil as Pet?)`, sends no part.
        public var body: any HTTPBody

        /// Any body, with its content type. Most servers treat a part with a file name as a file.
        public static func body(_ name: String, _ body: any HTTPBody, filename: String? = nil) -> Part {
            Part(name: name, filename: filename, body: body)
        }

        /// Text in UTF-8 without a content type, as browsers send it.
        public static func text(_ name: String, _ value: String) -> Part {
            .body(name, HTTPBodyEntity(contentType: nil, content: .data(Data(value.utf8))))
        }

        /// The text of a value, such as a number, a UUID or a ``Day``, written as in a query and without a content type. Several elements,
        /// such as those of an array, are joined by commas.
        public static func text(_ name: String, _ value: some QueryValue) -> Part { .body(name, QueryValueBody(name: name, value: value)) }

        /// Bytes in memory, sent as a file if `filename` isn't nil.
        public static func data(
            _ name: String, _ data: Data, filename: String? = nil, contentType: String = "application/octet-stream"
        ) -> Part {
            .body(name, .data(data, contentType: contentType), filename: filename)
        }

        /// A file, by default under its own name and with the content type that ``FileBody`` chooses. The file is read while it is sent.
        public static func file(_ name: String, _ url: URL, filename: String? = nil, contentType: String? = nil) -> Part {
            .body(name, .file(url, contentType: contentType), filename: filename ?? url.lastPathComponent)
        }

        /// The part's header fields and the empty line after them.
        func head(of entity: HTTPBodyEntity) throws(APIError) -> String {
            // Receivers ignore a part's other fields (RFC 7578, section 4.8).
            if entity.contentEncoding != nil {
                throw APIError(.bodyEncoding, "The part \(name.debugDescription) of a form can't be compressed. Compress the whole form.")
            }
            var head = "Content-Disposition: form-data; name=\"\(Self.escaped(Self.withWholeLineBreaks(name)))\""
            if let filename { head += "; filename=\"\(Self.escaped(filename))\"" }
            head += "\r\n"
            if let contentType = entity.contentType {
                if contentType.holdsControlCharacter {
                    throw APIError(.bodyEncoding, "The content type of the part \(name.debugDescription) contains a control character.")
                }
                head += "Content-Type: \(contentType)\r\n"
            }
            return head + "\r\n"
        }

        private static func withWholeLineBreaks(_ text: String) -> String {
            if !text.utf8.contains(where: { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }) { return text }
            var output = ""
            var last: Unicode.Scalar?
            for scalar in text.unicodeScalars {
                if last == "\r", scalar != "\n" { output += "\n" }
                if scalar == "\n", last != "\r" { output += "\r" }
                output.unicodeScalars.append(scalar)
                last = scalar
            }
            return last == "\r" ? output + "\n" : output
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

/// The text of a value, written as in a query.
private struct QueryValueBody: HTTPBody {
    let name: String
    let value: any QueryValue

    func entity() throws -> HTTPBodyEntity {
        var query = Query()
        value.append(to: &query, name: "value")
        if query.fault != nil {
            throw APIError(
                .bodyEncoding,
                "The part \(name.debugDescription) of a form has a number that isn't finite, or a date outside the years 0 to 9999.")
        }
        return HTTPBodyEntity(contentType: nil, content: .data(Data(query.map { $0.value ?? "" }.joined(separator: ",").utf8)))
    }
}

extension MultipartBody {
    /// The delimiter between two parts, which must not occur in any part.
    enum Boundary: Sendable {
        case given(String)
        case generated(String)

        static func random() -> Boundary {
            let letters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
            return .generated("EndpointKit-" + String((0..<24).map { _ in letters[Int.random(in: letters.indices)] }))
        }

        /// The boundary that is sent. If a random boundary occurs in a part, a prefix that is the same in each attempt makes it unique.
        /// Throws if a given boundary is invalid or occurs in a part.
        func text(besides entities: [HTTPBodyEntity]) throws(APIError) -> String {
            switch self {
            case .given(let text):
                guard Self.isValid(text) else {
                    throw APIError(
                        .bodyEncoding, "The boundary \(text.debugDescription) must have 1 to 70 of the characters that RFC 2046 allows.")
                }
                if Self.occurs(text, in: entities) {
                    throw APIError(
                        .bodyEncoding, "The boundary \(text.debugDescription) occurs in a part's data. Use another one, or none.")
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

        /// The boundary as a parameter of `Content-Type`: quoted unless it is a token.
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

        /// Whether the boundary occurs in the bytes in memory. Files and streams aren't searched, because their bytes aren't known yet.
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
