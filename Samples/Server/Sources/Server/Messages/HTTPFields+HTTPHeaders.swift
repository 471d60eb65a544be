public import EndpointKit
import Foundation
public import HTTPTypes

extension HTTPFields {
    /// The same fields in the same order, without white space around their values. Throws ``EndpointKit/APIError/Code/invalidRequest`` for
    /// a name that isn't a token, and for a value with control characters.
    public init(_ headers: HTTPHeaders) throws {
        self.init()
        for field in headers {
            guard let name = HTTPField.Name(field.name) else {
                throw APIError(.invalidRequest, "The header fields can't be converted: a name is not a token.")
            }
            let value = field.value.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
            // An `HTTPField` would replace control characters with spaces.
            guard HTTPField.isValidValue(value) else {
                throw APIError(.invalidRequest, "The header fields can't be converted: a value has a control character.")
            }
            append(HTTPField(name: name, value: value))
        }
    }
}

extension HTTPHeaders {
    /// The same fields in the same order, with their names as they were written.
    public init(_ fields: HTTPFields) {
        self.init()
        for field in fields { append(field.name.rawName, field.value) }
    }
}
