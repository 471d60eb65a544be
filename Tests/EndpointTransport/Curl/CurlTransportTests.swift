import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct CurlTransportTests {
    let transport = CurlTransport()

    @Test func `a HEAD is one also where it has a body, which isn't sent`() async throws {
        let seen = Recorder<String>()
        let server = try LoopbackServer { request in
            seen.record("\(request.method) \(request.body == nil)")
            return HTTPResponse(headers: ["Content-Length": "10"])
        }
        for content in [HTTPBodyEntity.Content.data(Data("x".utf8)), .stream(HTTPBodyStream(AsyncStream<Data> { $0.finish() }))] {
            let body = HTTPBodyEntity(contentType: nil, content: content)
            _ = try await transport.send(HTTPRequest(method: .head, origin: server.origin, body: body))
            #expect(seen.last == "HEAD true")
        }
    }

    @Test func `a transport that is dropped ends its thread and its connections`() async throws {
        let closed = Signal()
        let server = try LoopbackServer(raw: { connection in
            guard let request = try connection.readRequest() else { return }
            try connection.write(HTTPResponse(), to: request)
            connection.onClose { closed.give() }
        })
        _ = try await CurlTransport().send(.get(server))
        await closed.wait()
    }

    @Test func `calls with 64 in flight are all answered, over at most 64 connections`() async throws {
        try await AnsweredCalls(on: CurlTransport()).run(640)
    }
}
