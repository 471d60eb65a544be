import EndpointKit
import Synchronization

/// Removes the secrets of one exchange from what a cassette stores: those with names that the redaction hides, and their values wherever
/// else they occur, as in a server's error message.
struct Scrubber {
    let redaction: Redaction
    /// Numbers the hidden values of responses, so that a client that sends one back still can tell one from another.
    private let numbers: HiddenNumbers
    /// Values that the redaction hides by their names, the longest first. Short ones and plain numbers may occur by chance.
    private var secrets: [[UInt8]] = []

    private static let shortestSecret = 8

    init(_ redaction: Redaction, numbers: HiddenNumbers) {
        self.redaction = redaction
        self.numbers = numbers
    }

    // MARK: Values to look for

    mutating func learn(_ request: HTTPRequest, body: [UInt8]?, contentType: String?) {
        learn(request.headers, shown: redaction.redactedHeaders(of: request))
        // Authentication adds items of any name.
        let shown = Query(encoded: String(URIReference(redaction.redactedURL(of: request)).query ?? ""))
        for (item, shown) in zip(request.query, shown) where item.value != shown.value && shown.value == Redaction.mark {
            learn(item.value ?? "")
        }
        if let body { learn(body: body, contentType: contentType) }
    }

    mutating func learn(_ headers: HTTPHeaders) { learn(headers, shown: headers) }

    private mutating func learn(_ headers: HTTPHeaders, shown: HTTPHeaders) {
        for (field, shown) in zip(headers, shown) where shown.value != field.value || redaction.hides(field.name) {
            learn(field.value)
            // The credential after its scheme, and the values of cookies.
            if let space = field.value.firstIndex(of: " ") {
                let credential = String(field.value[field.value.index(after: space)...])
                learn(credential)
                if field.value[..<space].lowercased() == "basic" { learn(basic: credential) }
            }
            for cookie in Cookie.all(in: field) { learn(cookie.value) }
        }
    }

    mutating func learn(body: [UInt8], contentType: String?) {
        if MediaType(contentType ?? "").name == "application/x-www-form-urlencoded" {
            for item in Query(encoded: String(decoding: body, as: UTF8.self)) where redaction.hides(item: item.name) {
                learn(item.value ?? "")
            }
        }
        // Bytes that are no text have no names.
        if BodyText.text(body, contentType: contentType) == nil, !BodyText.isText(contentType) { return }
        for value in HiddenValues.all(in: body, by: redaction) where value.shown == Array(Redaction.mark.utf8) {
            if case .string(let text)? = try? JSON(parsing: body[value.range]) { learn(text) }
        }
    }

    private mutating func learn(_ value: String) {
        guard value.utf8.count >= Self.shortestSecret, value.utf8.contains(where: { !(0x30...0x39).contains($0) }) else { return }
        // As it is in a URL, and in JSON, where some writers escape slashes.
        let quoted = String(JSON.string(value).description.dropFirst().dropLast())
        let slashed = quoted.split(separator: "/", omittingEmptySubsequences: false).joined(separator: #"\/"#)
        for form in Set([value, PercentEncoding.encoded(value), quoted, slashed]) { secrets.append(Array(form.utf8)) }
        secrets.sort { $0.count > $1.count }
    }

    /// User and password of a `Basic` credential (RFC 7617).
    private mutating func learn(basic credential: String) {
        guard let pair = Data(base64Encoded: credential).flatMap({ String(validating: $0, as: UTF8.self) }),
            let colon = pair.firstIndex(of: ":")
        else { return }
        learn(String(pair[pair.index(after: colon)...]))
    }

    // MARK: Text

    /// The text without the values that are known to be secret.
    func scrubbed(_ text: String) -> String {
        secrets.isEmpty ? text : String(decoding: scrubbed(Array(text.utf8)), as: UTF8.self)
    }

    private func scrubbed(_ bytes: [UInt8]) -> [UInt8] {
        secrets.reduce(bytes) { $0.firstRange(of: $1) == nil ? $0 : $0.replacing($1, with: HiddenNumbers.text.utf8) }
    }

    /// A sentence that may hold URLs.
    func sentence(_ text: String) -> String { scrubbed(redaction.redact(text: text)) }

    // MARK: Requests

    func url(of request: HTTPRequest) -> String { Self.validURL(scrubbed(redaction.redactedURL(of: request))) }

    func headers(of request: HTTPRequest) -> HTTPHeaders { redacted(redaction.redactedHeaders(of: request)) }

    func redacted(_ headers: HTTPHeaders) -> HTTPHeaders { self.headers(headers) { _ in Redaction.mark } }

    func requestBody(_ body: [UInt8], contentType: String?) -> [UInt8] {
        self.body(body, contentType: contentType) { _ in Redaction.mark }
    }

    // MARK: Responses

    func headers(of response: HTTPHeaders) -> HTTPHeaders { headers(response, numbers.text(for:)) }

    func responseBody(_ body: [UInt8], contentType: String?) -> [UInt8] {
        self.body(body, contentType: contentType, numbers.text(for:))
    }

    // MARK: Both

    private func headers(_ headers: HTTPHeaders, _ mark: (String) -> String) -> HTTPHeaders {
        var scrubbed = HTTPHeaders()
        for field in headers {
            let shown = String(redaction.redact(field).dropFirst(field.name.count + 2))
            let value = shown == field.value ? shown : marked(shown, with: mark(field.value))
            scrubbed.append(field.name, self.scrubbed(value))
        }
        return scrubbed
    }

    private func marked(_ text: String, with mark: String) -> String {
        mark == Redaction.mark ? text : text.split(separator: Redaction.mark, omittingEmptySubsequences: false).joined(separator: mark)
    }

    private func body(_ body: [UInt8], contentType: String?, _ mark: (String) -> String) -> [UInt8] {
        if BodyText.text(body, contentType: contentType) != nil {
            return scrubbed(text(body, contentType: contentType, mark))
        }
        if MediaType(contentType ?? "").name.hasPrefix("multipart/") {
            return scrubbed(redaction.redact(body: body, contentType: contentType))
        }
        guard BodyText.isText(contentType) else { return scrubbed(body) }
        // In another encoding: as Latin-1, so that each byte is a character, and stays the same unless it is hidden.
        let latin = body.reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1)) }
        let shown = String(decoding: text(Array(latin.utf8), contentType: contentType, mark), as: UTF8.self)
        return scrubbed(shown.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
    }

    private func text(_ body: [UInt8], contentType: String?, _ mark: (String) -> String) -> [UInt8] {
        let type = MediaType(contentType ?? "").name
        if type == "application/x-www-form-urlencoded" || type.hasPrefix("multipart/") {
            return redaction.redact(body: body, contentType: contentType)
        }
        // Values in JSON stay JSON, also in a text that has a document on each line.
        let typed = members(body, mark)
        if BodyText.isJSON(body) || type.hasSuffix("json") || type.hasSuffix("jsonl") { return typed }
        let shown = String(decoding: redaction.redact(looseText: typed, isCode: type == "application/graphql"), as: UTF8.self)
        return Array(marked(shown, with: mark("")).utf8)
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

/// Gives each hidden value of a cassette's responses a number: the same value the same one.
final class HiddenNumbers: Sendable {
    static let text = "redacted"
    private struct State {
        var numbers: [String: Int] = [:]
        var last: Int
    }
    private let state: Mutex<State>

    /// - Parameter last: the largest number that is taken.
    init(after last: Int = 0) { state = Mutex(State(last: last)) }

    /// The largest number in a text.
    static func largest(in text: Data) -> Int {
        var largest = 0
        var rest = text[...]
        while let found = rest.firstRange(of: Data("\(Self.text)-".utf8)) {
            rest = rest[found.upperBound...]
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            largest = max(largest, Int(String(decoding: digits, as: UTF8.self)) ?? 0)
        }
        return largest
    }

    func text(for value: String) -> String {
        if value.hasPrefix(Self.text + "-"), Int(value.dropFirst(Self.text.count + 1)) != nil { return value }
        let number = state.withLock { state in
            if let number = state.numbers[value] { return number }
            state.last += 1
            state.numbers[value] = state.last
            return state.last
        }
        return "\(Self.text)-\(number)"
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
