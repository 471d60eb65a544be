public import EndpointHTTP
internal import Foundation
internal import Synchronization
#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// Sends requests with the system's URLSession. This is the default transport on Apple's platforms.
///
/// Its sessions store no cookies, credentials or responses, answer only TLS challenges, and don't follow redirects, which
/// ``RedirectPolicy`` controls. A policy that URLSession can't apply (a Unix socket, a proxy other than the system's, a client certificate
/// in PEM, ``HTTPVersionPolicy/http1``, ``HTTPVersionPolicy/http2``) makes calls fail with ``APIError/Code/configuration``. URLSession
/// doesn't preserve the order of header fields, and joins fields with the same name.
///
/// With ``HTTPVersionPolicy/http3``, a session tries HTTP/3 at once, but may still fall back to an older version.
///
/// Among the ``TransferMetrics``, this transport reports only the HTTP version, only on Apple's platforms, and not for streams.
///
/// URLSession doesn't report when it has a connection, so `connectTimeout` has no effect: the request's timeout also covers the time to
/// connect. URLSession starts to read a body before it is connected, so if an attempt reaches no server, a stream that can be read only
/// once is used up.
///
/// On Linux, this transport is built only with the package trait of the same name, to check its code, and isn't meant for use: TLS policies
/// fail there, bodies are sent from memory, and a stream whose reader is `bodyLimit` bytes behind ends with ``APIError/Code/bodyTooLarge``.
public final class URLSessionTransport: Transport {
    /// The transport of clients that are created without one, on Apple's platforms.
    public static let shared = URLSessionTransport()

    private let channels = Mutex<[URLSessionChannel.Key: URLSessionChannel]>([:])

    /// Creates a transport, which opens no session before the first request.
    public init() {}

    deinit {
        for channel in channels.withLock({ Array($0.values) }) { channel.session.finishTasksAndInvalidate() }
    }

    public func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        let exchange = URLSessionExchange(request: request, context: context, chunks: nil, transport: self)
        var response = try await start(exchange)
        response.body = exchange.body
        return response
    }

    public func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        let exchange = URLSessionExchange(request: request, context: context, chunks: BodyBuffer(), transport: self)
        let reader = URLSessionBodyReader(exchange)
        let head = try await start(reader.exchange)
        var stream = HTTPResponseStream(
            status: head.status, headers: head.headers, body: HTTPResponseStream.Body { try await reader.next() })
        stream.address = head.address
        return stream
    }

    private func start(_ exchange: URLSessionExchange) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let request = exchange.request
        // A client has already validated the request. A caller that uses the transport by itself hasn't.
        try request.validate()
        try exchange.context.validate(for: request)
        let channel = try channel(for: request, in: exchange.context)
        let (urlRequest, upload) = try await URLRequest.make(request, in: exchange.context)
        let task = channel.session.dataTask(with: urlRequest)
        channel.receiver.begin(exchange, of: task)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                exchange.start(task, upload: upload, resuming: continuation)
            }
        } onCancel: {
            exchange.cancel()
        }
    }

    /// Returns one session for each TLS and proxy setting, because a connection is verified once and serves many requests.
    private func channel(for request: HTTPRequest, in context: TransferContext) throws -> URLSessionChannel {
        let key = try URLSessionChannel.Key(request, in: context)
        return try channels.withLock { channels in
            if let channel = channels[key] { return channel }
            let channel = try URLSessionChannel(key, request, in: context)
            channels[key] = channel
            return channel
        }
    }
}
