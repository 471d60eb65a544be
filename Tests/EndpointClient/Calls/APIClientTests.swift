import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

/// Objects that outlive a call.
@Suite struct APIClientTests {
    @Test
    func `APIClient: a client is released even if its transport or observers retain parts of its calls`() async throws {
        let gone = Signal()
        final class Client: APIClient, @unchecked Sendable {
            var gone: Signal?
            deinit { gone?.give() }
        }
        let (stub, recorder) = (StubTransport(), CallRecorder())
        var handle: CallHandle?
        do {
            let client = Client(configuration: APIConfiguration(baseURL: try exampleURL()), transport: stub, observers: [recorder])
            client.gone = gone
            _ = try await client.data(.get("items")).map(\.count).value
            _ = try await client.stream(.get("items")).value
            let (results, give) = AsyncStream<Void>.makeStream()
            handle = client.data(.get("started")).start(on: .immediate) { _ in give.yield() }
            _ = await results.first
        }
        await gone.wait()
        #expect(stub.requests.count == 3)
        #expect(recorder.events.count > 3)
        #expect(handle?.endpoint.path == "started")
        #expect(handle?.isFinished == true)
    }

    @Test func `APIClient: a transport knows which call a request belongs to, and whether a server has redirected it to another origin`()
        async throws
    {
        let stub = StubTransport { request in
            request.isAway ? HTTPResponse() : HTTPResponse(status: 307, headers: ["Location": "https://other.example.com/a"])
        }
        let recorder = CallRecorder()
        let client = APIClient(configuration: APIConfiguration(baseURL: try exampleURL()), transport: stub, observers: [recorder])
        for _ in 1...2 { _ = try await client.data(.get("items")).value }
        #expect(stub.requests.map(\.isAway) == [false, true, false, true])
        let calls = recorder.events.filter { if case .queued = $0.kind { true } else { false } }.map(\.callID)
        #expect(stub.contexts.map(\.callID) == calls.flatMap { [$0, $0] } && Set(calls).count == 2)
    }

    @Test func `APIClient: a request retained by a transport can be sent after its call was cancelled`() async throws {
        struct Keeping: Transport {
            let base = PlatformTransport()
            let kept = Recorder<(HTTPRequest, TransferContext)>()
            func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
                kept.record((request, context))
                return try await base.send(request, in: context)
            }

            func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
                HTTPResponseStream(try await send(request, in: context))
            }
        }
        let reached = Signal()
        let served = Counter()
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            let number = served.next()
            reached.give()
            if number > 1 { try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
            connection.onClose()
        })
        let transport = Keeping()
        let client = server.client(over: transport)
        let started = Way.handle.start(client.data(.get("items")), of: client)
        await reached.wait()
        started.cancel()
        let outcome = await started.outcome.value
        #expect(throws: APIError.self) { try outcome.get() }
        let request = try #require(transport.kept.last)
        #expect(try await transport.base.send(request.0, in: request.1).status == .ok)
    }
}
