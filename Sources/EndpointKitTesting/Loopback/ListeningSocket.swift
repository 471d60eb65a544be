#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif
internal import EndpointKit
internal import Synchronization

/// A socket that listens on 127.0.0.1.
final class ListeningSocket: Sendable {
    enum Arrival {
        case connection(Int32)
        case nothing
        /// The process or the system has no file descriptors or no memory left.
        case noRoom
        /// The socket is closed.
        case over
    }

    private enum State { case listening, stopped, closed }
    private let state = Mutex(State.listening)
    let descriptor: Int32
    let origin: Origin

    /// If the port is 0, the system chooses a free one.
    init(port: UInt16) throws { (descriptor, origin) = try SocketPlatform.loopbackSocket(port: port, listening: true) }

    /// Accepts a waiting connection, if there is one. Closes the socket if the server has been stopped.
    func accept() -> Arrival {
        state.withLock { state in
            while state == .listening {
                let socket = SocketPlatform.accept(descriptor)
                if socket >= 0 { return .connection(socket) }
                switch errno {
                case EINTR, ECONNABORTED: continue
                case EAGAIN: return .nothing
                case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .noRoom
                default: state = .stopped
                }
            }
            if state == .stopped { close(descriptor) }
            state = .closed
            return .over
        }
    }

    /// Refuses connections from now on; the next ``accept()`` closes the socket.
    func stop() {
        state.withLock { state in
            guard state == .listening else { return }
            // Closing the socket alone has no effect while another thread polls it.
            shutdown(descriptor, Int32(SHUT_RDWR))
            state = .stopped
        }
    }
}

extension SocketPlatform {
    /// A socket with a port of 127.0.0.1; if the port is 0, the system chooses a free one. If the socket doesn't listen, connections to the
    /// port are refused.
    static func loopbackSocket(port: UInt16, listening isListening: Bool) throws -> (descriptor: Int32, origin: Origin) {
        let descriptor = streamSocket()
        guard descriptor >= 0 else { throw SocketFailure("socket") }
        var on: Int32 = 1
        // With this option, sockets that don't listen could share a port, so only a listening socket gets it.
        if isListening { setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size)) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) == 0 && (!isListening || listen(descriptor, 1024) == 0)
                    && getsockname(descriptor, address, &size) == 0
            }
        }
        guard isBound, let origin = Origin(scheme: .http, host: "127.0.0.1", port: Int(UInt16(bigEndian: address.sin_port))) else {
            let failure = SocketFailure("Could not listen on port \(port)")
            close(descriptor)
            throw failure
        }
        return (descriptor, origin)
    }
}

/// A failed system call.
public struct SocketFailure: Error, CustomStringConvertible {
    /// The call or action, and the system's reason: `send: Broken pipe`.
    public let description: String

    init(_ call: String, code: Int32 = errno) { description = "\(call): \(String(cString: strerror(code)))" }
}
