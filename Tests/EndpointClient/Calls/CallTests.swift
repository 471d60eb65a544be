import Dispatch
import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct CallTests {
    private let stub = StubTransport(HTTPResponse(headers: ["X": "1"], body: Data("42".utf8)))

    @Test func `Call: nothing happens before it is used, and it can be used again`() async throws {
        let call = try APIClient.example(stub).call(.get("items"), as: Int.self)
        #expect(stub.requests.isEmpty)
        #expect(try await call.value == 42)
        let reply = try await call.response
        #expect(reply.value == 42)
        #expect(reply.headers["X"] == "1")
        #expect(reply.attempts.map(\.outcome) == [.answered(.ok)])
        #expect(try await call.result.get() == 42)
        #expect(stub.requests.count == 3)
    }

    @Test func `Call: a call without a value ignores the body, but not errors`() async throws {
        let remove: Call<Void> = try APIClient.example(stub).call(.delete("items/1"))
        try await remove.value
        #expect(stub.requests.map(\.method) == [.delete])
        let refusing: Call<Void> = try APIClient.example(StubTransport(HTTPResponse(status: 404))).call(.delete("items/1"))
        await #expect(throws: APIError.self) { try await refusing.value }
    }

    @Test func `Call: result is what value returns or throws`() async throws {
        let client = try APIClient.example(StubTransport { _ in throw OwnError() })
        switch await client.data(.get("items")).result {
        case .success: Issue.record("it succeeded")
        case .failure(let error): #expect(error is OwnError)
        }
    }

    @Test func `Call: map returns another value, and rethrows errors unchanged`() async throws {
        let call = try APIClient.example(stub).call(.get("items"), as: Int.self)
        #expect(try await call.map { "\($0 + 1)" }.map(\.count).value == 2)
        await #expect(throws: OwnError()) { try await call.map { _ -> Int in throw OwnError() }.value }
        // The transform's error isn't treated as an error in the response.
        let broken = try APIClient.example(StubTransport(HTTPResponse(body: Data("?".utf8)))).call(.get("items"), as: Int.self)
        let error = await #expect(throws: APIError.self) { try await broken.map { $0 + 1 }.value }
        #expect(error?.code == .decoding)
    }

    @Test func `Call: a modifier returns a new call and leaves the original unchanged`() async throws {
        let call = try APIClient.example(stub).string(.get("items"))
        let changed = call.timeout(.seconds(3)).adapting(AnyAdapter { $0.headers["X-Call"] = "yes" })
        _ = try await changed.value
        _ = try await call.value
        let (first, second) = (try #require(stub.requests.first), try #require(stub.requests.last))
        #expect(first.timeout == .seconds(3))
        #expect(first.headers["X-Call"] == "yes")
        #expect(second.timeout == .seconds(30))
        #expect(!second.headers.contains("X-Call"))
    }

    @Test func `Call: its adapters run after the endpoint's and before the authentication`() async throws {
        struct Signed: AuthenticatedEndpoint {
            var path: Path { "items" }
            var adapters: [any RequestAdapter] { [Noting("endpoint")] }
        }
        let client = try APIClient.example(stub, adapters: [Noting("client")]) { $0.authentication = .custom(Noting("authentication")) }
        _ = try await client.data(Signed()).adapting(Noting("call"), Noting("call, second")).value
        #expect(stub.requests.first?.headers["X-Order"] == "client, endpoint, call, call, second, authentication")
    }

    @Test func `Call: it edits the decisions of its endpoint`() async throws {
        let client = try APIClient.example(StubTransport(HTTPResponse(status: 404, body: Data("none".utf8))))
        let call = client.string(.get("items")).deciding { $0.filter { !($0 is BadStatusDecision) } }
        #expect(try await call.value == "none")
        let other = call.deciding { [Restarting { _, _ in .fail(OwnError()) }] + $0 }
        await #expect(throws: OwnError()) { try await other.value }
    }
}

private struct Noting: RequestAdapter {
    let name: String
    init(_ name: String) { self.name = name }

    func adapt(_ request: consuming HTTPRequest) -> HTTPRequest {
        request.headers["X-Order"] = request.headers["X-Order"].map { "\($0), \(name)" } ?? name
        return request
    }
}
