import EndpointKit
import EndpointKitTesting

/// Removes secrets from a cassette: values whose names the redaction hides, and the same values anywhere else, such as in a server's error
/// message.
struct Scrubber {
    let redaction: Redaction
    /// The values to search for everywhere.
    let words: HiddenWords
    /// Numbers the hidden values in responses, so that they can still be distinguished when a client sends them back.
    private var numbers: HiddenNumbers { words.numbers }

    /// A client that replays a request has other secrets, so all secrets in requests get the same replacement.
    private var inRequests: Inspection { Inspection(redaction) }
    private var inResponses: Inspection {
        Inspection(redaction) { [numbers] value, kind in
            if case .number = kind { return "0" }
            return value.isEmpty ? "" : numbers.text(for: value)
        }
    }

    /// A sentence that may contain URLs.
    func sentence(_ text: String) -> String { words.scrubbed(inRequests.text(text), in: .response) }

    // MARK: Requests

    func url(of request: HTTPRequest) -> String { Self.validURL(words.scrubbed(inRequests.url(of: request), in: .url)) }

    func url(_ text: String) -> String { Self.validURL(words.scrubbed(inRequests.url(text), in: .url)) }

    func headers(of request: HTTPRequest) -> HTTPHeaders { scrubbed(inRequests.headers(of: request), in: .request) }

    func redacted(_ headers: HTTPHeaders) -> HTTPHeaders { scrubbed(inRequests.headers(headers), in: .request) }

    /// The content type of a body, including any parameters.
    func contentType(_ type: String?) -> String? { type.map { words.scrubbed($0, in: .request) } }

    /// A request's body is stored without its content coding, so that it can be compared.
    func requestBody(_ body: [UInt8], _ headers: HTTPHeaders, contentType: String?) -> [UInt8] {
        let coded = CodedBody(body, headers)
        return hidden(coded) ?? text(coded.bytes, in: .request, inRequests, contentType: contentType)
    }

    // MARK: Responses

    func headers(of response: HTTPHeaders) -> HTTPHeaders { scrubbed(inResponses.headers(response), in: .response) }

    func responseBody(_ body: [UInt8], _ headers: HTTPHeaders) -> [UInt8] {
        let coded = CodedBody(body, headers)
        if let hidden = hidden(coded) { return hidden }
        let shown = text(coded.bytes, in: .response, inResponses, contentType: headers["Content-Type"])
        return shown == coded.bytes ? body : coded.coded(shown)
    }

    // MARK: Both

    /// The replacement for a body that can't be inspected; nil for any other body.
    private func hidden(_ body: CodedBody) -> [UInt8]? { body.isTooDeep && !redaction.hidesNothing ? Array(Redaction.mark.utf8) : nil }

    private func scrubbed(_ headers: HTTPHeaders, in place: HiddenWords.Place) -> HTTPHeaders {
        var scrubbed = HTTPHeaders()
        for field in headers { scrubbed.append(field.name, words.scrubbed(field.value, in: place)) }
        return scrubbed
    }

    private func text(_ bytes: [UInt8], in place: HiddenWords.Place, _ inspection: Inspection, contentType: String?) -> [UInt8] {
        guard let known = BodyText(bytes, contentType: contentType) else { return words.scrubbed(bytes, in: place) }
        let text = Array(known.text.utf8)
        let shown = words.scrubbed(inspection.body(text, contentType: contentType), in: place)
        let scrubbed = shown == text ? bytes : known.bytes(of: String(decoding: shown, as: UTF8.self))
        // Text whose bytes are invalid in its encoding may contain values in another encoding.
        return scrubbed == shown ? scrubbed : words.scrubbed(scrubbed, in: place)
    }

    // MARK: URLs

    /// A redacted URL that contains only characters allowed in a URL.
    static func validURL(_ url: String) -> String {
        url.split(separator: Redaction.mark, omittingEmptySubsequences: false).joined(separator: PercentEncoding.encoded(Redaction.mark))
    }
}

/// A cookie in a `Cookie` or `Set-Cookie` field (RFC 6265, sections 4.1 and 4.2).
struct Cookie {
    var name: String
    var value: String
    /// The attributes of a `Set-Cookie` field, with names in lower case.
    var attributes: [String: String] = [:]

    static func all(in field: HTTPHeaders.Field) -> [Cookie] {
        let name = field.name.lowercased()
        guard name == "cookie" || name == "set-cookie" else { return [] }
        let pairs = field.value.split(separator: ";").map { piece in
            let parts = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                String($0.unicodeScalars.drop { $0 == " " })
            }
            return (name: parts[0], value: parts.count > 1 ? parts[1] : "")
        }
        // A hidden field contains no cookies with names.
        guard field.value.contains("="), let first = pairs.first else { return [] }
        if name == "cookie" { return pairs.map { Cookie(name: $0.name, value: $0.value) } }
        let attributes = pairs.dropFirst().map { ($0.name.lowercased(), $0.value) }
        return [Cookie(name: first.name, value: first.value, attributes: Dictionary(attributes) { $1 })]
    }
}
