import EndpointKit

// Where the values of hidden names are.
extension HiddenWords {
    mutating func learn(_ exchange: TakenExchange) {
        let redaction = exchange.redaction
        isResponse = false
        learn(exchange.request, body: exchange.requestBody.map { Array($0.bytes) }, by: redaction)
        isResponse = true
        if let error = exchange.error {
            let detail = ((error as? APIError)?.underlying as? TransportFailure)?.detail ?? ""
            for text in [error.sentence, detail] { learn(Array(text.utf8), shown: Array(redaction.scrub(text: text).utf8)) }
        }
        guard let response = exchange.response else { return }
        learn(response.headers, shown: response.headers, by: redaction)
        learn(Array(response.body), response.headers, contentType: response.headers["Content-Type"], by: redaction)
    }

    mutating func learn(_ request: HTTPRequest, body: [UInt8]?, by redaction: Redaction) {
        learn(request.headers, shown: redaction.scrubbedHeaders(of: request), by: redaction)
        learn(Array(request.urlText.utf8), shown: Array(redaction.scrubbedURL(of: request).utf8))
        if let body { learn(body, request.headers, contentType: request.contentType, by: redaction) }
    }

    mutating func learn(_ recording: Recording, at url: String, by redaction: Redaction) {
        let headers = recording.requestHeaders
        learn(headers, shown: headers, by: redaction)
        learn(Array(url.utf8), shown: Array(redaction.redact(urlText: url).utf8))
        guard let body = recording.requestBody else { return }
        learn(Array(body.bytes), headers, contentType: body.contentType ?? headers["Content-Type"], by: redaction)
    }

    // MARK: Fields

    private mutating func learn(_ headers: HTTPHeaders, shown: HTTPHeaders, by redaction: Redaction) {
        for (field, shown) in zip(headers, shown) {
            let value = redaction.scrubbedValue(of: shown)
            if value == field.value { continue }
            let cookies = Cookie.all(in: field)
            // Most cookies hold a language or a theme.
            for cookie in cookies where redaction.hides(cookie.name) || cookie.value.utf8.count >= Self.shortestOfCookies {
                insert(cookie.value)
            }
            guard cookies.isEmpty else { continue }
            learn(Array(field.value.utf8), shown: Array(value.utf8))
            if value == Redaction.mark { learn(credentials: field.value, by: redaction) }
        }
    }

    private static let shortestOfCookies = 12

    /// What follows the scheme of an authentication (RFC 9110, section 11.4): a token, or parameters.
    private mutating func learn(credentials: String, by redaction: Redaction) {
        guard let space = credentials.firstIndex(of: " ") else { return }
        let token = String(credentials[space...].trimming { $0 == " " })
        insert(token)
        if credentials[..<space].lowercased() == "basic" {
            // RFC 7617: some services take a key as the user, without a password.
            let pair = Data(base64Encoded: token).map { String(decoding: $0, as: UTF8.self) } ?? ""
            for part in pair.split(separator: ":", maxSplits: 1) { insert(String(part)) }
        }
        for parameter in token.split(separator: ",") {
            let parts = parameter.split(separator: "=", maxSplits: 1).map { $0.trimming { " \"".contains($0) } }
            if parts.count == 2, parts[0].lowercased() == "response" || redaction.hides(String(parts[0])) { insert(String(parts[1])) }
        }
    }

    // MARK: Bodies

    private mutating func learn(_ body: [UInt8], _ headers: HTTPHeaders, contentType: String?, by redaction: Redaction) {
        let body = CodedBody(body, coding: headers["Content-Encoding"]).bytes
        guard let text = BodyText(body, contentType: contentType)?.text else { return }
        let bytes = Array(text.utf8)
        for value in HiddenValues.all(in: bytes, by: redaction) {
            let original = Array(bytes[value.range])
            if value.shown == Array(Redaction.mark.utf8) {
                learn(value: original)
            } else if let text = (try? JSON(parsing: original))?.string, let shown = (try? JSON(parsing: value.shown))?.string {
                // A document or a URL in a text.
                learn(Array(text.utf8), shown: Array(shown.utf8))
            }
        }
        // In JSON nothing else is hidden.
        if (try? JSON(parsing: bytes)) == nil { learn(bytes, shown: redaction.scrub(body: bytes, contentType: contentType)) }
    }

    /// A value of JSON, with all that is in it; or a text in quotes that is cut off.
    private mutating func learn(value bytes: [UInt8]) {
        if let value = try? JSON(parsing: bytes) { return learn(value) }
        insert(Self.unquoted(bytes[...]))
    }

    private static func unquoted(_ bytes: ArraySlice<UInt8>) -> String {
        let quotes = bytes.first.map(LooseText.isQuote) == true
        return String(decoding: JSONText.unescaped(quotes ? bytes.dropFirst() : bytes), as: UTF8.self)
    }

    /// A hidden part as the value that is learned from it.
    static func value(of part: ArraySlice<UInt8>) -> String { (try? JSON(parsing: part))?.string ?? unquoted(part) }

    private mutating func learn(_ value: JSON) {
        switch value {
        case .null, .bool: break
        case .number: insert(value.description, isNumber: true)
        case .string(let text): insert(text)
        case .array(let elements): for element in elements { learn(element) }
        case .object(let object): for (_, value) in object { learn(value) }
        }
    }

    // MARK: Any text

    /// A user and a password, before a URL's host. A key may be either.
    private mutating func learn(userInfo: String) {
        for part in userInfo.split(separator: ":", maxSplits: 1) { insert(String(part)) }
    }

    /// The parts of a text in whose place marks are shown.
    private mutating func learn(_ text: [UInt8], shown: [UInt8]) {
        for part in Self.hiddenParts(of: text, shown: shown) {
            learn(value: Array(part))
            if text[part.endIndex...].first == UInt8(ascii: "@") { learn(userInfo: String(decoding: part, as: UTF8.self)) }
        }
    }

    /// One for each mark, or as many as can be told.
    static func hiddenParts(of text: [UInt8], shown: [UInt8]) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        if text == shown { return parts }
        let pieces = shown.split(separator: Array(Redaction.mark.utf8), omittingEmptySubsequences: false)
        guard let first = pieces.first, text.starts(with: first) else { return parts }
        var rest = text[first.count...]
        for (index, piece) in pieces.enumerated().dropFirst() {
            let isLast = index == pieces.count - 1
            guard let end = isLast ? rest.count >= piece.count ? rest.endIndex - piece.count : nil : rest.firstRange(of: piece)?.lowerBound
            else { break }
            parts.append(rest[..<end])
            rest = rest[(end + piece.count)...]
        }
        return parts
    }
}
