/// Decodes the body of a response. A client's decoder conforms to this protocol, and the client's errors carry the decoder.
package protocol BodyDecoder: Sendable {
    /// Throws an ``APIError`` of code `decoding` if the body doesn't match the type.
    func decode<Value: Decodable>(_ type: Value.Type, from response: HTTPResponse) throws -> Value
}
