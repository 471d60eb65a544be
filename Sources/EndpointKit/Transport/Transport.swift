/// Moves one request out and one response back. Knows nothing of endpoints, retries, redirects or decoding.
///
/// What it must do is stated so that a caller can rely on it whatever the engine:
/// - a response that came whole is returned whatever its status; anything less is an ``APIError``, never a partial body;
/// - when the surrounding task is cancelled it lets go of the connection at once and throws `CancellationError`; a task that is
///   cancelled beforehand opens none;
/// - it follows no redirect, keeps no cookie, answers no authentication challenge, and sends a request that isn't idempotent once.
///
/// `TransportConformance` in EndpointKitTesting is this as a suite to run.
///
/// Caching, limiting or recording is a transport around a transport:
///
///     struct LoggingTransport: Transport {
///         let base: any Transport
///         func send(_ request: HTTPRequest) async throws -> HTTPResponse {
///             print(request)
///             return try await base.send(request)
///         }
///     }
public protocol Transport: Sendable {
    /// The whole body, up to `request.bodyLimit` bytes.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse

    /// The head as soon as it is there, and the body in pieces as the reader takes them; `request.bodyLimit` doesn't bound it.
    ///
    /// By default what ``send(_:)`` returns, in one piece: a transport that can't stream has that.
    func stream(_ request: HTTPRequest) async throws -> HTTPResponseStream
}

extension Transport {
    public func stream(_ request: HTTPRequest) async throws -> HTTPResponseStream {
        let response = try await send(request)
        return HTTPResponseStream(response)
    }
}

extension HTTPResponseStream {
    init(_ response: HTTPResponse) {
        self.init(status: response.status, headers: response.headers, body: response.payload?.stream ?? Body(response.body))
        address = response.address
        metrics = response.metrics
    }
}
