#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif
package import EndpointKit

/// A port of 127.0.0.1 that refuses every connection. The object reserves the port, so that no other process gets it.
package final class RefusingPort: Sendable {
    package let origin: Origin
    private let descriptor: Int32

    package init() throws { (descriptor, origin) = try SocketPlatform.loopbackSocket(port: 0, listening: false) }

    deinit { close(descriptor) }

    package var url: URL { HTTPRequest(origin: origin).url }
}
