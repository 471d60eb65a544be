/// Decodes the body of a response.
public struct ResponseDecoder: Sendable {
    private let json: JSONDecoder

    /// Takes the decoder for JSON. Many calls use it at the same time, so don't change it afterwards.
    public init(json: JSONDecoder = JSONDecoder()) { self.json = json }

    /// Decodes the body as JSON, for ``JSON`` itself with the keys in their order. `Data` is the unchanged body, and `String` its text.
    ///
    /// Throws an ``APIError`` of code `decoding` that names the key path, what was expected and what was found.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from response: HTTPResponse) throws -> Value {
        if type == Data.self, let body = response.body as? Value { return body }
        if type == String.self, let text = try text(of: response) as? Value { return text }
        do {
            // JSONDecoder would lose the order of the keys.
            if type == JSON.self, let value = try JSON(parsing: response.body) as? Value { return value }
            return try json.decode(type, from: response.body)
        } catch let error as DecodingError {
            if response.body.isEmpty {
                if let type = type as? any OptionalValue.Type, let none = type.none as? Value { return none }
                throw APIError(.decoding, "Could not decode \(type): the response has no body.", response: response, underlying: error)
            }
            throw APIError(.decoding, "Could not decode \(type): \(error.problem).", response: response, underlying: error)
        }
    }

    /// Decodes the body as text in the `charset` of its `Content-Type`: UTF-8 (the default), US-ASCII, ISO-8859-1, windows-1252 or UTF-16.
    /// Any other charset is read as UTF-8. Throws an ``APIError`` of code `decoding` where the body isn't text in that charset.
    public func text(of response: HTTPResponse) throws -> String {
        let label = response.headers["Content-Type"].flatMap { MediaType($0).parameter("charset") }
        if let text = (label.flatMap(Charset.init(label:)) ?? .utf8).text(response.body) { return text }
        throw APIError(.decoding, "Could not decode the response as text in \(label ?? "UTF-8").", response: response)
    }
}

/// A type with a value for an empty body.
private protocol OptionalValue {
    static var none: Self { get }
}
extension Optional: OptionalValue {}

extension APIError {
    /// Decodes the response's body as the service's own error type; nil where there is no body, or one of another type.
    public func serverError<Body: Decodable>(as type: Body.Type = Body.self, decoder: ResponseDecoder = ResponseDecoder()) -> Body? {
        guard let response, !response.body.isEmpty else { return nil }
        return try? decoder.decode(type, from: response)
    }
}
