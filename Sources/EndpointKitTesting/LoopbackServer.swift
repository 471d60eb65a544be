public import EndpointKit

/// An HTTP/1.1 server on 127.0.0.1 for tests and local stand-ins. One thread waits for the connections of all servers of the process, and a
/// connection has a thread of its own only while it's being answered: that one may block.
///
///     let server = try LoopbackServer { request in HTTPResponse(body: Data("hello".utf8)) }
///     let client = APIClient(configuration: APIConfiguration(baseURL: server.url))
///
/// With `raw:` the server hands over each connection instead, to be answered with any bytes at all.
public final class LoopbackServer: Sendable {
    public let origin: Origin

    private let poller: SocketPoller
    private let listener: ListeningSocket
    private let connections: LoopbackConnections

    /// Answers each request with what `handler` makes of it; an error it throws becomes a 500. Port 0 is any free one.
    public convenience init(port: UInt16 = 0, handler: @escaping @Sendable (HTTPRequest) throws -> HTTPResponse) throws {
        try self.init(port: port, start: .awaitBytes) { connection in
            repeat {
                guard let request = try connection.readRequest() else { return .end }
                let response: HTTPResponse
                do {
                    response = try handler(request)
                } catch {
                    response = HTTPResponse(status: 500, headers: ["Content-Type": "text/plain"], body: Data("\(error)".utf8))
                }
                try connection.write(response, to: request)
                if request.headers["Connection"]?.lowercased() == "close" || response.headers["Connection"]?.lowercased() == "close" {
                    return .end
                }
            } while connection.hasPendingBytes
            return .awaitBytes
        }
    }

    /// Hands each connection to `raw` on a thread that may block, and closes it when that returns or throws; or when the peer has closed it,
    /// if `raw` asked for ``LoopbackConnection/onClose(_:)``.
    public convenience init(port: UInt16 = 0, raw: @escaping @Sendable (LoopbackConnection) throws -> Void) throws {
        try self.init(port: port, start: .serve) { connection in
            try raw(connection)
            return connection.awaitsClose ? .awaitClose : .end
        }
    }

    private init(
        port: UInt16, start: LoopbackConnections.Next, serve: @escaping @Sendable (LoopbackConnection) throws -> LoopbackConnections.Next
    ) throws {
        let poller = try SocketPoller.shared()
        let listener = try ListeningSocket(port: port)
        let connections = LoopbackConnections(poller: poller, start: start, serve: serve)
        origin = listener.origin
        self.poller = poller
        self.listener = listener
        self.connections = connections
        // Holds no server, so that dropping the last reference stops it.
        poller.watch(listener.descriptor) {
            while true {
                switch listener.accept() {
                case .connection(let socket): connections.begin(LoopbackConnection(socket: socket, origin: listener.origin))
                case .nothing: return .again
                case .noRoom: return .later
                case .over: return .over
                }
            }
        }
    }

    deinit { stop() }

    public var port: Int { origin.port }
    public var url: URL { HTTPRequest(origin: origin).url }

    /// How many connections were ever accepted.
    public var acceptedCount: Int { connections.acceptedCount }

    /// How many connections are open, seen from here: one counts until it's closed on this side, too.
    public var openCount: Int { connections.openCount }

    /// Refuses new connections and cuts the open ones off.
    public func stop() {
        listener.stop()
        poller.nudge(listener.descriptor)
        connections.stop()
    }
}
