public import EndpointKit
public import HTTPTypes

extension HTTPTypes.HTTPResponse {
    /// The head of a response. In swift-http-types, the body is a separate value.
    ///
    /// Throws ``EndpointKit/APIError/Code/invalidRequest`` for a status that doesn't have three digits, or a field that `HTTPFields(_:)`
    /// rejects. A server may send any number, and a stub may contain any field.
    public init(_ response: EndpointKit.HTTPResponse) throws {
        let (status, fields) = (response.status, try HTTPFields(response.headers))
        guard (100...999).contains(status.rawValue) else { throw APIError.unconvertible("its status is not a number of three digits") }
        self.init(status: Status(code: status.rawValue, reasonPhrase: status.reasonPhrase), headerFields: fields)
    }
}

extension EndpointKit.HTTPResponse {
    /// A response with this head and this body. The reason phrase is dropped, because it has no meaning.
    public init(_ response: HTTPTypes.HTTPResponse, body: Data = Data()) {
        self.init(status: HTTPStatus(rawValue: response.status.code), headers: HTTPHeaders(response.headerFields), body: body)
    }
}
