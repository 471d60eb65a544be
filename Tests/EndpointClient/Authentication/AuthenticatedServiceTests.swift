import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// A service that says once that its endpoints are authenticated.
@Suite struct AuthenticatedServiceTests {
    private struct Open: Endpoint {
        var path: Path { "open" }
        var credentials: [CredentialUse] { [.anonymous] }
    }
    private struct Listed: AuthenticatedEndpoint {
        var path: Path { "listed" }
        var credentials: [CredentialUse] { [.anonymous] }
    }
    private struct Plain: Endpoint { var path: Path { "plain" } }
    private struct Guest: Endpoint {
        var path: Path { "guest" }
        var credentials: [CredentialUse] { [.optional] }
    }

    private static func client(_ transport: StubTransport, hasToken: Bool = true) throws -> APIClient {
        try APIClient.example(transport) {
            $0.authentication = hasToken ? .bearer("t") : nil
            $0.credentials = ["admin": .headers(["X-Admin": "a"])]
            $0.policies.authenticatesAllEndpoints = true
        }
    }

    private static let endpoints: [(endpoint: any Endpoint, token: String?)] = [
        (Route.get("a"), "Bearer t"), (Plain(), "Bearer t"), (Guest(), "Bearer t"), (Route.get("a").authenticated(), "Bearer t"),
        (Open(), nil),
        (Listed(), nil), (Route.get("a").authenticated(by: .anonymous), nil),
        (Route.get("a").authenticated().authenticated(by: .anonymous), nil),
        // An endpoint with credentials of its own gets those.
        (Route.get("a").authenticated(by: .named("admin")), nil),
    ]

    @Test(arguments: endpoints.indices)
    func `ClientPolicies.authenticatesAllEndpoints: every endpoint gets the token, unless it says otherwise`(index: Int) async throws {
        let (endpoint, token) = Self.endpoints[index]
        let stub = StubTransport()
        try await Self.client(stub).call(endpoint).value
        #expect(stub.requests.map { $0.headers["Authorization"] } == [token])
        #expect(stub.requests.first?.headers["X-Admin"] == (index == Self.endpoints.count - 1 ? "a" : nil))
    }

    @Test func `ClientPolicies.authenticatesAllEndpoints: no credentials go to another origin`() async throws {
        let url = try #require(URL(string: "https://elsewhere.example/a"))
        let stub = StubTransport { request in
            request.origin.host == "elsewhere.example" || request.query["to"] == nil
                ? HTTPResponse() : HTTPResponse(status: 302, headers: ["Location": url.absoluteString])
        }
        let client = try Self.client(stub)
        try await client.call(.get(url)).value
        try await client.call(.get("a", query: ["to": 1])).value
        #expect(stub.requests.map { $0.headers["Authorization"] } == [nil, "Bearer t", nil])
    }

    @Test func `ClientPolicies.authenticatesAllEndpoints: without authentication nothing is sent, except to anonymous endpoints`()
        async throws
    {
        let stub = StubTransport()
        let client = try Self.client(stub, hasToken: false)
        let error = await #expect(throws: APIError.self) { try await client.call(.get("a")).value }
        #expect(error?.code == .configuration && stub.requests.isEmpty)
        try await client.call(Open()).value
        #expect(stub.requests.count == 1)
    }
}
