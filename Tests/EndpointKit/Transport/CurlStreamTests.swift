import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct CurlStreamTests {
    let transport = CurlTransport()

    // The machine may be silent itself when it is busy. A longer timeout gets over that, and not over a defect.
    @Test func `a stalled reader's silence is no timeout`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse(body: Data(repeating: 65, count: 8 << 20)) }
        let silent = try LoopbackServer(raw: { $0.onClose() })
        var received: Int?
        for timeout in [100, 400, 1600, 6400] where received == nil {
            received = try? await bytes(of: server, stallingFor: .milliseconds(timeout), timedBy: silent)
        }
        #expect(received == 8 << 20)
    }

    /// The number of bytes of a stream whose reader stalls until another request with a longer timeout has timed out.
    private func bytes(of server: LoopbackServer, stallingFor timeout: Duration, timedBy silent: LoopbackServer) async throws -> Int {
        var request = HTTPRequest.get(server)
        request.timeout = timeout
        var body = try await transport.stream(request).body.makeAsyncIterator()
        var received = try await body.next()?.count ?? 0
        var other = HTTPRequest.get(silent)
        other.timeout = timeout + timeout / 2
        let error = await failure { [other] in try await transport.send(other) }
        #expect(error?.code == .timeout)
        while let piece = try await body.next() { received += piece.count }
        return received
    }
}
