import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

/// Rare or invalid values from callers.
@Suite struct HTTPRequestOddTests {
    private let seen = Recorder<HTTPRequest>()

    private func server() throws -> LoopbackServer {
        try LoopbackServer { [seen] request in
            seen.record(request)
            return HTTPResponse(body: Data(request.urlText.utf8))
        }
    }

    private func client(_ server: LoopbackServer, adapter: AnyEdit? = nil) -> APIClient {
        APIClient(
            configuration: server.configuration, transport: CurlTransport(), adapters: adapter.map { [$0] } ?? [])
    }

    /// An adapter that changes the request before it is sent.
    struct AnyEdit: RequestAdapter {
        let edit: @Sendable (inout HTTPRequest) -> Void
        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
            edit(&request)
            return request
        }
    }

    @Test(arguments: ["\r", "\n", "\r\nX-Evil: 1", "\0"])
    func `HTTPRequest: a line break or NUL in a method, a field name or a value is rejected before anything is sent`(
        _ text: String
    ) async throws {
        let server = try server()
        let edits: [AnyEdit] = [
            AnyEdit { $0.method = HTTPMethod(rawValue: "GET\(text)") },
            AnyEdit { $0.headers["X-A\(text)"] = "1" },
            AnyEdit { $0.headers["X-A"] = "1\(text)2" },
            AnyEdit { $0.headers["Host"] = "a\(text)" },
        ]
        for edit in edits {
            let error = await failure { try await client(server, adapter: edit).data(.get("items")).value }
            #expect(error?.code == .invalidRequest)
        }
        #expect(server.acceptedCount == 0)
        #expect(Origin(scheme: .http, host: "a\(text)b") == nil)
    }

    @Test func `HTTPRequest: text that looks like a line break arrives as text in a path or a query`() async throws {
        let server = try server()
        let text = try await client(server).string(.get("a/\("b\r\nc")", query: ["q\n": "\r\nHost: x\0"])).value
        #expect(text == "\(server.origin)/a/b%0D%0Ac?q%0A=%0D%0AHost%3A%20x%00")
    }

    @Test func `HTTPRequest: a plus stays a plus in path, query and form`() async throws {
        let server = try server()
        let endpoint = Route(.post, "a\("+")b", query: ["q": "c++ 11"], body: .form(["f": "1 + 1"]))
        #expect(try await client(server).string(endpoint).value == "\(server.origin)/a%2Bb?q=c%2B%2B%2011")
        guard case .data(let form)? = seen.values.first?.body?.content else { throw OwnError() }
        #expect(form == Data("f=1+%2B+1".utf8))
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min / 2), .nanoseconds(-1)])
    func `HTTPRequest: a timeout that isn't above zero is rejected before anything is sent`(_ timeout: Duration) async throws {
        let server = try server()
        let edit = AnyEdit { $0.timeout = timeout }
        #expect(await failure { try await client(server, adapter: edit).data(.get("a")).value }?.code == .invalidRequest)
        var context = TransferContext()
        context.connection.connectTimeout = timeout
        let error = await failure { [context] in try await CurlTransport.shared.send(HTTPRequest.get(server), in: context) }
        #expect(error?.code == .invalidRequest)
        #expect(server.acceptedCount == 0)
    }

    @Test(arguments: [Duration(secondsComponent: .max, attosecondsComponent: 0), .seconds(1e15), .seconds(3_000_000_000)])
    func `HTTPRequest: an immense timeout counts as none`(_ timeout: Duration) async throws {
        let server = try server()
        var request = HTTPRequest.get(server, "/a")
        request.timeout = timeout
        var context = TransferContext()
        context.connection.connectTimeout = timeout
        #expect(try await CurlTransport.shared.send(request, in: context).status == .ok)
    }

    @Test func `HTTPRequest: a caller that blocks while it decodes blocks no other call`() async throws {
        let server = try server()
        let client = client(server)
        let isDecoding = Signal()
        let mayEnd = BlockingSignal()
        // Runs on its own thread, which may block.
        let slow = Task(executorPreference: OwnThread()) {
            try await client.call(
                Slow {
                    isDecoding.give(); mayEnd.wait()
                }
            ).value
        }
        await isDecoding.wait()
        for index in 0..<20 { #expect(try await client.data(.get("\(index)")).response.status == .ok) }
        mayEnd.give()
        try await slow.value
    }

    private struct Slow: Request {
        typealias Response = Void
        let wait: @Sendable () -> Void
        var path: Path { "slow" }
        func decode(_ response: HTTPResponse, with decoder: ResponseDecoder) throws { wait() }
    }
}
