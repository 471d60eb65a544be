public import EndpointKit
public import HTTPTypes

extension HTTPFields {
    /// The same fields in the same order. Throws ``EndpointKit/APIError/Code/invalidRequest`` for a name that isn't a token.
    public init(_ headers: HTTPHeaders) throws {
        self.init()
        for field in headers {
            guard let name = HTTPField.Name(field.name) else {
                throw APIError(.invalidRequest, "The header fields can't be converted: a name is not a token.")
            }
            append(HTTPField(name: name, value: field.value))
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
