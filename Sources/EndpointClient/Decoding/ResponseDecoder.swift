/// Decodes the body of a response.
public struct ResponseDecoder: BodyDecoder {
    /// nil if `rules` are sufficient.
    private let json: JSONDecoder?
    /// nil if only `json` can decode.
    private let rules: JSONDecodingRules?
    /// Whether a `String` is read from a JSON string if the response's type is JSON.
    private let unquotesStrings: Bool

    /// Creates a decoder with the settings of a JSON decoder. Don't change that JSON decoder afterwards.
    ///
    /// The framework's own reader is several times as fast as `JSONDecoder`, and follows the same rules. `JSONDecoder` itself is used if it
    /// has a custom key strategy, a date formatter, JSON5 or `assumesTopLevelDictionary`, or if it is a subclass. Text in UTF-16 or UTF-32
    /// is converted to UTF-8 first, and the byte positions in errors refer to the UTF-8 text. Unlike `JSONDecoder`, the reader rejects a
    /// trailing comma, and malformed numbers and strings even in members that no type reads.
    public init(_ decoder: JSONDecoder = JSONDecoder()) {
        json = decoder
        rules = JSONDecodingRules(decoder)
        unquotesStrings = false
    }

    /// Creates a decoder for JSON that follows a convention.
    public init(_ convention: JSONConvention) {
        json = nil
        rules = convention.rules
        unquotesStrings = if case .json = convention.strings { true } else { false }
    }

    /// Decodes the body as JSON. A ``JSON`` value keeps the order of the keys. `Data` is the unchanged body, and `String` is its text
    /// unless the convention's ``JSONConvention/strings`` is `json`.
    ///
    /// Throws an ``APIError`` of code `decoding` that names the key path, what was expected and what was found, and the location: the byte
    /// in UTF-8 at which the value begins, and the adjacent keys. Values aren't shown, and neither are keys that don't look like names.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from response: HTTPResponse) throws -> Value {
        if type == Data.self, let body = response.body as? Value { return body }
        if type == String.self, !(unquotesStrings && response.isJSON), let text = try text(of: response) as? Value { return text }
        do {
            return try decode(type, from: response.body)
        } catch let error as DecodingError {
            if response.body.isEmpty {
                if let type = type as? any OptionalValue.Type, let none = type.none as? Value { return none }
                throw APIError(.decoding, "Could not decode \(type): the response has no body.", response: response, underlying: error)
            }
            let problem = error.isUnreadable(response) ?? error.problem + error.place(in: response.body)
            throw APIError(.decoding, "Could not decode \(type): \(problem).", response: response, underlying: error)
        }
    }

    private func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
        guard let text = body.jsonInUTF8 else { throw DecodingError.invalidText("The text is not valid in UTF-16 or UTF-32.") }
        guard let json, type != JSON.self, rules == nil else {
            return try JSONTape.decode(type, from: text, rules: type == JSON.self ? .standard : rules ?? .standard)
        }
        // Foundation's JSON5 reader traps on invalid UTF-8.
        if json.allowsJSON5, String(validating: text, as: UTF8.self) == nil { throw DecodingError.invalidText("The text is not UTF-8.") }
        // Both of Foundation's readers trap if the last byte opens an array that is nested too deeply, so a line feed is appended. The byte
        // order mark prevents them from detecting an encoding.
        let marked = text.starts(with: Data.utf8Mark) ? text : Data.utf8Mark + text
        return try json.decode(type, from: marked + [UInt8(ascii: "\n")])
    }

    /// Decodes the body as text in the `charset` of its `Content-Type`: UTF-8 (the default), US-ASCII, ISO-8859-1, windows-1252 or UTF-16.
    /// Text in any other charset is read as UTF-8. Throws an ``APIError`` of code `decoding` if the body isn't text in that charset.
    public func text(of response: HTTPResponse) throws -> String {
        let type = response.headers["Content-Type"].map { MediaType($0) }
        let label = type?.parameter("charset")
        if let text = (label.flatMap(Charset.init(label:)) ?? .utf8).text(response.body) { return text }
        throw APIError(
            .decoding, "Could not decode the response as text in \(type?.shownCharset ?? "UTF-8").", response: response)
    }
}

extension HTTPResponse {
    fileprivate var isJSON: Bool { headers["Content-Type"].map { MediaType($0).name.hasSuffix("json") } ?? false }
}

extension DecodingError {
    /// Returns `the server sent text/html, not JSON`; nil if the body's type allows JSON, or if the body is JSON anyway.
    fileprivate func isUnreadable(_ response: HTTPResponse) -> String? {
        guard keyPath.isEmpty, case .dataCorrupted = self, let type = response.headers["Content-Type"].map({ MediaType($0) }),
            !type.name.isEmpty, !(type.name.hasSuffix("json") || type.name == "text/plain" || type.name == "application/octet-stream")
        else { return nil }
        return "the server sent \(type.shown), not JSON"
    }

    /// Returns ` (byte 36, beside id, name)` and a hint; empty if the error concerns the whole document, or the body isn't JSON.
    fileprivate func place(in body: Data) -> String {
        guard !(codingPath.isEmpty && keyPath.isEmpty), let text = body.jsonInUTF8 else { return "" }
        return [UInt8](text).withUnsafeBufferPointer { bytes in
            JSONTape.reading(bytes) { tape in
                guard tape.failure == nil else { return "" }
                var keys: [String] = []
                if case .keyNotFound = self {
                    keys = Array((tape.keys(ofObjectAt: codingPath) ?? []).prefix(4))
                } else if let own = codingPath.last?.stringValue, let all = tape.keys(ofObjectAt: codingPath.dropLast()),
                    let index = all.firstIndex(of: own)
                {
                    keys = Array(all[max(0, index - 2)..<index] + all[(index + 1)...].prefix(2))
                }
                // The program may not declare these keys, so they are redacted like values.
                let shown = keys.map { Redaction.standard.redact(value: $0) }
                let others = shown.isEmpty ? "" : ", beside " + shown.joined(separator: ", ")
                return " (byte \(tape.offset(of: codingPath))\(others))\(hint(tape))"
            }
        }
    }

    /// Suggests a similar key, or the setting with which the value can be read. Empty if there is neither.
    private func hint(_ tape: JSONTape) -> String {
        switch self {
        case .keyNotFound(let key, _):
            let name = key.stringValue
            let all = tape.keys(ofObjectAt: codingPath) ?? []
            // Apart from case and punctuation, the program declares this key, so the key isn't data.
            if let same = all.first(where: { $0.folded == name.folded }) {
                return JSONDecodingRules.camelCase(same) == name || JSONDecodingRules.snakeCase(name) == same
                    ? "; `\(same)` is there, which JSONConvention(keys: .snakeCase) reads"
                    : "; `\(same)` is there, which a CodingKey can name"
            }
            let shown = all.filter { Redaction.standard.redact(value: $0) == $0 }
            return Spelling.nearest(to: name, among: shown).map { "; `\($0)` is similar" } ?? ""
        case .typeMismatch(let type, _) where type == Double.self || type == Date.self:
            let isDate = tape.text(at: codingPath).flatMap { ISO8601.date(from: $0) } != nil
            return isDate ? "; it is the text of a date, which JSONConvention(dates: .iso8601) reads" : ""
        default: return ""
        }
    }

    fileprivate static func invalidText(_ problem: String) -> DecodingError {
        .dataCorrupted(Context(codingPath: [], debugDescription: problem))
    }
}

extension String {
    /// The text in lower case, without underscores and hyphens.
    fileprivate var folded: String { String(lowercased().unicodeScalars.filter { $0 != "_" && $0 != "-" }) }
}

/// A type that has a value for an empty body.
private protocol OptionalValue {
    static var none: Self { get }
}
extension Optional: OptionalValue {}

extension APIError {
    /// The response's body as the service's own error type; nil if it can't be decoded, in which case
    /// ``decodedServerError(as:decoder:)`` throws the reason.
    ///
    /// - Parameters:
    ///   - type: the service's own error type.
    ///   - decoder: nil, the default, means the decoder of the client whose call failed.
    public func serverError<Body: Decodable>(as type: Body.Type = Body.self, decoder: ResponseDecoder? = nil) -> Body? {
        try? decodedServerError(as: type, decoder: decoder)
    }

    /// Decodes the response's body as the service's own error type.
    ///
    /// If there is no response or the body can't be decoded, throws this error itself. In the latter case, its ``APIError/underlying``
    /// error is the reason.
    ///
    /// - Parameters:
    ///   - type: the service's own error type.
    ///   - decoder: nil, the default, means the decoder of the client whose call failed.
    public func decodedServerError<Body: Decodable>(
        as type: Body.Type = Body.self, decoder: ResponseDecoder? = nil
    ) throws -> Body {
        guard let response else { throw self }
        do {
            return try (decoder ?? self.decoder ?? ResponseDecoder()).decode(type, from: response)
        } catch {
            var failure = self
            var cause = error as? APIError
            cause?.hideContentType(sentAfter: request)
            failure.underlying = cause ?? error
            throw failure
        }
    }
}
