public import EndpointKit

/// An HTTP/1.1 server on 127.0.0.1, for tests and local stub servers. One thread waits for the connections of all servers in the process. A
/// connection has its own thread only while a request is being handled, so the handler may block. If the bytes aren't a request, the server
/// responds with a 400, and if a head is larger than 64 KB, with a 431. It then closes that connection.
///
///     let server = try LoopbackServer { request in HTTPResponse(body: Data("hello".utf8)) }
///     let client = APIClient(configuration: APIConfiguration(baseURL: server.url))
///
/// If clients can't read a response correctly, because a field contains a line ending or because the length or coding is wrong, the server
/// sends a 500 that explains the problem.
///
/// With `raw:`, the server instead calls the closure with each connection, to which the closure may write any bytes. A raw response without a
/// length ends when the closure returns or calls ``LoopbackConnection/endWriting()``; until then, the client waits.
public final class LoopbackServer: Sendable {
    /// `http://127.0.0.1` with the server's port.
    public let origin: Origin

    private let poller: SocketPoller
    private let listener: ListeningSocket
    private let connections: LoopbackConnections

    /// Responds to each request with the response of `handler`, or with a 500 if the handler throws. If the port is 0, the system chooses a
    /// free one. Throws a ``SocketFailure`` if the server can't listen.
    public convenience init(port: UInt16 = 0, handler: @escaping @Sendable (HTTPRequest) throws -> HTTPResponse) throws {
        try self.init(port: port, start: .awaitBytes) { connection in
            repeat {
                let request: HTTPRequest
                do {
                    guard let next = try connection.readRequest() else { return .end }
                    request = next
                } catch let error as LoopbackConnection.MalformedRequest {
                    try connection.write("HTTP/1.1 \(error.status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                    // If there are unread bytes, closing resets the connection, so this side ends its output first.
                    connection.endWriting()
                    return .end
                }
                var response: HTTPResponse
                do {
                    response = try handler(request)
                    if let fault = response.fault(answering: request.method) {
                        throw APIError(.invalidRequest, "The response of the server's handler can't be sent: \(fault).")
                    }
                } catch is NoResponse {
                    return .end
                } catch {
                    response = HTTPResponse(status: 500, headers: ["Content-Type": "text/plain"], body: Data("\(error)".utf8))
                }
                try connection.write(response, to: request)
                if connection.isLastRequest || response.headers.connectionOptions.contains("close") { return .end }
            } while connection.hasPendingBytes
            return .awaitBytes
        }
    }

    /// If a handler throws this error, the connection closes without a response.
    package struct NoResponse: Error {
        package init() {}
    }

    /// Calls `raw` with each connection, on a thread that may block. The connection is closed when `raw` returns or throws. If `raw` has
    /// called ``LoopbackConnection/onClose(_:)``, the connection stays open until the peer closes it.
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
        // The closure doesn't retain the server, so that releasing the server stops it.
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

    /// The port on which the server listens, even if 0 was requested.
    public var port: Int { origin.port }
    /// The root URL, for use as a configuration's base URL.
    public var url: URL { HTTPRequest(origin: origin).url }

    /// How many connections were accepted since the start.
    public var acceptedCount: Int { connections.acceptedCount }

    /// How many connections are open on the server's side, including those that the peer has closed.
    public var openCount: Int { connections.openCount }

    /// Refuses new connections, and shuts down the open ones. Releasing the server does the same.
    public func stop() {
        listener.stop()
        poller.nudge(listener.descriptor)
        connections.stop()
    }
}
