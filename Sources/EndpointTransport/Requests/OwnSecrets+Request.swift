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
        let added = Set(request.marksAdditions ? request.additions : [])
        for item in request.query {
            guard let value = item.value, added.contains(item) || !redaction.shows(value, ofItem: item.name) else { continue }
            add(value)
            addItems(of: value)
        }
        for (field, shown) in zip(request.headers, redaction.redactedHeaders(of: request)) where field.value != shown.value {
            add(credentials: field)
        }
        add(request.path)
        texts += request.base.addedSecrets?(request) ?? []
        if case .data(let data)? = request.body?.plainContent, data.count <= Self.bodyLimit {
            add(body: data, MediaType(request.headers["Content-Type"] ?? request.body?.contentType ?? ""))
        }
    }

    private static let bodyLimit = 64 << 10

    private mutating func add(_ text: some StringProtocol) { texts.append(String(text)) }

    /// A value that isn't shown, if it is no short word.
    private mutating func add(value: String, named name: String) {
        if redaction.hides(item: name) || value.utf8.count >= 6 && !redaction.shows(value, ofItem: name) { add(value) }
    }

    /// The values of a relative URL or a form inside of a value.
    private mutating func addItems(of value: String) {
        guard value.contains("=") else { return }
        let query = value.split(separator: "?", maxSplits: 1).last ?? ""
        for item in Query(asIs: String(query)) { add(value: item.value ?? "", named: item.name) }
    }

    private mutating func add(_ path: Path) {
        for secret in path.secrets { add(PercentEncoding.decode(secret.utf8)) }
        for (index, segment) in path.encoded.split(separator: "/", omittingEmptySubsequences: false).prefix(64).enumerated()
        where path.kind(ofSegment: index) != .literal {
            let value = PercentEncoding.decode(segment.utf8)
            if value.utf8.count >= 6, !value.isPlainSegment { add(value) }
        }
    }

    /// A value with what may be repeated of it: what follows the scheme (RFC 9110, section 11.4), a user and a password
    /// (RFC 7616, RFC 7617), cookies.
    private mutating func add(credentials field: HTTPHeaders.Field) {
        add(field.value)
        if field.name.equalsIgnoringASCIICase("Cookie") {
            for pair in field.value.split(separator: ";") { add(pair.split(separator: "=", maxSplits: 1).last ?? "") }
            return
        }
        guard let space = field.value.firstIndex(of: " ") else { return }
        let token = field.value[space...].trimming { $0 == " " }
        add(token)
        for credentials in Challenge.all(in: field.value) where credentials.scheme == "digest" {
            for parameter in credentials.parameters where Challenge.secrets.contains(parameter.name) { add(parameter.value) }
        }
        guard field.value[..<space].lowercased() == "basic", let pair = Data(base64Encoded: String(token)) else { return }
        for part in String(decoding: pair, as: UTF8.self).split(separator: ":", maxSplits: 1) { add(part) }
    }

    /// The values of a form, of JSON and of parts. Any other text is a value itself, if it is as short as one.
    private mutating func add(body: Data, _ type: MediaType) {
        if type.name == "application/x-www-form-urlencoded" {
            for item in Query(asIs: String(decoding: body, as: UTF8.self)) { add(value: item.value ?? "", named: item.name) }
        } else if type.name.hasPrefix("multipart/"), let boundary = type.parameter("boundary"), !boundary.isEmpty {
            for part in String(decoding: body, as: UTF8.self).components(separatedBy: "--" + boundary) {
                let pieces = part.components(separatedBy: "\r\n\r\n")
                let content = pieces.dropFirst().joined(separator: "\r\n\r\n").trimming(while: \.isNewline)
                if pieces.count > 1, content.utf8.count <= 256 {
                    add(
                        value: String(content),
                        named: MediaType(pieces[0].components(separatedBy: "\r\n").joined(separator: ";")).parameter("name") ?? "")
                }
            }
        } else if let document = try? JSON(parsing: body) {
            add(document, named: "")
        } else if body.count <= 256, let text = String(validating: body, as: UTF8.self) {
            add(value: text, named: "")
        }
    }

    private mutating func add(_ value: JSON, named name: String) {
        switch value {
        case .string(let text): add(value: text, named: name)
        case .number: add(value: value.description, named: name)
        case .array(let elements): for element in elements { add(element, named: name) }
        case .object(let object):
            for (key, value) in object { add(value, named: redaction.hides(name) ? name : key) }
        case .bool, .null: break
        }
    }
}
