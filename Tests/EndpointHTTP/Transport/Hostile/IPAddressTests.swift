import Dispatch
import EndpointKit
import Glibc
import TestSupport
import Testing

@Suite(.enabled(if: IPv6Listener() != nil, "the machine has no ::1")) struct IPAddressTests {
    @Test func `IPAddress: a literal IPv6 address is reached, and named in Host`() async throws {
        let listener = try #require(IPv6Listener())
        let head = Recorder<String>()
        listener.answerOnce { head.record($0) }
        let url = try #require(URL(string: "http://[::1]:\(listener.port)/v1"))
        let client = APIClient(configuration: APIConfiguration(baseURL: url, requestTimeout: .seconds(600)), transport: CurlTransport())
        let reply = try await client.string(.get("items")).response
        #expect(reply.value == "ok")
        #expect(reply.http.url?.absoluteString == "http://[::1]:\(listener.port)/v1/items")
        #expect((head.last ?? "").hasPrefix("GET /v1/items HTTP/1.1\r\nHost: [::1]:\(listener.port)\r\n"))
    }
}

/// A socket on ::1 that answers one request.
final class IPv6Listener: Sendable {
    let port: Int
    private let listener: Int32

    init?() {
        listener = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
        guard listener >= 0 else { return nil }
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_addr = in6addr_loopback
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { [listener] in
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 1) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        port = Int(UInt16(bigEndian: address.sin6_port))
        if !isListening {
            close(listener)
            return nil
        }
    }

    deinit { close(listener) }

    func answerOnce(_ received: @escaping @Sendable (String) -> Void) {
        // Runs on a thread that may block.
        DispatchQueue(label: "IPv6").async { [self] in
            let connection = accept(listener, nil, nil)
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(connection, &buffer, buffer.count, 0)
            received(String(decoding: buffer[..<max(0, count)], as: UTF8.self))
            let text = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
            _ = send(connection, text, text.utf8.count, 0)
            close(connection)
        }
    }
}
