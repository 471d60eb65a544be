public import EndpointKit

/// One call in the gateway's access log.
public struct AccessRecord: Sendable, CustomStringConvertible {
    public let method: HTTPMethod
    /// The path and the query, without keys, hash and timestamp. Anything else that looks like a secret is redacted.
    public let target: String
    /// nil if a fault closed the connection without a response.
    public let status: HTTPStatus?
    /// The size of the body as it was sent, compressed or truncated.
    public let byteCount: Int
    /// The time from the end of the request to the beginning of the response.
    public let duration: Duration

    /// `GET /v1/public/characters?limit=5: 200, 18314 bytes, 1.3 ms`
    public var description: String {
        let outcome = status.map { "\($0.rawValue)" } ?? "no response"
        return "\(method) \(target): \(outcome), \(byteCount) bytes, \((duration / .microseconds(100)).rounded() / 10) ms"
    }
}
