import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct ContentRangeTests {
    private let stub = StubTransport(HTTPResponse(status: 206, headers: ["Content-Range": "bytes 2-6/10"], body: Data("12345".utf8)))

    static let calls: [@Sendable (APIClient, Route) async throws -> Void] = [
        { _ = try await $0.string($1).value }, { _ = try await $0.data($1).value }, { _ = try await $0.call($1).value },
        { _ = try await $0.call($1, as: Int.self).value }, { _ = try await $0.stream($1).value },
        { for try await _ in $0.bytes($1) {} }, { for try await _ in $0.lines($1) {} },
        { for try await _ in $0.jsonLines($1, as: Int.self) {} }, { _ = try await $0.data($1).onProgress { _ in }.value },
    ]

    @Test(arguments: calls.indices)
    func `Content-Range: an unrequested part is an error in every call, and the call isn't retried`(index: Int) async throws {
        for method in [HTTPMethod.get, .post] {
            let stub = stub
            let client = try APIClient.example(stub) { $0.policies = .standard }
            let error = await failure { try await Self.calls[index](client, Route(method, "items")) }
            #expect(error?.code == .connection)
            #expect(reason(of: error) == .malformed)
            #expect(
                error?.message.contains("a part of the body arrived, but the whole body was requested") == true, "\(error?.message ?? "")")
            #expect(error?.attempts.count == 1)
        }
    }

    @Test(arguments: calls.indices) func `Content-Range: a part that the endpoint requests is a success`(index: Int) async throws {
        try await Self.calls[index](APIClient.example(stub), .get("items", headers: ["Range": "bytes=2-6"]))
    }

    @Test(arguments: calls.indices) func `Content-Range: a part that an adapter requests is a success`(index: Int) async throws {
        let client = try APIClient.example(stub, adapters: [.header("Range", "bytes=2-6")])
        try await Self.calls[index](client, .get("items"))
    }

    @Test(arguments: ["0-24/3572000", "items 0-24/100", "bytes 0-4/5"])
    func `Content-Range: neither a page of rows nor a range of all bytes is a partial body`(_ range: String) async throws {
        let stub = StubTransport(HTTPResponse(status: 206, headers: ["Content-Range": range], body: Data("12345".utf8)))
        #expect(try await APIClient.example(stub).string(.get("items")).value == "12345")
        #expect(try await APIClient.example(stub).stream(.get("items")).value.body.collected(limit: 10) == Data("12345".utf8))
    }

    @Test(arguments: [
        ["Content-Range": "bytes 0-8/9", "Content-Length": "5"], ["Content-Range": "0-4/9", "content-range": "bytes 0-4/9"],
    ])
    func `ContentRange: a part that is shorter than the whole, or has two ranges, is an error`(headers: HTTPHeaders) async throws {
        let stub = StubTransport(HTTPResponse(status: 206, headers: headers, body: Data("12345".utf8)))
        #expect(await failure { try await APIClient.example(stub).string(.get("items")).value }?.code == .connection)
    }

    @Test(arguments: ["bytes 0-4/*", "bytes 0-4/10", "bytes"])
    func `Content-Range: the error about a part carries the response`(_ range: String) async throws {
        let stub = StubTransport(HTTPResponse(status: 206, headers: ["Content-Range": range], body: Data("12345".utf8)))
        let error = await failure { try await APIClient.example(stub).string(.get("items")).value }
        #expect(error?.response?.status == 206)
        #expect(error?.response?.headers["Content-Range"] == range)
    }

    @Test func `Content-Range: a partial response at the end of a redirect chain is an error`() async throws {
        let client = try APIClient.example(
            StubTransport { request in
                request.urlText.hasSuffix("/items")
                    ? HTTPResponse(status: 302, headers: ["Location": "/part"])
                    : HTTPResponse(status: 206, headers: ["Content-Range": "bytes 0-0/2"], body: Data("1".utf8))
            })
        #expect(reason(of: await failure { try await client.string(.get("items")).value }) == .malformed)
        #expect(try await client.string(.get("items", headers: ["Range": "bytes=0-0"])).value == "1")
    }

    /// Mastodon answers like this while it processes a file.
    @Test(arguments: calls.indices) func `Content-Range: a 206 without a range is a success like any other`(index: Int) async throws {
        let stub = StubTransport(HTTPResponse(status: 206, body: Data("12345".utf8)))
        for method in [HTTPMethod.get, .put, .post] {
            let client = try APIClient.example(stub) { $0.policies = .standard }
            try await Self.calls[index](client, Route(method, "items"))
        }
        #expect(stub.requests.count == 3)
    }

    @Test(arguments: [[:], ["Content-Range": "bytes 0-4/10"]] as [HTTPHeaders])
    func `Content-Range: a download leaves no file if its 206 may be only a part`(headers: HTTPHeaders) async throws {
        let folder = try Folder()
        let stub = StubTransport(HTTPResponse(status: 206, headers: headers, body: Data("12345".utf8)))
        let error = await failure { try await APIClient.example(stub).download(.get("items"), to: folder.file("a")).value }
        #expect(reason(of: error) == .malformed && error?.response?.body == Data("12345".utf8))
        #expect(folder.names == [])
    }

    private struct TakesParts: ResponseDecision {
        func shouldApply<Value>(to context: DecisionContext<Value>) -> Bool { context.status == 206 }
        func apply<Value>(to context: DecisionContext<Value>) async throws -> DecisionAction<Value> {
            .done(try context.decode(try context.result.get()))
        }
    }

    @Test func `Content-Range: decisions judge a part before it becomes an error`() async throws {
        let client = try APIClient.example(stub)
        #expect(try await client.string(.get("items")).deciding { [TakesParts()] + $0 }.value == "12345")
        let text = try await client.string(.get("items")).deciding { $0.removing(BadStatusDecision.self) }.value
        #expect(text == "12345")
    }
}
