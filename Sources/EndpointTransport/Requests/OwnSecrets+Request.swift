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
        }
        for (field, shown) in zip(request.headers, redaction.redactedHeaders(of: request)) where field.value != shown.value {
            add(credentials: field)
        }
        for secret in request.path.secrets { add(PercentEncoding.decode(secret.utf8)) }
        if case .data(let data)? = request.body?.content, data.count <= Self.bodyLimit { add(bodyOf: request, data) }
    }

    private static let bodyLimit = 64 << 10

    private mutating func add(_ text: some StringProtocol) { texts.append(String(text)) }

    /// A value with what may be repeated of it: what follows the scheme (RFC 9110, section 11.4), a user's password (RFC 7617), cookies.
    private mutating func add(credentials field: HTTPHeaders.Field) {
        add(field.value)
        if field.name.equalsIgnoringASCIICase("Cookie") {
            for pair in field.value.split(separator: ";") { add(pair.split(separator: "=", maxSplits: 1).last ?? "") }
            return
        }
        guard let space = field.value.firstIndex(of: " ") else { return }
        let token = field.value[space...].trimming { $0 == " " }
        add(token)
        guard field.value[..<space].lowercased() == "basic", let pair = Data(base64Encoded: String(token)) else { return }
        for part in String(decoding: pair, as: UTF8.self).split(separator: ":", maxSplits: 1) { add(part) }
    }

    /// The values of secrets' names in a form or in JSON.
    private mutating func add(bodyOf request: HTTPRequest, _ body: Data) {
        let type = MediaType(request.headers["Content-Type"] ?? request.body?.contentType ?? "").name
        if type == "application/x-www-form-urlencoded" {
            for item in Query(asIs: String(decoding: body, as: UTF8.self)) where redaction.hides(item: item.name) {
                add(item.value ?? "")
            }
        } else if type.hasSuffix("json"), let document = try? JSON(parsing: body) {
            add(document, isSecret: false)
        }
    }

    private mutating func add(_ value: JSON, isSecret: Bool) {
        switch value {
        case .string(let text): if isSecret { add(text) }
        case .array(let elements): for element in elements { add(element, isSecret: isSecret) }
        case .object(let object): for (name, value) in object { add(value, isSecret: isSecret || redaction.hides(name)) }
        case .number, .bool, .null: break
        }
    }
}
