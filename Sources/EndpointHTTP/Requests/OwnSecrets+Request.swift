extension OwnSecrets {
    package init(of request: HTTPRequest) {
        var found = Found(redaction: request.redaction)
        if !request.redaction.hidesNothing { found.add(request) }
        self.init(found.texts)
    }
}

private struct Found {
    let redaction: Redaction
    var texts: [String] = []

    mutating func add(_ request: HTTPRequest) {
        let added = Set(request.addedItems)
        for item in request.query {
            guard let value = item.value, added.contains(item) || !redaction.shows(value, ofItem: item.name) else { continue }
            add(value)
            add(partsOf: value)
        }
        for (field, shown) in zip(request.headers, redaction.redactedHeaders(of: request)) where field.value != shown.value {
            add(credentials: field)
        }
        add(request.path)
        texts += request.base.earlierSecrets.texts
        if case .data(let data)? = request.body?.plainContent, data.count <= Self.bodyLimit {
            add(body: data, MediaType(request.headers["Content-Type"] ?? request.body?.contentType ?? ""))
        }
    }

    private static let bodyLimit = 64 << 10

    private mutating func add(_ text: some StringProtocol) { texts.append(String(text)) }

    /// Adds a value that isn't shown. A short value is added only if its name is that of a secret.
    private mutating func add(value: String, named name: String) {
        guard redaction.hides(item: name) || value.utf8.count >= 6 && !redaction.shows(value, ofItem: name) else { return }
        add(value)
        // A key with its scope: `AKID/20300101/region`.
        for part in value.split(separator: "/") where part.utf8.count >= 6 && !part.isPlainValue { add(part) }
    }

    private mutating func add(_ path: Path) {
        for secret in path.secrets { add(PercentEncoding.decode(secret.utf8)) }
        for (index, segment) in path.encoded.split(separator: "/", omittingEmptySubsequences: false).prefix(64).enumerated()
        where path.kind(ofSegment: index) != .literal {
            let value = PercentEncoding.decode(segment.utf8)
            if value.utf8.count >= 6, !value.isPlainSegment { add(value) }
        }
    }

    /// Adds a field's value and the parts of it that a server may repeat: the text after the scheme (RFC 9110, section 11.4) and its
    /// parameters, a user and a password (RFC 7617), and cookies.
    private mutating func add(credentials field: HTTPHeaders.Field) {
        add(field.value)
        if field.name.equalsIgnoringASCIICase("Cookie") {
            for pair in field.value.split(separator: ";") {
                add((pair.split(separator: "=", maxSplits: 1).last ?? "").trimming { $0 == " " || $0 == "\"" })
            }
            return
        }
        add(partsOf: field.value)
        guard let space = field.value.firstIndex(of: " ") else { return add(pair: field.value) }
        let token = String(field.value[space...].trimming { $0 == " " })
        add(token)
        for credentials in Challenge.all(in: field.value) where credentials.scheme == "digest" {
            for parameter in credentials.parameters where Challenge.secrets.contains(parameter.name) { add(parameter.value) }
        }
        if let pair = Data(base64Encoded: token) { add(pair: String(decoding: pair, as: UTF8.self)) }
        if !token.contains(" ") { add(pair: token) }
    }

    /// Adds the user and the password of `user:password`.
    private mutating func add(pair: String) {
        let parts = pair.split(separator: ":", maxSplits: 1)
        if parts.count == 2 { for part in parts { add(part) } }
    }

    /// Adds the values in a form, in the parts of a multipart body, or in any other text. A short text is itself added as a value.
    private mutating func add(body: Data, _ type: MediaType) {
        let text = Self.text(of: body)
        if type.name == "application/x-www-form-urlencoded" {
            add(items: text)
        } else if type.name.hasPrefix("multipart/"), let boundary = type.parameter("boundary"), !boundary.isEmpty {
            for part in text.components(separatedBy: "--" + boundary) {
                let pieces = part.components(separatedBy: "\r\n\r\n")
                guard pieces.count > 1 else { continue }
                let content = String(pieces.dropFirst().joined(separator: "\r\n\r\n").trimming { $0 == "\r" || $0 == "\n" })
                let fields = MediaType(pieces[0].components(separatedBy: "\r\n").joined(separator: ";"))
                add(content: content, named: fields.parameter("name") ?? "")
            }
        } else {
            add(content: text, named: "")
        }
    }

    private mutating func add(content: String, named name: String) {
        if redaction.hides(item: name) || content.utf8.count <= 256 { add(value: content, named: name) }
        add(partsOf: content)
    }

    /// Decodes text in UTF-8, or in UTF-16 with a byte order mark.
    private static func text(of body: Data) -> String {
        let isLittle = body.starts(with: [0xFF, 0xFE])
        guard isLittle || body.starts(with: [0xFE, 0xFF]) else { return String(decoding: body, as: UTF8.self) }
        let bytes = Array(body.dropFirst(2))
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
        return String(decoding: units, as: UTF16.self)
    }

    private mutating func add(items text: String, _ level: Int = 0) {
        for item in Query(asIs: text) {
            guard let value = item.value else { continue }
            add(value: value, named: item.name)
            add(partsOf: value, level + 1)
        }
    }

    /// Adds the values in a text: JSON, JSON lines, a form or a relative URL, and names with values in any other syntax.
    ///
    /// - Parameter level: how many other texts this text is nested in.
    private mutating func add(partsOf text: String, _ level: Int = 0) {
        guard level <= EscapedText.depth, text.utf8.contains(where: { "=:<\"'".utf8.contains($0) }) else { return }
        if let document = try? JSON(parsing: Data(text.utf8)) { return add(document, named: "", level) }
        if !text.utf8.contains(where: { $0 <= 0x20 || "\"'<".utf8.contains($0) }), text.contains("=") {
            add(items: String(text.split(separator: "?", maxSplits: 1).last ?? ""), level)
        }
        let lines = text.unicodeScalars.split { $0 == "\r" || $0 == "\n" }.map { String($0) }
        let documents = lines.count > 1 ? lines.map { try? JSON(parsing: Data($0.utf8)) } : []
        for document in documents { if let document { add(document, named: "", level) } }
        if documents.contains(nil) || documents.isEmpty {
            for (name, value) in NamedValues.all(in: text) {
                add(value: value, named: name)
                add(partsOf: value, level + 1)
            }
        }
    }

    private mutating func add(_ value: JSON, named name: String, _ level: Int) {
        switch value {
        case .string(let text):
            add(value: text, named: name)
            add(partsOf: text, level + 1)
        case .number: add(value: value.description, named: name)
        case .array(let elements): for element in elements { add(element, named: name, level) }
        case .object(let object):
            // `{"name": "token", "value": "…"}`
            let own = (object["name"] ?? object["key"])?.string ?? ""
            for (key, value) in object {
                add(value, named: redaction.hides(name) ? name : key == "value" && redaction.hides(own) ? own : key, level)
            }
        case .bool, .null: break
        }
    }
}
