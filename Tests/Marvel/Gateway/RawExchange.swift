#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif
import Foundation
import TestSupport

/// Bytes to 127.0.0.1 and everything that comes back: for what no client would send, or would show.
enum RawExchange {
    struct Failure: Error {}

    static func send(_ text: String, to port: Int) async throws -> [UInt8] {
        try await onOwnThread { try exchange(text, with: port) }
    }

    private static func exchange(_ text: String, with port: Int) throws -> [UInt8] {
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw Failure() }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        guard connected == 0 else { throw Failure() }
        let bytes = Array(text.utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count else { throw Failure() }
        shutdown(descriptor, Int32(SHUT_WR))
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return received }
            received += buffer[..<count]
        }
    }

    /// Head and body of one response.
    static func get(_ target: String, port: Int, headers: String = "") async throws -> (head: String, body: [UInt8]) {
        let received = try await send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(headers)Connection: close\r\n\r\n", to: port)
        guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { throw Failure() }
        return (String(decoding: received[..<end.upperBound], as: UTF8.self), Array(received[end.upperBound...]))
    }
}
