public import AsyncHTTPClient
public import EndpointKit
public import NIOCore
import Synchronization

/// Sends requests with AsyncHTTPClient, for programs that are built on SwiftNIO. It runs on their event loops, and needs no libcurl.
///
///     let client = APIClient(configuration: configuration, transport: AsyncHTTPClientTransport(eventLoopGroup: group))
///
/// It uses HTTP/1.1, or HTTP/2 over TLS if the server chooses it. Whatever its own defaults are, AsyncHTTPClient follows no redirects, keeps
/// no cookies and repeats no requests here. ``EndpointKit/ContentDecoding`` decodes bodies, as for the built-in transport on Linux.
///
/// A call with a policy that AsyncHTTPClient can't apply fails with ``EndpointKit/APIError/Code/configuration`` before anything is sent: pinned keys,
/// ``EndpointKit/HTTPVersionPolicy/http2`` and ``EndpointKit/HTTPVersionPolicy/http3``, a proxy that is reached over TLS or a SOCKS proxy
/// with a password, and TLS over a Unix socket. Proxies are asked to open a tunnel (CONNECT), even for http. SwiftNIO accepts a certificate for
/// the host's name, or for the address of the connection.
///
/// AsyncHTTPClient 1.37 ends the process if connections to one server choose different versions of HTTP and are then closed. Set
/// ``EndpointKit/HTTPVersionPolicy/http1`` for servers that you don't trust.
///
/// SwiftNIO's parser rejects a response with a folded header field, and reads header fields only as UTF-8.
///
/// A response that is complete before its request has been sent ends the exchange. The rest of the request's body isn't sent, and the
/// HTTP/1 connection or the HTTP/2 stream is closed. A field named `EndpointKit-Exchange` isn't sent.
///
/// If a server has closed an idle connection before the request was sent, the request is sent on another. A request that an HTTP/2 server has
/// refused without processing it is sent again, too.
///
/// A request that needs a new connection (``EndpointKit/TransferContext/needsNewConnection``) gets one that isn't used again.
///
/// ``EndpointKit/TransferMetrics`` contain the times of the first and the last byte, the HTTP version, and whether the connection was
/// reused.
public final class AsyncHTTPClientTransport: Transport {
    private let eventLoopGroup: any EventLoopGroup
    private let clients = Mutex<[ClientSettings: (client: PooledClient, lastUse: ContinuousClock.Instant)]>([:])
    /// The maximum number of clients. There may be many, because each user of a proxy has different settings. Above this limit, the least
    /// recently used client is removed, and closes its connections after its last exchange.
    private static let clientLimit = 32
    /// How often a request may be lost on a connection that its server had closed. libcurl has the same limit.
    private static let restartLimit = 5
    private let environment: [String: String]

    /// Opens no connection before the first request. Connections are closed when the transport and its responses are released.
    ///
    /// - Parameters:
    ///   - eventLoopGroup: the event loops on which it runs, AsyncHTTPClient's own by default. The group must live as long as the transport.
    ///   - environment: the variables that name the proxies of ``EndpointKit/ProxyPolicy/environment``; by default those of the process.
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

    /// Runs an exchange, and repeats it while the request is lost on a connection that the server had closed.
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

    /// Throws for a request that can't be sent, and in a cancelled task.
    private func client(for request: HTTPRequest, in context: TransferContext) throws -> PooledClient {
        try Task.checkCancellation()
        // A client has validated the request already, but a caller that uses the transport alone hasn't.
        try request.validate()
        try context.validate(for: request)
        // Throws before there is a connection.
        if let body = request.body, body.isSpent { _ = try body.chunks() }
        let settings = try ClientSettings(request, in: context.connection, environment: environment)
        // AsyncHTTPClient can't be asked for a new connection, but a client that nobody else uses has no other.
        if context.needsNewConnection { return try PooledClient(on: eventLoopGroup, settings.configuration(for: request)) }
        return try client(for: settings, of: request)
    }

    /// One client for each combination of TLS, proxy and timeout settings, because connections with different settings aren't shared.
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
/// Sendable because a body has one reader, which requests one chunk after the other.
private final class BodyReader: @unchecked Sendable {
    let exchange: Exchange
    private var chunks: Exchange.Chunks.AsyncIterator

    init(_ exchange: Exchange) {
        self.exchange = exchange
        chunks = exchange.stream().makeAsyncIterator()
    }

    func next() async throws -> Data? {
        if let chunk = try await chunks.next() { return chunk }
        // The failure of an incomplete body is reported only once.
        try exchange.checkEnd()
        return nil
    }
}
