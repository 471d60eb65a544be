/// An endpoint that declares the type of its response.
///
///     nonisolated struct GetCharacter: Request {
///         typealias Response = Character
///         let id: Int
///         var path: Path { "characters/\(id)" }
///     }
///     let character = try await client.call(GetCharacter(id: 1_009_610)).value
public protocol Request<Response>: Endpoint {
    /// The type of a call's value.
    associatedtype Response: Sendable

    /// Creates the value from a response that the decisions have accepted.
    ///
    /// There is a default implementation if `Response` is `Decodable`, `Data`, `String`, `Void`, ``EmptyResponse`` or
    /// ``ResponseConvertible``.
    func decode(_ response: HTTPResponse, with decoder: ResponseDecoder) throws -> Response

    /// The `Accept` field, unless the endpoint or the configuration has one. The default depends on `Response`.
    var accept: String { get }
}

extension Request {
    public var accept: String { "*/*" }
}

extension Request where Response: Decodable {
    public func decode(_ response: HTTPResponse, with decoder: ResponseDecoder) throws -> Response {
        try ResponseFormat.decodable.value(of: response, with: decoder)
    }
    public var accept: String { ResponseFormat<Response>.decodable.accept }
}

extension Request where Response == Data {
    public func decode(_ response: HTTPResponse, with decoder: ResponseDecoder) throws -> Data {
        try ResponseFormat.data.value(of: response, with: decoder)
    }
    public var accept: String { ResponseFormat<Response>.data.accept }
}

extension Request where Response == String {
    public func decode(_ response: HTTPResponse, with decoder: ResponseDecoder) throws -> String {
        try ResponseFormat.string.value(of: response, with: decoder)
    }
    public var accept: String { ResponseFormat<Response>.text.accept }
}

extension Request where Response == Void {
    public func decode(_ response: HTTPResponse, with decoder: ResponseDecoder) throws -> Void {
        try ResponseFormat.none.value(of: response, with: decoder)
    }
    public var accept: String { ResponseFormat<Response>.none.accept }
}

extension Request where Response == EmptyResponse {
    public func decode(_ response: HTTPResponse, with decoder: ResponseDecoder) throws -> EmptyResponse { EmptyResponse() }
    public var accept: String { ResponseFormat<Void>.none.accept }
}

extension Request where Response: ResponseConvertible {
    public func decode(_ response: HTTPResponse, with decoder: ResponseDecoder) throws -> Response {
        try ResponseFormat.convertible.value(of: response, with: decoder)
    }
    public var accept: String { ResponseFormat<Response>.convertible.accept }
}

extension Request where Response: ResponseConvertible & Decodable {
    public func decode(_ response: HTTPResponse, with decoder: ResponseDecoder) throws -> Response {
        try ResponseFormat.convertibleFromJSON.value(of: response, with: decoder)
    }
    public var accept: String { ResponseFormat<Response>.convertibleFromJSON.accept }
}

extension Request where Response: JSONResponse {
    public var accept: String { ResponseFormat<Response>.convertibleFromJSON.accept }
}

extension Request where Response: JSONResponse & Decodable {
    public var accept: String { ResponseFormat<Response>.convertibleFromJSON.accept }
}
