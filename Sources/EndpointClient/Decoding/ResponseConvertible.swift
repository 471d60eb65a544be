/// A value that reads itself from a response in ways that `Decodable` can't: from a header field, or from another format.
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
    /// Reads the value from the whole response. An error that it throws is the error of the call.
    ///
    /// - Parameters:
    ///   - response: the whole response, which the decisions accepted.
    ///   - decoder: decodes with the endpoint's own convention, or otherwise the client's.
    init(response: HTTPResponse, decoder: ResponseDecoder) throws
}

/// The value of a call that only needs the status. A body is read and discarded.
public struct EmptyResponse: Hashable, Sendable {
    /// Creates the only value of this type.
    public init() {}
}

/// A value that reads itself from a JSON document by hand, if `Decodable` is too strict or too much work.
///
///     nonisolated struct RateLimit: JSONResponse {
///         let remaining: Int
///         init(json: JSON, response: HTTPResponse) throws {
///             remaining = json["rate"]?["remaining"]?.int ?? 0
///         }
///     }
public protocol JSONResponse: ResponseConvertible {
    /// Reads the value from the body's JSON. An error that it throws is the error of the call.
    init(json: JSON, response: HTTPResponse) throws
}

extension JSONResponse {
    /// Throws an ``APIError`` of code `decoding` for a body that isn't JSON.
    public init(response: HTTPResponse, decoder: ResponseDecoder) throws {
        try self.init(json: decoder.decode(from: response), response: response)
    }
}
