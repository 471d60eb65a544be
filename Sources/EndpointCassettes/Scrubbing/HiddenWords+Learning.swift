import EndpointKit
import EndpointKitTesting

// Learns the secrets that an inspection finds. A value that is hidden in one place is then searched for everywhere else.
extension HiddenWords {
    mutating func learn(_ exchange: TakenExchange) {
        let redaction = exchange.redaction
        isResponse = false
        learn(exchange.request, body: exchange.requestBody.map { Array($0.bytes) }, by: redaction)
        isResponse = true
        if let error = exchange.error {
            let detail = ((error as? APIError)?.underlying as? TransportFailure)?.detail ?? ""
            learn(by: redaction) { for text in [error.sentence, detail] { _ = $0.text(text) } }
        }
        guard let response = exchange.response else { return }
        learn(by: redaction) { _ = $0.headers(response.headers) }
        learn(Array(response.body), response.headers, contentType: response.headers["Content-Type"], by: redaction)
    }

    mutating func learn(_ request: HTTPRequest, body: [UInt8]?, by redaction: Redaction) {
        learn(by: redaction) {
            _ = $0.headers(of: request)
            _ = $0.url(of: request)
        }
        // If a server repeats a secret from the path, it repeats the same part of the segment.
        let secrets = redaction.hidesNothing ? [] : request.path.secrets
        for segment in request.path.encoded.split(separator: "/") where secrets.contains(where: segment.contains) {
            insert(String(segment))
        }
        if let body { learn(body, request.headers, contentType: request.contentType, by: redaction) }
    }

    mutating func learn(_ recording: Recording, at url: String, by redaction: Redaction) {
        let headers = recording.requestHeaders
        learn(by: redaction) {
            _ = $0.headers(headers)
            _ = $0.url(url)
        }
        guard let body = recording.requestBody else { return }
        learn(Array(body.bytes), headers, contentType: body.contentType ?? headers["Content-Type"], by: redaction)
    }

    private mutating func learn(_ body: [UInt8], _ headers: HTTPHeaders, contentType: String?, by redaction: Redaction) {
        let body = CodedBody(body, headers).bytes
        guard let text = BodyText(body, contentType: contentType)?.text else { return }
        learn(by: redaction) { _ = $0.body(Array(text.utf8), contentType: contentType) }
    }

    // MARK: What is found

    private typealias Found = (value: String, kind: Inspection.Kind)

    private mutating func learn(by redaction: Redaction, _ inspect: (Inspection) -> Void) {
        for (value, kind) in Self.found(by: redaction, inspect) {
            learn(value, kind, by: redaction)
            // A secret may be a document that contains further secrets.
            let inner = Self.found(by: redaction) { _ = $0.value(Array(value.utf8)[...], 0) } + Self.texts(of: value)
            for (value, kind) in inner { learn(value, kind, by: redaction) }
        }
    }

    private mutating func learn(_ value: String, _ kind: Inspection.Kind, by redaction: Redaction) {
        switch kind {
        case .value: insert(value)
        case .rest(let start):
            insert(value)
            // A word in a sentence isn't a secret.
            let scalars = start.unicodeScalars
            if scalars.contains(where: { $0.properties.numericType != nil }), scalars.contains(where: \.properties.isAlphabetic) {
                insert(start)
            }
        case .number: insert(value, isNumber: true)
        // A key may be used as a user or a password.
        case .user: for part in value.split(separator: ":", maxSplits: 1) { insert(String(part)) }
        case .field(let field): learn(field, by: redaction)
        }
    }

    private static func found(by redaction: Redaction, _ inspect: (Inspection) -> Void) -> [Found] {
        var found: [Found] = []
        inspect(
            Inspection(redaction) { value, kind in
                found.append((value, kind))
                return Redaction.mark
            })
        return found
    }

    /// The text between the tags in an element's content.
    private static func texts(of value: String) -> [Found] {
        guard value.contains("<") else { return [] }
        let content = value.replacing("<![CDATA[", with: "<>").replacing("]]>", with: "<>")
        return content.split(separator: "<").map {
            (String($0[($0.firstIndex(of: ">") ?? $0.endIndex)...].trimmingPrefix(">").trimming(while: \.properties.isWhitespace)), .value)
        }
    }

    private static let shortestOfCookies = 12

    private mutating func learn(_ field: HTTPHeaders.Field, by redaction: Redaction) {
        let cookies = Cookie.all(in: field)
        // Most cookies contain only something like a language or a theme.
        for cookie in cookies where redaction.hides(cookie.name) || cookie.value.utf8.count >= Self.shortestOfCookies {
            insert(cookie.value)
        }
        guard cookies.isEmpty else { return }
        insert(field.value)
        learn(credentials: field.value, by: redaction)
    }

    /// The text after an authentication scheme (RFC 9110, section 11.4): a token or parameters.
    private mutating func learn(credentials: String, by redaction: Redaction) {
        guard let space = credentials.firstIndex(of: " ") else { return }
        let token = String(credentials[space...].trimming { $0 == " " })
        insert(token)
        if credentials[..<space].lowercased() == "basic" {
            // RFC 7617. Some services accept a key as the user, without a password.
            let pair = Data(base64Encoded: token).map { String(decoding: $0, as: UTF8.self) } ?? ""
            for part in pair.split(separator: ":", maxSplits: 1) { insert(String(part)) }
        }
        for parameter in Challenge.all(in: credentials).flatMap(\.parameters)
        where Challenge.secrets.contains(parameter.name) || redaction.hides(parameter.name) {
            insert(parameter.value)
        }
    }
}
