#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif
public import EndpointKit
internal import Synchronization

/// An HTTP/1.1 server on 127.0.0.1 for tests and local stand-ins: a blocking thread for each connection, and no more than that.
///
///     let server = try LoopbackServer { request in HTTPResponse(body: Data("hello".utf8)) }
///     let client = APIClient(configuration: APIConfiguration(baseURL: server.url))
///
/// With `raw:` the server hands over each connection instead, to be answered with any bytes at all.
public final class LoopbackServer: Sendable {
    public let origin: Origin

    private let listener: ListeningSocket
    private let connections = Mutex<[ObjectIdentifier: LoopbackConnection]>([:])
    private let accepted = Mutex(0)
    private let serve: @Sendable (LoopbackConnection) throws -> Void

    /// Answers each request with what `handler` makes of it; an error it throws becomes a 500. Port 0 is any free one.
    public convenience init(port: UInt16 = 0, handler: @escaping @Sendable (HTTPRequest) throws -> HTTPResponse) throws {
        try self.init(port: port) { connection in
            while let request = try connection.readRequest() {
                let response: HTTPResponse
                do {
                    response = try handler(request)
                } catch {
                    response = HTTPResponse(status: 500, headers: ["Content-Type": "text/plain"], body: Data("\(error)".utf8))
                }
                try connection.write(response, to: request)
                if request.headers["Connection"]?.lowercased() == "close" || response.headers["Connection"]?.lowercased() == "close" {
                    return
                }
            }
        }
    }

    /// Hands each connection to `raw` on a thread of its own, and closes it when that returns or throws.
    public init(port: UInt16 = 0, raw: @escaping @Sendable (LoopbackConnection) throws -> Void) throws {
        let listener = socket(AF_INET, SocketPlatform.stream, 0)
        guard listener >= 0 else { throw SocketFailure("socket") }
        var on: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && listen(listener, 1024) == 0 && getsockname(listener, address, &size) == 0
            }
        }
        guard bound, let origin = Origin(scheme: .http, host: "127.0.0.1", port: Int(UInt16(bigEndian: address.sin_port))) else {
            let failure = SocketFailure("listening on port \(port)")
            close(listener)
            throw failure
        }
        let listening = ListeningSocket(listener)
        self.listener = listening
        self.origin = origin
        serve = raw
        guard SocketPlatform.detachThread({ [weak self] in LoopbackServer.accept(listening, for: { self }) }) else {
            listening.end()
            throw SocketFailure("starting a thread")
        }
    }

    deinit { stop() }

    public var port: Int { origin.port }
    public var url: URL { HTTPRequest(origin: origin).url }

    /// How many connections were ever accepted.
    public var acceptedCount: Int { accepted.withLock { $0 } }

    /// How many connections are open, seen from here: one counts until its thread has let go of it.
    public var openCount: Int { connections.withLock { $0.count } }

    /// Refuses new connections and cuts the open ones off.
    public func stop() {
        // Shutting down wakes the thread in accept, which closes the socket.
        listener.wake()
        for connection in connections.withLock({ Array($0.values) }) { connection.cutOff() }
    }

    // The thread holds no server, so that dropping the last reference stops it.
    private static func accept(_ listener: ListeningSocket, for server: () -> LoopbackServer?) {
        while true {
            let socket = SocketPlatform.accept(listener.descriptor)
            if socket < 0, errno == ECONNABORTED || errno == EINTR || errno == EMFILE { continue }
            guard socket >= 0, let server = server() else {
                if socket >= 0 { close(socket) }
                break
            }
            server.begin(LoopbackConnection(socket: socket, origin: server.origin))
        }
        listener.end()
    }

    private func begin(_ connection: LoopbackConnection) {
        let id = ObjectIdentifier(connection)
        accepted.withLock { $0 += 1 }
        connections.withLock { $0[id] = connection }
        let serve = serve
        let started = SocketPlatform.detachThread { [weak self] in
            // What goes wrong with a connection ends that connection.
            try? serve(connection)
            connection.end()
            self?.connections.withLock { _ = $0.removeValue(forKey: id) }
        }
        if !started { connection.end() }
    }
}

/// Closed once, and left alone after that: by then its number may be another socket's.
private final class ListeningSocket: Sendable {
    let descriptor: Int32
    private let isOpen = Mutex(true)

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    func wake() {
        isOpen.withLock { if $0 { _ = shutdown(descriptor, Int32(SHUT_RDWR)) } }
    }

    func end() {
        isOpen.withLock { isOpen in
            if isOpen { close(descriptor) }
            isOpen = false
        }
    }
}

/// A call of the system that failed, and why.
public struct SocketFailure: Error, CustomStringConvertible {
    public let description: String

    init(_ call: String) { description = "\(call): \(String(cString: strerror(errno)))" }
}
