package import EndpointKit
internal import EndpointKitTesting
internal import Testing

/// A client of `https://api.example.com/v1`, which retries at once.
package func example(
    _ transport: any Transport, authentication: (any Authentication)? = nil, redaction: Redaction = .standard,
    observers: [any CallObserver] = []
) throws -> APIClient {
    var configuration = APIConfiguration(
        baseURL: try #require(URL(string: "https://api.example.com/v1")), authentication: authentication)
    configuration.policies.redaction = redaction
    return APIClient(
        configuration: configuration, transport: transport, observers: observers, clock: ManualClock(skipsSleeps: true))
}

/// A request to `https://api.example.com`.
package func request(
    _ method: HTTPMethod = .get, _ path: Path = "/a", query: Query = [:], headers: HTTPHeaders = [:], body: HTTPBodyEntity? = nil
) throws -> HTTPRequest {
    let origin = try #require(Origin(scheme: .https, host: "api.example.com"))
    return HTTPRequest(method: method, origin: origin, path: path, query: query, headers: headers, body: body)
}
