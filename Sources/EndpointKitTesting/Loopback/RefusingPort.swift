#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif
package import EndpointKit

/// A port of 127.0.0.1 that refuses every connection. The object reserves the port, which another process could otherwise get.
package final class RefusingPort: Sendable {
    package let origin: Origin
    private let descriptor: Int32

    package init() throws {
        // The socket is bound to reserve the port, and doesn't listen, so that connections are refused.
        let descriptor = SocketPlatform.streamSocket()
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isBound, let origin = Origin(scheme: .http, host: "127.0.0.1", port: Int(UInt16(bigEndian: address.sin_port))) else {
            let failure = SocketFailure("Could not bind a port")
            close(descriptor)
            throw failure
        }
        self.descriptor = descriptor
        self.origin = origin
    }

    deinit { close(descriptor) }

    package var url: URL { HTTPRequest(origin: origin).url }
}
