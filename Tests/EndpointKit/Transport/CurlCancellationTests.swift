import EndpointKit
import EndpointKitTesting
import Synchronization
import Testing

/// How soon is in the benchmarks; here a socket that isn't closed is a test that doesn't end.
@Suite(.timeLimit(.minutes(1))) struct CurlCancellationTests {
    let transport = CurlTransport()

    @Test func `a cancel closes the socket while the server is silent`() async throws {
        let received = Signal()
        let closed = Signal()
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            received.give()
            connection.waitForClose()
            closed.give()
        })
        try await expectCancelled(server, after: received, closed: closed)
    }

    @Test func `a cancel closes the socket in mid-body`() async throws {
        let received = Signal()
        let closed = Signal()
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nabc")
            received.give()
            connection.waitForClose()
            closed.give()
        })
        try await expectCancelled(server, after: received, closed: closed)
    }

    private func expectCancelled(_ server: LoopbackServer, after received: Signal, closed: Signal) async throws {
        let task = Task { try await transport.send(.get(server)) }
        await received.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await closed.wait()
    }

    @Test func `a cancel before the start opens no connection`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse() }
        let mayStart = Signal()
        let task = Task {
            await mayStart.wait()
            return try await transport.send(.get(server))
        }
        task.cancel()
        mayStart.give()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(server.acceptedCount == 0)
    }

    @Test func `calls on other connections go on`() async throws {
        let received = Signal()
        let server = try LoopbackServer(raw: { connection in
            while let request = try connection.readRequest() {
                if request.path == "/hang" {
                    received.give()
                    return connection.waitForClose()
                }
                try connection.write(HTTPResponse(body: Data("ok".utf8)), to: request)
            }
        })
        let task = Task { try await transport.send(.get(server, "hang")) }
        await received.wait()
        task.cancel()
        _ = await task.result
        #expect(try await transport.send(.get(server)).body == Data("ok".utf8))
    }
}
