/// Sends one request and receives one response. It knows nothing about endpoints, retries, redirects or decoding.
///
/// Every transport must follow this contract:
/// - It returns a complete response of any status. In any other case it throws an ``APIError``; it never returns a partial body.
/// - When the surrounding task is cancelled, it closes the connection at once and throws `CancellationError`. In a task that is already
///   cancelled, it opens no connection. A client sends in a task that it cancels when the call ends.
/// - It follows no redirect, keeps no cookie and answers no authentication challenge. It sends a request only once, unless the server states
///   that it didn't process it (RFC 9113, section 8.7). If the connection is lost, it throws an error, and the caller decides.
///
/// `TransportConformance` in EndpointConformance tests this contract.
///
/// A transport can wrap another, for caching, limiting or recording:
///
///     struct LoggingTransport: Transport {
///         let base: any Transport
///         func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
///             print(request)
///             return try await base.send(request, in: context)
///         }
///         func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
///             print(request)
///             return try await base.stream(request, in: context)
///         }
///     }
public protocol Transport: Sendable {
    /// Returns the response with its whole body. Throws ``APIError/Code/bodyTooLarge`` for more than ``TransferContext/bodyLimit(of:)``
    /// bytes.
    func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse

    /// Returns as soon as the head has arrived, and receives the body while it is read, without a limit on its size.
    ///
    /// A transport that can't stream returns `HTTPResponseStream(try await send(request, in: context))`.
    func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream
}

/// A built-in transport, adapter, decision or quota store that the call awaits directly, because it either never waits or lets the call's
/// handle interrupt its waits. All others run in a separate task, which is cancelled but not awaited when the call ends. For a token store,
/// this applies only to `hasChanged()`.
package protocol AwaitedInPlace {}

extension Transport {
    /// Sends a request in the context ``TransferContext/standard``.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await send(request, in: .standard) }

    /// Streams a response in the context ``TransferContext/standard``.
    public func stream(_ request: HTTPRequest) async throws -> HTTPResponseStream { try await stream(request, in: .standard) }
}

extension HTTPResponseStream {
    /// A stream that delivers the body of a response in one chunk.
    public init(_ response: HTTPResponse) {
        self.init(status: response.status, headers: response.headers, body: Body(response.body))
        address = response.address
        measured = response.measured
        source = response.source
    }
}

extension HTTPResponse {
    /// A response with the head of a stream, and without a body.
    package init(head stream: HTTPResponseStream) {
        self.init(status: stream.status, headers: stream.headers)
        address = stream.address
        measured = stream.measured
        source = stream.source
    }
}
