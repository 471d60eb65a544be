import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct ResponseHeadFoldingTests {
    // Some releases of libcurl write to freed memory in this case.
    @Test func `ResponseHead: a first line that starts with a space doesn't continue an earlier response's header`() async throws {
        let server = try LoopbackServer(raw: { connection in
            while let request = try connection.readRequest() {
                let start = request.path == "/folded" ? " folded: \(String(repeating: "a", count: 300))" : "X-Long: 0123456789"
                try connection.write("HTTP/1.1 200 OK\r\n\(start)\r\nETag: 1\r\nContent-Length: 0\r\n\r\n")
            }
        })
        let transport = CurlTransport()
        for _ in 0..<50 {
            #expect(try await transport.send(.get(server)).headers.count == 3)
            // The outcome is a response or an error, depending on the release of libcurl.
            let folded = try? await transport.send(.get(server, "folded"))
            #expect(folded?.headers["X-Long"] == nil)
        }
    }
}
