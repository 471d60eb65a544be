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
///         func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
///             print(request)
///             return try await base.send(request, in: context)
///         }
///     }
public protocol Transport: Sendable {
    /// The whole body, up to ``TransferContext/bodyLimit(of:)`` bytes; more is ``APIError/Code/bodyTooLarge``.
    func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse

    /// The head as soon as it is there, and the body in chunks as the reader takes them; no limit bounds it.
    ///
    /// By default what ``send(_:in:)`` returns, in one chunk: a transport that can't stream has that.
    func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream

    /// Whether a transfer ends at once when its ``TransferContext/cancellation`` says so, or never waits. False by default: the client then
    /// waits in a task of its own, which costs a few microseconds, and leaves the transfer behind when the call is ended.
    var endsWithContext: Bool { get }
}

extension Transport {
    public func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        HTTPResponseStream(try await send(request, in: context))
    }

    public var endsWithContext: Bool { false }

    /// In the standard context.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await send(request, in: .standard) }

    /// In the standard context.
    public func stream(_ request: HTTPRequest) async throws -> HTTPResponseStream { try await stream(request, in: .standard) }
}

extension HTTPResponseStream {
    package init(_ response: HTTPResponse) {
        self.init(status: response.status, headers: response.headers, body: Body(response.body))
        address = response.address
        metrics = response.metrics
    }
}

extension HTTPResponse {
    /// Everything but the body.
    package init(head stream: HTTPResponseStream) {
        self.init(status: stream.status, headers: stream.headers)
        address = stream.address
        metrics = stream.metrics
    }
}
