import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

/// Retries over real connections, with a clock that the test advances.
@Suite struct RetryPolicyLoopbackTests {
    private let clock = ManualClock()

    private func client(_ server: LoopbackServer) -> APIClient {
        APIClient(configuration: server.configuration, clock: clock)
    }

    @Test func `RetryPolicy: a 503 with Retry-After is requested again after that time, not earlier`() async throws {
        let count = Counter()
        let server = try LoopbackServer { _ in
            count.next() == 1
                ? HTTPResponse(status: 503, headers: ["Retry-After": "7"], body: Data("busy".utf8))
                : HTTPResponse(body: Data("done".utf8))
        }
        let client = client(server)
        async let reply = client.string(.get("items")).response
        await clock.sleepers(1)
        #expect(clock.remainingSleeps == [.seconds(7)])
        clock.advance(by: .milliseconds(6999))
        #expect(clock.remainingSleeps == [.milliseconds(1)])
        #expect(count.count == 1)
        clock.advance(by: .milliseconds(1))
        #expect(try await reply.value == "done")
        #expect(try await reply.attempts.map(\.outcome) == [.answered(503), .answered(200)])
        #expect(try await reply.attempts.map(\.start) == [.zero, .seconds(7)])
        #expect(clock.sleeps == [.seconds(7)])
    }

    @Test func `RetryPolicy: a connection that closes before the response is retried with the whole body`() async throws {
        let bodies = Recorder<Int>()
        let server = try LoopbackServer(raw: { connection in
            while let request = try connection.readRequest() {
                guard case .data(let body)? = request.body?.content else { return }
                bodies.record(body.count)
                if bodies.count == 1 { return }
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            }
        })
        let client = client(server)
        async let reply = client.call(.put("items/1", body: Data(repeating: 65, count: 100_000))).response
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        #expect(try await reply.attempts.map(\.outcome) == [.failed(.connection), .answered(200)])
        #expect(bodies.values == [100_000, 100_000])
    }

    @Test(arguments: [HTTPMethod.get, .post])
    func `RetryPolicy: after a 421, the request goes out on another connection without a wait`(method: HTTPMethod) async throws {
        let connections = Counter()
        let server = try LoopbackServer(raw: { connection in
            let isFirst = connections.next() == 1
            var status = "200 OK"
            while try connection.readRequest() != nil {
                try connection.write("HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n")
                if isFirst { status = "421 Misdirected Request" }
            }
        })
        var configuration = server.configuration
        configuration.policies.connection.reusesConnectionsForUnsafeRequests = true
        let client = APIClient(configuration: configuration, clock: clock)
        try await client.call(.get("items")).value
        let reply = try await client.call(Route(method, "items", body: method == .post ? Data("x".utf8) : nil)).response
        #expect(reply.attempts.map(\.outcome) == [.answered(421), .answered(200)])
        #expect(connections.count == 2 && clock.sleeps.isEmpty)
    }

    @Test func `RetryPolicy: an interrupted download continues where it stopped`() async throws {
        let server = try RangeServer()
        let folder = try Folder()
        let clock = ManualClock(skipsSleeps: true)
        let client = APIClient(configuration: server.configuration, clock: clock)
        server.change { $0.breaksOffAfter = 4 }
        let file = folder.file("a")
        _ = try await client.download(.get("file"), to: file).value
        #expect(try Data(contentsOf: file) == Data("0123456789".utf8))
        #expect(server.requests.map { $0.headers["Range"] } == [nil, "bytes=4-", "bytes=8-"])
        #expect(clock.sleeps.count == 2)
    }
}
