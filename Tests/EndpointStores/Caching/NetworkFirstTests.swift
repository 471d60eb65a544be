import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

/// A call that uses the network, and the stored response if the network fails.
@Suite struct NetworkFirstTests {
    private enum Network: Sendable {
        case fine, failed(APIError.Code), answers(HTTPStatus)
    }

    /// A service whose responses count up, and a client with a cache and a clock.
    private final class Service: Sendable {
        let network = Mutex(Network.fine)
        let clock = CacheClock(CacheDecisionTests.start)
        let fields: HTTPHeaders

        init(_ fields: HTTPHeaders) { self.fields = fields }

        func client(attempts: Int = 1) throws -> (APIClient, StubTransport) {
            let stub = StubTransport { request in
                switch self.network.withLock({ $0 }) {
                case .fine:
                    let isSame = self.fields["ETag"].map { request.headers["If-None-Match"] == $0 } ?? false
                    return HTTPResponse(status: isSame ? 304 : 200, headers: self.fields, body: Data((isSame ? "" : "stored").utf8))
                case .failed(let code): throw APIError(code, "The network fails.")
                case .answers(let status): return HTTPResponse(status: status, body: Data("refused".utf8))
                }
            }
            let client = try APIClient.example(stub) {
                $0.policies.cache = CachePolicy(now: { self.clock.now })
                $0.policies.retry.maxAttempts = attempts
            }
            return (client, stub)
        }
    }

    @Test(
        arguments: [
            ("max-age=60", "\"a\"", ResponseSource.revalidated), ("max-age=60", nil, .network), ("max-age=0", "\"a\"", .revalidated),
        ] as [(String, String?, ResponseSource)])
    func `CacheUse.networkFirst: the network is asked even if the stored response is fresh`(
        control: String, tag: String?, source: ResponseSource
    ) async throws {
        var fields: HTTPHeaders = ["Cache-Control": control]
        if let tag { fields["ETag"] = tag }
        let (client, stub) = try Service(fields).client()
        #expect(try await client.data(.get("items")).cached(.networkFirst).response.source == .network)
        let again = try await client.data(.get("items")).cached(.networkFirst).response
        #expect(again.source == source && again.value == Data("stored".utf8))
        #expect(stub.requests.map { $0.headers["If-None-Match"] } == [nil, tag])
    }

    private static let failures: [Network] = [
        .failed(.connection), .failed(.timeout), .answers(500), .answers(502), .answers(503), .answers(504),
    ]

    @Test(arguments: failures.indices, [(1, .cache), (9999, .stale)] as [(seconds: Double, source: ResponseSource)])
    func `CacheUse.networkFirst: if the network fails, the stored response is used at once, fresh or stale`(
        index: Int, after: (seconds: Double, source: ResponseSource)
    ) async throws {
        let service = Service(["Cache-Control": "max-age=60"])
        let (client, stub) = try service.client(attempts: 3)
        _ = try await client.data(.get("items")).value
        service.network.withLock { $0 = Self.failures[index] }
        service.clock.now = service.clock.now.addingTimeInterval(after.seconds)
        let response = try await client.data(.get("items")).cached(.networkFirst).response
        #expect(response.source == after.source && response.value == Data("stored".utf8))
        #expect(stub.requests.count == 2)
        // A stale response stays unused in a call of another use.
        if after.source == .stale { await #expect(throws: APIError.self) { try await client.data(.get("items")).value } }
    }

    private static let others: [Network] = [
        .failed(.tls), .failed(.deadline), .failed(.bodyTooLarge), .answers(404), .answers(429), .answers(501), .answers(401),
    ]

    @Test(arguments: others.indices)
    func `CacheUse.networkFirst: any other failure stays one`(index: Int) async throws {
        let service = Service(["Cache-Control": "max-age=60"])
        let (client, _) = try service.client()
        _ = try await client.data(.get("items")).value
        service.network.withLock { $0 = Self.others[index] }
        await #expect(throws: APIError.self) { try await client.data(.get("items")).cached(.networkFirst).value }
    }

    @Test(arguments: [
        ("no-cache, max-age=60", 1, false), ("must-revalidate, max-age=60", 1, true), ("must-revalidate, max-age=60", 61, false),
        ("no-store", 1, false),
    ])
    func `CacheUse.networkFirst: a response that must be validated isn't used instead of the network`(
        control: String, after: Double, isUsed: Bool
    ) async throws {
        let service = Service(["Cache-Control": control, "ETag": "\"a\""])
        let (client, _) = try service.client()
        _ = try await client.data(.get("items")).value
        service.network.withLock { $0 = .failed(.connection) }
        service.clock.now = service.clock.now.addingTimeInterval(after)
        let result = await client.data(.get("items")).cached(.networkFirst).result
        #expect((try? result.get()) == (isUsed ? Data("stored".utf8) : nil))
    }
}
