import Dispatch
import EndpointKitTesting
import Foundation
import Synchronization

/// A peer of a loopback server that sends and receives single bytes. It blocks on its own queue, never on the test's thread.
final class WireClient: Sendable {
    enum End: Sendable { case orderly, reset }

    private let socket: Int32
    private let queue = DispatchQueue(label: "wire client")
    private let received = Mutex<[UInt8]>([])

    /// nil when the connection is refused.
    init?(_ server: LoopbackServer) {
        #if canImport(Glibc)
            socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
            setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, [1 as Int32], socklen_t(MemoryLayout<Int32>.size))
        #endif
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(server.port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        // The kernel accepts the connection for the server, so this doesn't wait for the server.
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        if !isConnected { return nil }
        var on: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(socket) }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
        #if canImport(Glibc)
            _ = Foundation.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        #else
            _ = Foundation.send(socket, bytes, bytes.count, 0)
        #endif
    }

    /// Sends text that may be larger than the sockets' buffers.
    func sendAll(_ text: String) async { await onQueue { [self] in send(text) } }

    /// Sends more than the sockets can buffer, so it ends only when the other side reads.
    func send(megabytes: Int) async {
        await onQueue { [self] in
            for _ in 0..<megabytes { send(String(repeating: "x", count: 1 << 20)) }
        }
    }

    /// Signals that nothing more will be sent. The other direction stays open.
    func endSending() { shutdown(socket, Int32(SHUT_WR)) }

    /// The bytes received up to and including `end`, or until the connection ends.
    func read(through end: String) async -> String {
        await onQueue { [self] in
            while true {
                let text = received.withLock { bytes -> String? in
                    guard let range = bytes.firstRange(of: end.utf8) else { return nil }
                    defer { bytes.removeSubrange(..<range.upperBound) }
                    return String(decoding: bytes[..<range.upperBound], as: UTF8.self)
                }
                if let text { return text }
                if receive() != nil { return received.withLock { String(decoding: $0, as: UTF8.self) } }
            }
        }
    }

    /// The bytes received until the connection ends, and how it ends.
    func readToEnd() async -> (text: String, end: End) {
        await onQueue { [self] in
            while true {
                if let end = receive() { return (received.withLock { String(decoding: $0, as: UTF8.self) }, end) }
            }
        }
    }

    private func receive() -> End? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(socket, &buffer, buffer.count, 0)
        if count <= 0 { return count == 0 ? .orderly : .reset }
        received.withLock { $0 += buffer[..<count] }
        return nil
    }

    private func onQueue<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in queue.async { continuation.resume(returning: body()) } }
    }
}
