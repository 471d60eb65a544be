/// Turns the body of a response into a value.
public struct ResponseDecoder: Sendable {
    private let json: JSONDecoder

    /// The decoder is kept and used by many calls at once: set it up before, and leave it alone after.
    public init(json: JSONDecoder = JSONDecoder()) { self.json = json }

    /// The body as JSON, for ``JSON`` itself with the keys in their order; as it came for `Data`, and as text for `String`. Throws an
    /// ``APIError`` of code `decoding` that names the key path, what was expected and what was found.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from response: HTTPResponse) throws -> Value {
        if type == Data.self, let body = response.body as? Value { return body }
        if type == String.self, let text = try text(of: response) as? Value { return text }
        do {
            // Keeps the order of the keys.
            if type == JSON.self, let value = try JSON(parsing: response.body) as? Value { return value }
            return try json.decode(type, from: response.body)
        } catch let error as DecodingError {
            if response.body.isEmpty {
                if let type = type as? any OptionalValue.Type, let none = type.none as? Value { return none }
                throw APIError(.decoding, "The response is no \(type): it has no body.", response: response, underlying: error)
            }
            throw APIError(.decoding, "The response is no \(type): \(error.problem).", response: response, underlying: error)
        }
    }

    /// The body as text by the `charset` of its `Content-Type`: UTF-8, which is also what none means, US-ASCII, ISO-8859-1, windows-1252 and
    /// UTF-16. Throws an ``APIError`` of code `decoding` where it isn't that. With another charset it is read if it is UTF-8 after all.
    public func text(of response: HTTPResponse) throws -> String {
        let label = response.headers["Content-Type"].flatMap { MediaType($0).parameter("charset") }
        if let text = (label.flatMap(Charset.init(label:)) ?? .utf8).text(response.body) { return text }
        throw APIError(.decoding, "The response is no text in \(label ?? "UTF-8").", response: response)
    }
}

/// A type with a value for no body at all.
private protocol OptionalValue {
    static var none: Self { get }
}
extension Optional: OptionalValue {}

extension APIError {
    /// The response's body as the service's own error type; nil where there is none, or it is something else.
    public func serverError<Body: Decodable>(as type: Body.Type = Body.self, decoder: ResponseDecoder = ResponseDecoder()) -> Body? {
        guard let response, !response.body.isEmpty else { return nil }
        return try? decoder.decode(type, from: response)
    }
}
