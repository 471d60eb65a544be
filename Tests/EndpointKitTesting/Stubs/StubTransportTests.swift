import EndpointKit
import EndpointKitTesting
import Testing

@Suite struct StubTransportTests {
    let request: HTTPRequest

    init() throws { request = HTTPRequest(origin: try #require(Origin(scheme: .https, host: "example.com")), path: "a", query: ["n": 1]) }

    @Test func `StubTransport: it answers from its closure, and keeps the requests in order`() async throws {
        let stub = StubTransport { HTTPResponse(status: $0.query["n"] == "1" ? 201 : 404) }
        var other = request
        other.query = ["n": 2]
        #expect(try await stub.send(request).status == 201)
        #expect(try await stub.send(other).status == 404)
        #expect(stub.requests.map(\.urlText) == ["https://example.com/a?n=1", "https://example.com/a?n=2"])
    }

    @Test func `StubTransport: a request whose answer is an error is kept too`() async throws {
        let stub = StubTransport { _ in throw APIError(.timeout, "Too late.") }
        await #expect(throws: APIError.self) { try await stub.send(request) }
        #expect(stub.requests.count == 1)
    }

    @Test func `StubTransport: a body over the request's limit is an error`() async throws {
        let stub = StubTransport(HTTPResponse(body: Data("12345".utf8)))
        var limited = request
        limited.bodyLimit = 5
        #expect(try await stub.send(limited).body.count == 5)
        limited.bodyLimit = 4
        let error = await #expect(throws: APIError.self) { try await stub.send(limited) }
        #expect(error?.code == .bodyTooLarge)
    }

    @Test func `StubTransport: a task cancelled beforehand sends nothing`() async throws {
        let stub = StubTransport()
        let task = Task { [request] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await stub.send(request)
        }
        let result = await task.result
        #expect(throws: CancellationError.self) { try result.get() }
        #expect(stub.requests.isEmpty)
    }
}
