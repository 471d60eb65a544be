import EndpointKit
import EndpointKitTesting
import Testing

@Suite struct RequestAdapterOrderTests {
    struct Adapted: AuthenticatedEndpoint {
        var path: Path { "items" }
        var query: Query { ["own": 1] }
        var adapters: [any RequestAdapter] { [RequestAdapterOrderTests.mark("endpoint1"), RequestAdapterOrderTests.mark("endpoint2")] }
    }

    static func mark(_ name: String) -> AnyAdapter { AnyAdapter { $0.query.append(name, nil) } }

    @Test func `RequestAdapter: the client's adapters run first, then the endpoint's, and authentication last`() async throws {
        let request = try await sent(Adapted(), adapters: [Self.mark("client1"), Self.mark("client2")]) {
            $0.authentication = .custom(Self.mark("authentication"))
        }
        #expect(request.query.encoded == "own=1&client1&client2&endpoint1&endpoint2&authentication")
    }

    @Test func `RequestAdapter: an adapted request is validated before it is sent`() async throws {
        let stub = StubTransport()
        let client = try APIClient.example(stub, adapters: [AnyAdapter { $0.headers["X"] = "a\r\nInjected: 1" }])
        let error = await #expect(throws: APIError.self) { try await client.data(.get("items")).value }
        #expect(error?.code == .invalidRequest)
        #expect(stub.requests.isEmpty)
    }

    struct KeyMissing: Error {}

    @Test func `RequestAdapter: a failing authentication is an authentication error, and its own APIError is kept`() async throws {
        let client = try APIClient.example(StubTransport()) { $0.authentication = .custom(AnyAdapter { _ in throw KeyMissing() }) }
        let error = await #expect(throws: APIError.self) { try await client.data(Adapted()).value }
        #expect(error?.code == .authentication)
        #expect(error?.underlying is KeyMissing)

        let quota = try APIClient.example(StubTransport()) {
            $0.authentication = .custom(AnyAdapter { _ in throw APIError(.quota, "No more.") })
        }
        let own = await #expect(throws: APIError.self) { try await quota.data(Adapted()).value }
        #expect(own?.code == .quota)
        #expect(own?.request?.url == "https://api.example.com/v1/items?own=1")
    }

}
