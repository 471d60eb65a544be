import EndpointKit

/// Removes secrets from what a cassette stores: values with names that the redaction hides, and the same values wherever else they occur,
/// as in a server's error message.
struct Scrubber {
    let redaction: Redaction
    /// The values to look for everywhere.
    let words: HiddenWords
    /// Numbers the hidden values of responses, so that a client that sends one back still can tell one from another.
    private var numbers: HiddenNumbers { words.numbers }

    /// A sentence that may hold URLs.
    func sentence(_ text: String) -> String { words.scrubbed(redaction.scrub(text: text), in: .response) }

    // MARK: Requests

    func url(of request: HTTPRequest) -> String { Self.validURL(words.scrubbed(redaction.scrubbedURL(of: request), in: .url)) }

    func url(_ text: String) -> String { Self.validURL(words.scrubbed(redaction.scrub(urlText: text), in: .url)) }

    func headers(of request: HTTPRequest) -> HTTPHeaders { redacted(redaction.scrubbedHeaders(of: request)) }

    func redacted(_ headers: HTTPHeaders) -> HTTPHeaders { self.headers(headers, in: .request) { _ in Redaction.mark } }

    /// The type of a body, whose parameters may be anything.
    func contentType(_ type: String?) -> String? { type.map { words.scrubbed($0, in: .request) } }

    /// A request's body is stored without its content coding, so that it can be compared.
    func requestBody(_ body: [UInt8], _ headers: HTTPHeaders, contentType: String?) -> [UInt8] {
        text(CodedBody(body, coding: headers["Content-Encoding"]).bytes, in: .request, contentType: contentType) { _ in Redaction.mark }
    }

    // MARK: Responses

    func headers(of response: HTTPHeaders) -> HTTPHeaders { headers(response, in: .response, numbers.text(for:)) }

    func responseBody(_ body: [UInt8], _ headers: HTTPHeaders) -> [UInt8] {
        let coded = CodedBody(body, coding: headers["Content-Encoding"])
        let shown = text(coded.bytes, in: .response, contentType: headers["Content-Type"], numbers.text(for:))
        return shown == coded.bytes ? body : coded.coded(shown)
    }

    // MARK: Both

    private func headers(_ headers: HTTPHeaders, in place: HiddenWords.Place, _ mark: (String) -> String) -> HTTPHeaders {
        var scrubbed = HTTPHeaders()
        for field in headers {
            let shown = redaction.scrubbedValue(of: field)
            let value = shown == field.value ? shown : marked(shown, with: mark(field.value))
            scrubbed.append(field.name, words.scrubbed(value, in: place))
        }
        return scrubbed
    }

    private func marked(_ text: String, with mark: String) -> String {
        mark == Redaction.mark ? text : text.split(separator: Redaction.mark, omittingEmptySubsequences: false).joined(separator: mark)
    }

    private func text(_ bytes: [UInt8], in place: HiddenWords.Place, contentType: String?, _ mark: (String) -> String) -> [UInt8] {
        guard let known = BodyText(bytes, contentType: contentType) else { return words.scrubbed(bytes, in: place) }
        let text = Array(known.text.utf8)
        let shown = words.scrubbed(redacted(text, contentType: contentType, mark), in: place)
        let scrubbed = shown == text ? bytes : known.bytes(of: String(decoding: shown, as: UTF8.self))
        // A text that isn't quite in its encoding has values in another one.
        return scrubbed == shown ? scrubbed : words.scrubbed(scrubbed, in: place)
    }

    private func redacted(_ body: [UInt8], contentType: String?, _ mark: (String) -> String) -> [UInt8] {
        let type = MediaType(contentType ?? "").name
        if type == "application/x-www-form-urlencoded" || type.hasPrefix("multipart/") {
            return redaction.scrub(body: body, contentType: contentType)
        }
        // Values in JSON stay JSON, also in a text that has a document on each line.
        let typed = members(body, mark)
        if BodyText.isJSON(body) || type.hasSuffix("json") || type.hasSuffix("jsonl") { return typed }
        return marked(redaction.scrub(looseText: typed, isCode: type == "application/graphql"), of: typed, mark)
    }

    /// With another mark for each value, as in JSON.
    private func marked(_ shown: [UInt8], of text: [UInt8], _ mark: (String) -> String) -> [UInt8] {
        let own = Array(Redaction.mark.utf8)
        let pieces = shown.split(separator: own, omittingEmptySubsequences: false)
        let parts = HiddenWords.hiddenParts(of: text, shown: shown)
        var marked = Array(pieces.first ?? [])
        for (index, piece) in pieces.enumerated().dropFirst() {
            let isKnown = index <= parts.count && !parts[index - 1].elementsEqual(own)
            marked += mark(isKnown ? HiddenWords.value(of: parts[index - 1]) : "").utf8
            marked += piece
        }
        return marked
    }

    // MARK: JSON

    private func members(_ bytes: [UInt8], _ mark: (String) -> String) -> [UInt8] {
        var shown: [UInt8] = []
        var index = 0
        for value in HiddenValues.all(in: bytes, by: redaction) {
            shown += bytes[index..<value.range.lowerBound]
            // A text that has a secret inside is shown as a text already.
            shown += value.shown == Array(Redaction.mark.utf8) ? typed(bytes[value.range], mark) : value.shown
            index = value.range.upperBound
        }
        return shown + bytes[index...]
    }

    /// A hidden value as one of the same kind, so that the document still can be decoded.
    private func typed(_ bytes: ArraySlice<UInt8>, _ mark: (String) -> String) -> [UInt8] {
        // What isn't JSON is cut off, or follows a name in another syntax.
        guard let value = try? JSON(parsing: bytes) else {
            return Array(JSON.string(mark(String(decoding: bytes, as: UTF8.self))).description.utf8)
        }
        return Array(hidden(value, mark).description.utf8)
    }

    private func hidden(_ value: JSON, _ mark: (String) -> String) -> JSON {
        switch value {
        case .null, .bool: return value
        case .number: return 0
        // An empty text ends a list of pages.
        case .string(let text): return .string(text.isEmpty ? "" : mark(text))
        case .array(let elements): return .array(elements.map { hidden($0, mark) })
        case .object(var object):
            for key in object.keys { object[key] = object[key].map { hidden($0, mark) } }
            return .object(object)
        }
    }

    // MARK: URLs

    /// A redacted URL in characters that a URL may have.
    static func validURL(_ url: String) -> String {
        url.split(separator: Redaction.mark, omittingEmptySubsequences: false).joined(separator: PercentEncoding.encoded(Redaction.mark))
    }
}

/// A cookie of a `Cookie` or `Set-Cookie` field (RFC 6265, sections 4.1 and 4.2).
struct Cookie {
    var name: String
    var value: String
    /// The attributes of a `Set-Cookie` field, with names in lower case.
    var attributes: [String: String] = [:]

    static func all(in field: HTTPHeaders.Field) -> [Cookie] {
        let name = field.name.lowercased()
        guard name == "cookie" || name == "set-cookie" else { return [] }
        let pairs = field.value.split(separator: ";").map { piece in
            let parts = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { String($0.drop { $0 == " " }) }
            return (name: parts[0], value: parts.count > 1 ? parts[1] : "")
        }
        // A field that is hidden has no cookies to name.
        guard field.value.contains("="), let first = pairs.first else { return [] }
        if name == "cookie" { return pairs.map { Cookie(name: $0.name, value: $0.value) } }
        let attributes = pairs.dropFirst().map { ($0.name.lowercased(), $0.value) }
        return [Cookie(name: first.name, value: first.value, attributes: Dictionary(attributes) { $1 })]
    }
}
