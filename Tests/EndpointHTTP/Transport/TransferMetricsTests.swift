import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct TransferMetricsTests {
    let transport = CurlTransport()
    private let measuring = TransferContext(wantsMetrics: true)

    private func request(_ server: LoopbackServer, _ method: HTTPMethod = .get, body: String? = nil) -> HTTPRequest {
        var request = HTTPRequest.get(server, "/items")
        request.method = method
        request.body = body.map { HTTPBodyEntity(contentType: nil, content: .data(Data($0.utf8))) }
        return request
    }

    /// Answers every request with `body`.
    private func server(body: Data = Data("hello".utf8)) throws -> LoopbackServer {
        try LoopbackServer { _ in HTTPResponse(body: body) }
    }

    @Test func `TransferMetrics: the phases of a transfer follow one another`() async throws {
        let server = try server()
        let metrics = try #require(try await transport.send(request(server), in: measuring).metrics)
        let steps = [metrics.nameResolved, metrics.connected, metrics.firstByte, metrics.total].compactMap { $0 }
        #expect(steps.count == 4)
        #expect(steps == steps.sorted())
        #expect(metrics.tlsEstablished == nil)
        #expect(metrics.isConnectionReused == false)
    }

    @Test func `TransferMetrics: a second request uses the first one's connection, so connecting takes no time`() async throws {
        let server = try server()
        _ = try await transport.send(request(server), in: measuring)
        let metrics = try #require(try await transport.send(request(server), in: measuring).metrics)
        #expect(metrics.isConnectionReused == true)
        #expect(metrics.nameResolved == nil && metrics.connected == nil)
        #expect(metrics.firstByte != nil && metrics.total != nil)
    }

    @Test(arguments: [(HTTPMethod.get, nil), (.get, "abc"), (.post, nil), (.post, ""), (.put, "abc")], [false, true])
    func `TransferMetrics: the time of the first byte is when the server's first byte arrives, even if the request has a body`(
        request: (method: HTTPMethod, body: String?), isStreamed: Bool
    ) async throws {
        let (reached, answer) = (Signal(), BlockingSignal())
        let slow = try LoopbackServer { _ in
            reached.give()
            answer.wait()
            return HTTPResponse(body: Data("hello".utf8))
        }
        defer { answer.give() }
        let sent = Task { [transport, measuring, request = self.request(slow, request.method, body: request.body)] in
            guard isStreamed else { return try await transport.send(request, in: measuring).metrics }
            return try await transport.stream(request, in: measuring).metrics
        }
        await reached.wait()
        // The first server answers only after these 20 requests, which are sent one after the other.
        let quick = try server()
        var least = Duration.zero
        for _ in 0..<20 { least += try await transport.send(self.request(quick), in: measuring).metrics?.total ?? .zero }
        answer.give()
        let metrics = try #require(try await sent.value)
        #expect(try #require(metrics.firstByte) >= least && least > .zero)
        #expect(metrics.total.map { $0 >= metrics.firstByte ?? $0 } != false)
    }

    @Test(arguments: [HTTPMethod.get, .post, .put], [nil, "abc", String(repeating: "x", count: 300_000)])
    func `TransferMetrics: bytes are counted as on the wire`(method: HTTPMethod, body: String?) async throws {
        let sent = Recorder<String>()
        let server = try LoopbackServer(raw: { connection in
            var bytes: [UInt8] = []
            let end = body.map { Array($0.utf8) } ?? []
            while !bytes.contains("\r\n\r\n".utf8) || !bytes.suffix(end.count).elementsEqual(end) { bytes += connection.read() }
            sent.record("\(bytes.count)")
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
            connection.onClose()
        })
        let metrics = try await transport.send(request(server, method, body: body), in: measuring).metrics
        #expect(metrics?.receivedBytes == 43)
        #expect((metrics?.sentBytes).map(String.init) == (sent.last ?? ""))
    }

    @Test func `TransferMetrics: the metrics of a stream are complete at its end`() async throws {
        let server = try server(body: Data(repeating: 65, count: 1 << 20))
        let stream = try await transport.stream(request(server), in: measuring)
        let metrics = try #require(stream.metrics)
        #expect(metrics.connected != nil && metrics.firstByte != nil && metrics.isConnectionReused == false)
        #expect(metrics.total == nil && metrics.receivedBytes == nil)
        #expect(try await stream.body.collected(limit: 2 << 20).count == 1 << 20)
        #expect(stream.metrics?.total != nil)
        #expect(stream.metrics?.receivedBytes ?? 0 > 1 << 20)
    }

    @Test func `TransferMetrics: a download and a call with progress count the bytes that they received`() async throws {
        let server = try server(body: Data(repeating: 65, count: 1 << 20))
        let client = server.client(over: transport)
        let folder = try Folder()
        let plain = try await client.data(.get("items")).response.metrics?.receivedBytes
        let reported = try await client.data(.get("items")).onProgress { _ in }.response.metrics?.receivedBytes
        let stored = try await client.download(.get("items"), to: folder.file("items")).response.metrics?.receivedBytes
        #expect(plain ?? 0 > 1 << 20)
        #expect(reported == plain)
        #expect(stored == plain)
    }

    @Test func `TransferMetrics: nothing is measured unless requested`() async throws {
        let server = try server()
        #expect(try await transport.send(.get(server)).metrics == nil)
        #expect(try await transport.stream(.get(server)).metrics == nil)
    }

    @Test func `TransferMetrics: they stay with the response of a call that streams or reports progress`() async throws {
        let server = try server()
        let client = server.client(over: transport)
        #expect(try await client.stream(.get("items")).response.http.metrics?.firstByte != nil)
        #expect(try await client.data(.get("items")).onProgress { _ in }.response.http.metrics?.firstByte != nil)
    }
}
