import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct CallStreamingTests {
    @Test func `Call stream: the head and the body of a success are delivered unchanged`() async throws {
        let transport = ChunkTransport([Data("one".utf8), Data("two".utf8)], headers: ["X-Kind": "test"])
        let reply = try await APIClient.example(transport).stream(.get("items")).response
        #expect((reply.status, reply.headers["X-Kind"], reply.value.headers["X-Kind"]) == (.ok, "test", "test"))
        #expect(try await reply.value.body.collected() == [Data("one".utf8), Data("two".utf8)])
        #expect(transport.requests.map { $0.headers["Accept"] } == ["*/*"])
    }

    @Test func `Call stream: it has the same adapters, decisions and attempts as any call`() async throws {
        let again = Restarting { attempt, _ in attempt == 1 ? .restart : .pass }
        let transport = ChunkTransport { number, _ in HTTPResponseStream(body: .text("\(number)")) }
        let client = try APIClient.example(
            transport, adapters: [AnyAdapter { $0.headers["X-Trace"] = "7" }], decisions: [again] + APIClient.standardDecisions)
        #expect(try await client.lines(.get("items")).collected() == ["2"])
        #expect(transport.requests.map { $0.headers["X-Trace"] } == ["7", "7"])
    }

    @Test func `Call stream: a bad status is an error with its whole body, up to the limit`() async throws {
        let transport = ChunkTransport { _, _ in
            HTTPResponseStream(status: 404, body: .chunks([Data("not ".utf8), Data("there".utf8)]))
        }
        let client = try APIClient.example(transport)
        let error = await failure { try await client.stream(.get("items")).value }
        #expect(error?.code == .badStatus)
        #expect(error?.response?.body == Data("not there".utf8))
        let strict = try APIClient.example(transport) { $0.policies.bodyLimit = 5 }
        #expect(await failure { try await strict.bytes(.get("items")).collected() }?.code == .bodyTooLarge)
    }

    @Test func `Call stream: a redirect is followed before anything is streamed`() async throws {
        let transport = ChunkTransport { number, _ in
            number == 1
                ? HTTPResponseStream(status: 302, headers: ["Location": "/v1/other"], body: .text("moved"))
                : HTTPResponseStream(body: .text("here"))
        }
        #expect(try await APIClient.example(transport).lines(.get("items")).collected() == ["here"])
        #expect(transport.requests.map(\.path.encoded) == ["/v1/items", "/v1/other"])
    }

    @Test func `Call stream: a response substituted by a decision is streamed`() async throws {
        let instead = Restarting { _, _ in .replace(HTTPResponse(body: Data("kept".utf8))) }
        let client = try APIClient.example(ChunkTransport([Data("new".utf8)]), decisions: [instead, ParseDecision()])
        #expect(try await client.lines(.get("items")).collected() == ["kept"])
    }

    @Test func `Call stream: a transport without streams delivers its body in one chunk`() async throws {
        let client = try APIClient.example(StubTransport(HTTPResponse(body: Data("a\nb".utf8))))
        #expect(try await client.lines(.get("items")).collected() == ["a", "b"])
        #expect(try await client.bytes(.get("items")).collected() == Array("a\nb".utf8))
    }

    @Test func `Call stream: nothing is sent before the first element is requested, and each loop makes a call`() async throws {
        let transport = ChunkTransport { _, _ in HTTPResponseStream(body: .chunks([Data("a".utf8), Data(), Data("bc".utf8)])) }
        let bytes = try APIClient.example(transport).bytes(.get("items"))
        _ = bytes.makeAsyncIterator()
        #expect(transport.requests.isEmpty)
        #expect(try await bytes.collected() == Array("abc".utf8))
        #expect(try await bytes.collected() == Array("abc".utf8))
        #expect(transport.requests.count == 2)
    }

    @Test func `Call stream: leaving a loop closes the connection`() async throws {
        let closed = Signal()
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\n\r\n")
            while (try? connection.write("a line\n")) != nil {}
            closed.give()
        })
        let client = server.client()
        for try await line in client.lines(.get("log")) where line == "a line" { break }
        await closed.wait()
        for try await byte in client.bytes(.get("log")) where byte == 10 { break }
        await closed.wait()
    }

    @Test func `Call stream: cancelling a task that waits for a line closes the connection`() async throws {
        let closed = Signal()
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\n\r\none\ntw")
            connection.onClose { closed.give() }
        })
        let lines = server.client().lines(.get("log"))
        let started = Signal()
        let task = Task { for try await _ in lines { started.give() } }
        await started.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await closed.wait()
    }

    @Test func `Call stream: a body truncated inside a line is an error after the complete lines`() async throws {
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\none\ntwo\nthr")
        })
        var lines = server.client().lines(.get("log")).makeAsyncIterator()
        #expect(try await lines.next() == "one")
        #expect(try await lines.next() == "two")
        let error = await #expect(throws: APIError.self) { try await lines.next() }
        #expect(reason(of: error) == .truncated)
        #expect(try await lines.next() == nil)
    }

    // The contract tests of transports check that a transport then slows its server down.
    @Test func `Call stream: a chunk is requested after the lines of the previous ones were read`() async throws {
        let asked = Recorder<Void>()
        let transport = ChunkTransport { _, _ in
            HTTPResponseStream(
                body: HTTPResponseStream.Body {
                    asked.record(())
                    return Data("a\nb\n".utf8)
                })
        }
        var lines = try APIClient.example(transport).lines(.get("log")).makeAsyncIterator()
        for _ in 1...3 { #expect(["a", "b"].contains(try await lines.next())) }
        #expect(asked.count == 2)
    }
}
