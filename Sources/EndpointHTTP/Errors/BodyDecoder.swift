/// Decodes the body of a response. A client's decoder conforms to it, and is part of its errors.
package protocol BodyDecoder: Sendable {
    /// Throws an ``APIError`` of code `decoding` for a body of another type.
    func decode<Value: Decodable>(_ type: Value.Type, from response: HTTPResponse) throws -> Value
}
