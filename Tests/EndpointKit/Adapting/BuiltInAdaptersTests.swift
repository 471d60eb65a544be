import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct BuiltInAdaptersTests {
    struct Order: Endpoint {
        var method: HTTPMethod = .get
        var path: Path { "orders" }
        var query: Query { ["lang": "en", "tag": [1, 2], "page": 3] }
        var headers: HTTPHeaders { ["X-Team": "blue", "x-team": "green", "Content-Type": "text/plain"] }
        var body: (any HTTPBody)?
        var adapters: [any RequestAdapter] = []
    }

    @Test func `HeaderAdapter: a field replaces others of its name, or is appended`() async throws {
        let set = try await sent(Order(), adapters: [.header("X-TEAM", "red")])
        #expect(set.headers.values(for: "X-Team") == ["red"])
        let appended = try await sent(Order(), adapters: [.header("X-Team", "red", mode: .append)])
        #expect(appended.headers.values(for: "X-Team") == ["blue", "green", "red"])
        let new = try await sent(Order(), adapters: [.header("X-New", "1")])
        #expect(new.headers["X-New"] == "1")
    }

    @Test func `HeaderAdapter: a user agent replaces that of the client`() async throws {
        let request = try await sent(Order(), adapters: [.userAgent("marvel/2 (test)")])
        #expect(request.headers.values(for: "User-Agent") == ["marvel/2 (test)"])
    }

    @Test func `QueryAdapter: items are appended, or replace items of their names`() async throws {
        let appended = try await sent(Order(), adapters: [.query(["lang": "de", "new": "a b"], mode: .append)])
        #expect(appended.query.encoded == "lang=en&tag=1&tag=2&page=3&lang=de&new=a%20b")
        let replaced = try await sent(Order(), adapters: [.query(["tag": [7, 8], "lang": "de", "gone": nil], mode: .replace)])
        #expect(replaced.query.encoded == "page=3&tag=7&tag=8&lang=de")
    }

    @Test func `ContentAdapter: Content-Type is set only with a body, Accept on every request`() async throws {
        let adapter: ContentAdapter = .content(type: "application/vnd.api+json", accept: "application/vnd.api+json")
        let with = try await sent(Order(method: .post, body: .text("x")), adapters: [adapter])
        #expect(with.headers.values(for: "Content-Type") == ["application/vnd.api+json"])
        #expect(with.headers.values(for: "Accept") == ["application/vnd.api+json"])
        let without = try await sent(Order(), adapters: [adapter])
        #expect(without.headers["Content-Type"] == "text/plain")
        let neither = try await sent(Order(method: .post, body: .text("x")), adapters: [.content()])
        #expect(neither.headers["Content-Type"] == "text/plain")
        #expect(neither.headers["Accept"] == "*/*")
    }

    @Test func `Endpoint: its adapters run after the client's`() async throws {
        let order = Order(adapters: [.header("X-Team", "endpoint"), .query(["page": 1], mode: .replace)])
        let request = try await sent(order, adapters: [.header("X-Team", "client"), .header("X-Client", "1")])
        #expect(request.headers.values(for: "X-Team") == ["endpoint"])
        #expect(request.headers["X-Client"] == "1")
        #expect(request.query["page"] == "1")
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

    @Test func `Adapters: their descriptions show what they add, except for secrets`() {
        let adapters: [any RequestAdapter] = [
            .header("X-Api-Key", "hunter2"), .header("Referer", "https://a:hunter2@b/?token=hunter2"),
            .query(["token": "hunter2"], mode: .append),
        ]
        for text in everyText(of: adapters) { #expect(!text.contains("hunter2")) }
        #expect(String(describing: HeaderAdapter("Prefer", "blue")).contains("blue"))
    }
}
