import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct EndpointAdapterTests {
    struct Order: Endpoint {
        var method: HTTPMethod = .get
        var path: Path { "orders" }
        var query: Query { ["lang": "en", "tag": [1, 2], "page": 3] }
        var headers: HTTPHeaders { ["X-Team": "blue", "x-team": "green", "Content-Type": "text/plain"] }
        var body: (any HTTPBody)?
        var adapters: [any RequestAdapter] = []
    }

    @Test func `Endpoint: its adapters run after the client's`() async throws {
        let order = Order(adapters: [.header("X-Team", "endpoint"), AnyAdapter { $0.query.removeAll(named: "page") }])
        let request = try await sent(order, adapters: [.header("X-Team", "client"), .header("X-Client", "1")])
        #expect(request.headers.values(for: "X-Team") == ["endpoint"])
        #expect(request.headers["X-Client"] == "1")
        #expect(request.query["page"] == nil)
        #expect(try await sent(Order(), adapters: [.header("X-Team", "client")]).headers["X-Team"] == "client")
    }

    @Test func `Endpoint: its adapters run once per attempt`() async throws {
        let count = StubTransport()
        let order = Order(adapters: [AnyAdapter { _ = try await count.send($0) }])
        let again = Restarting { attempt, _ in attempt < 3 ? .restart : .pass }
        let client = try APIClient.example(StubTransport(), decisions: [again, ParseDecision()])
        _ = try await client.data(order).value
        #expect(count.requests.count == 3)
    }
}
