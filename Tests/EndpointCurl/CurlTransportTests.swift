import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct CurlTransportTests {
    let transport = CurlTransport()

    @Test func `CurlTransport: a HEAD with a body stays a HEAD, and the body isn't sent`() async throws {
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

    // A libcurl handle serves one request after another, and keeps its options between requests of the same kind.
    @Test func `CurlTransport: options set for a request don't reach the next one`() async throws {
        let server = try RecordingServer { request in HTTPResponse(body: Data("\(request.path.encoded)".utf8)) }
        let body = HTTPBodyEntity(contentType: "text/plain", content: .data(Data("x".utf8)))
        let kinds: [HTTPRequest] = [
            HTTPRequest(origin: server.origin, path: "/plain"),
            HTTPRequest(origin: server.origin, path: "/fields", headers: ["X-A": "1", "X-B": "2"]),
            HTTPRequest(origin: server.origin, path: "/ranged", headers: ["Range": "bytes=0-"]),
            HTTPRequest(method: .head, origin: server.origin, path: "/head"),
            HTTPRequest(method: .post, origin: server.origin, path: "/post", body: body),
            HTTPRequest(method: .put, origin: server.origin, path: "/empty"),
            HTTPRequest(method: .delete, origin: server.origin, path: "/delete"),
            HTTPRequest(origin: server.origin, path: "/get-with-body", body: body),
        ]
        var sent: [HTTPRequest] = []
        // Each kind is sent before and after every other kind, and after itself.
        for first in kinds {
            for second in kinds {
                for request in [first, second] {
                    let response = try await transport.send(request)
                    #expect(response.body == (request.method == .head ? Data() : Data(request.path.encoded.utf8)))
                    sent.append(request)
                }
            }
        }
        #expect(server.requests.count == sent.count)
        for (request, arrived) in zip(sent, server.requests) {
            #expect(arrived.method == request.method && arrived.path.encoded == request.path.encoded)
            #expect(arrived.headers["Content-Length"] == (request.body != nil ? "1" : request.method == .put ? "0" : nil))
            for name in ["X-A", "X-B", "Range"] { #expect(arrived.headers[name] == request.headers[name]) }
            #expect((arrived.headers["Accept-Encoding"] == nil) == (request.headers["Range"] != nil))
        }
    }

    @Test func `CurlTransport: a released transport ends its thread and its connections`() async throws {
        let closed = Signal()
        let server = try LoopbackServer(raw: { connection in
            guard let request = try connection.readRequest() else { return }
            try connection.write(HTTPResponse(), to: request)
            connection.onClose { closed.give() }
        })
        _ = try await CurlTransport().send(.get(server))
        await closed.wait()
    }

    @Test func `CurlTransport: calls with 64 in flight are all answered, over at most 64 connections`() async throws {
        try await AnsweredCalls(on: CurlTransport()).run(640)
    }
}
