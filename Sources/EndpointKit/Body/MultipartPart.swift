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
