public import AsyncHTTPClient
public import EndpointKit
public import NIOCore
import Synchronization

/// Sends requests with AsyncHTTPClient, for programs that live on SwiftNIO: it runs on their event loops, and needs no libcurl.
///
///     let client = APIClient(configuration: configuration, transport: AsyncHTTPClientTransport(eventLoopGroup: group))
///
/// It uses HTTP/1.1, and over TLS HTTP/2 if the server chooses it. AsyncHTTPClient follows no redirect, keeps no cookie and sends nothing
/// again here, whatever its own defaults are. ``EndpointKit/ContentDecoding`` decodes bodies, as for the built-in transport of Linux.
///
/// A policy that AsyncHTTPClient can't apply fails with ``EndpointKit/APIError/Code/configuration`` before anything is sent: pinned keys,
/// ``EndpointKit/HTTPVersionPolicy/http2`` and ``EndpointKit/HTTPVersionPolicy/http3``, a proxy that is reached over TLS or a SOCKS proxy
/// with a password, and TLS over a Unix socket. Proxies are asked for a tunnel (CONNECT), also for http. SwiftNIO takes a certificate for
/// the host's name, or for the address that it is connected to.
///
/// AsyncHTTPClient 1.37 ends the process if connections to one server choose different versions of HTTP and are then closed. Set
/// ``EndpointKit/HTTPVersionPolicy/http1`` for servers that you don't trust.
///
/// SwiftNIO's parser refuses a response with a folded header field, and reads header fields as UTF-8 only.
///
/// A response that is whole before its request was sent ends the exchange: the rest of the body isn't sent, and the connection of HTTP/1, or
/// the stream of HTTP/2, is closed. A field `EndpointKit-Exchange` isn't sent.
///
/// If a server has closed an idle connection, a request that was not sent on it, or that may be sent twice, goes out once more; so does one
/// that a server of HTTP/2 has refused without a look at it.
///
/// ``EndpointKit/TransferMetrics`` get the times of the first and the last byte, the HTTP version, and whether the connection was reused.
public final class AsyncHTTPClientTransport: Transport {
    private let eventLoopGroup: any EventLoopGroup
    private let clients = Mutex<[ClientSettings: (client: PooledClient, lastUse: ContinuousClock.Instant)]>([:])
    /// The maximum number of clients: their settings may differ by the user of a proxy. Above it, the one that wasn't used for the longest
    /// time is forgotten, and closes its connections after its last exchange.
    private static let clientLimit = 32
    /// How often a request may be lost on a connection that its server had closed. libcurl has the same limit.
    private static let restartLimit = 5
    private let environment: [String: String]

    /// Opens no connection before the first request. Connections are closed when the transport and its responses are released.
    ///
    /// - Parameters:
    ///   - eventLoopGroup: the event loops on which it runs, AsyncHTTPClient's own by default. It must live as long as the transport.
    ///   - environment: names the proxies of ``EndpointKit/ProxyPolicy/environment``; by default the environment of the process.
    public init(
        eventLoopGroup: any EventLoopGroup = HTTPClient.defaultEventLoopGroup,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.eventLoopGroup = eventLoopGroup
        self.environment = environment
    }

    public func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        let (_, response) = try await run(request, in: context) { $0 }
        return try response.decoded(for: request, limit: context.bodyLimit(of: request))
    }

    public func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        let (reader, head) = try await run(request, in: context, as: BodyReader.init)
        let body = HTTPResponseStream.Body { try await reader.next() }
        var stream = HTTPResponseStream(status: head.status, headers: head.headers, body: body, url: head.url)
        stream.metrics = head.metrics
        return try stream.decoded(for: request)
    }

    /// Runs an exchange, and another one as long as the request is lost on a connection that its server had closed.
    private func run<Reader>(
        _ request: HTTPRequest, in context: TransferContext, as read: (Exchange) -> Reader
    ) async throws -> (Reader, HTTPResponse) {
        let client = try client(for: request, in: context)
        var restarts = 0
        while true {
            let exchange = Exchange(request, in: context, on: client, transport: self)
            let reader = read(exchange)
            do { return (reader, try await exchange.run()) } catch {
                guard exchange.mayStartOver, restarts < Self.restartLimit else { throw error }
                restarts += 1
            }
        }
    }

    /// Throws for a request that can't be sent, and in a task that is cancelled.
    private func client(for request: HTTPRequest, in context: TransferContext) throws -> PooledClient {
        try Task.checkCancellation()
        // A client validates before this; a caller that uses the transport alone doesn't.
        try request.validate()
        try context.validate(for: request)
        // Throws before there is a connection.
        if let body = request.body, body.isSpent { _ = try body.chunks() }
        return try client(for: try ClientSettings(request, in: context.connection, environment: environment), of: request)
    }

    /// One client for each TLS, proxy and timeout setting, because connections of different settings aren't shared.
    private func client(for settings: ClientSettings, of request: HTTPRequest) throws -> PooledClient {
        try clients.withLock { clients in
            let client = try clients[settings]?.client ?? PooledClient(on: eventLoopGroup, try settings.configuration(for: request))
            clients[settings] = (client, .now)
            if clients.count > Self.clientLimit, let oldest = clients.min(by: { $0.value.lastUse < $1.value.lastUse }) {
                clients[oldest.key] = nil
            }
            return client
        }
    }
}

/// The reader's end of a streamed body: releasing it closes the connection.
///
/// Sendable because a body has one reader, which asks for one chunk after the other.
private final class BodyReader: @unchecked Sendable {
    let exchange: Exchange
    private var chunks: Exchange.Chunks.AsyncIterator

    init(_ exchange: Exchange) {
        self.exchange = exchange
        chunks = exchange.stream().makeAsyncIterator()
    }

    func next() async throws -> Data? {
        if let chunk = try await chunks.next() { return chunk }
        // An end that isn't the body's is reported once only.
        try exchange.checkEnd()
        return nil
    }
}
