/// A type with its own initializer for a response, for what `Decodable` can't do, such as reading a header field or another format.
///
///     nonisolated struct Counted<Item: Decodable & Sendable>: ResponseConvertible {
///         let items: [Item]
///         let total: Int?
///         init(response: HTTPResponse, decoder: ResponseDecoder) throws {
///             items = try decoder.decode(from: response)
///             total = response.headers["X-Total-Count"].flatMap { Int($0) }
///         }
///     }
public protocol ResponseConvertible: Sendable {
    /// Creates the value from the whole response. If it throws an error, the call fails with that error.
    ///
    /// - Parameters:
    ///   - response: the response, which the decisions have accepted.
    ///   - decoder: decodes with the endpoint's own convention, or with the client's if the endpoint has none.
    init(response: HTTPResponse, decoder: ResponseDecoder) throws
}

/// The value of a call that needs only the status. Any body is read and discarded.
public struct EmptyResponse: Hashable, Sendable {
    /// Creates the only value of this type.
    public init() {}
}

/// A type with its own initializer for a JSON document, if `Decodable` is too strict or too much work.
///
///     nonisolated struct RateLimit: JSONResponse {
///         let remaining: Int
///         init(json: JSON, response: HTTPResponse) throws {
///             remaining = json["rate"]?["remaining"]?.int ?? 0
///         }
///     }
public protocol JSONResponse: ResponseConvertible {
    /// Creates the value from the body's JSON. If it throws an error, the call fails with that error.
    init(json: JSON, response: HTTPResponse) throws
}

extension JSONResponse {
    /// Throws an ``APIError`` of code `decoding` for a body that isn't JSON.
    public init(response: HTTPResponse, decoder: ResponseDecoder) throws {
        try self.init(json: decoder.decode(from: response), response: response)
    }
}
