import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

/// The requests that are sent again, and the parts of them that stay the same.
@Suite struct RetryPolicyIdempotencyTests {
    private func client(_ transport: any Transport, adapters: [any RequestAdapter] = []) throws -> APIClient {
        try APIClient.example(transport, adapters: adapters, clock: ManualClock(skipsSleeps: true)) { $0.policies.retry = .standard }
    }

    struct Order: Endpoint {
        var key: String?
        var path: Path { "orders" }
        var method: HTTPMethod { .post }
        var headers: HTTPHeaders { ["Idempotency-Key": key] }
        var body: (any HTTPBody)? { Data("order".utf8) }
    }

    @Test func `Idempotency-Key: a POST with a key is sent again with the same key, and a POST without a key never is`() async throws {
        let stub = StubTransport(HTTPResponse(status: 503))
        let client = try client(stub)
        #expect(await failure { try await client.call(Order(key: "one")).value }?.code == .badStatus)
        #expect(stub.requests.map { $0.headers["Idempotency-Key"] } == ["one", "one", "one"])
        #expect(await failure { try await client.call(Order()).value }?.code == .badStatus)
        #expect(stub.requests.count == 4)
        let silent = StubTransport { _ in throw APIError(.timeout, "Too late.") }
        let timeout = try self.client(silent).call(Order())
        #expect(await failure { try await timeout.value }?.code == .timeout)
        #expect(silent.requests.count == 1)
    }

    @Test func `Idempotency-Key: a key made by the headers is new for each use of the call, and the same in each attempt`() async throws {
        let stub = StubTransport.answering(HTTPResponse(status: 503), HTTPResponse(), HTTPResponse(status: 502))
        let call = try client(stub).call(NewOrder(item: "x"))
        _ = try await call.value
        _ = try await call.value
        let keys = stub.requests.map { $0.headers["Idempotency-Key"] }
        #expect(keys.count == 4 && Set(keys).count == 2)
        #expect(keys[0] == keys[1] && keys[2] == keys[3])
    }

    @Test func `Idempotency-Key: a key stored in the endpoint is the same for every use`() async throws {
        let stub = StubTransport.answering(HTTPResponse(status: 503))
        let call = try client(stub).call(KeptOrder(item: "x"))
        _ = try await call.value
        _ = try await call.value
        #expect(stub.requests.count == 3 && Set(stub.requests.map { $0.headers["Idempotency-Key"] }).count == 1)
    }

    @Test func `Idempotency-Key: a key added by an adapter counts too`() async throws {
        let stub = StubTransport.answering(HTTPResponse(status: 503))
        let adapter = AnyAdapter { $0.headers["Idempotency-Key"] = "adapted" }
        _ = try await client(stub, adapters: [adapter]).call(Order()).value
        #expect(stub.requests.map { $0.headers["Idempotency-Key"] } == ["adapted", "adapted"])
    }

    @Test func `Idempotency-Key: a one-time stream isn't sent twice, and a repeatable one is`() async throws {
        let reading = StubTransport { request in
            for try await _ in try #require(request.body).chunks() {}
            return HTTPResponse(status: 503)
        }
        let client = try client(reading)
        let once = StreamBody.stream(AsyncStream<Data> { $0.finish() })
        #expect(await failure { try await client.call(.put("items/1", body: once)).value }?.code == .badStatus)
        #expect(reading.requests.count == 1)
        let anew = StreamBody.stream { AsyncStream<Data> { $0.finish() } }
        #expect(await failure { try await client.call(.put("items/1", body: anew)).value }?.code == .badStatus)
        #expect(reading.requests.count == 4)
    }
}
