#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif
package import EndpointKit

/// A port of 127.0.0.1 that refuses every connection. It stays taken as long as this lives, while a port that was freed may be another's.
package final class RefusingPort: Sendable {
    package let origin: Origin
    private let descriptor: Int32

    package init() throws {
        // Bound, so that no other process gets the port, and without `listen`.
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
            let failure = SocketFailure("binding a port")
            close(descriptor)
            throw failure
        }
        self.descriptor = descriptor
        self.origin = origin
    }

    deinit { close(descriptor) }

    package var url: URL { HTTPRequest(origin: origin).url }
}
