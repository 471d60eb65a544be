import EndpointKit
import EndpointKitTesting
import Testing

/// An address to which nothing is ever sent, because these tests answer from a stub.
func exampleURL(_ text: String = "https://api.example.com/v1") throws -> URL { try #require(URL(string: text)) }

extension ClientPolicies {
    /// The standard policies with one attempt, for tests that aren't about retries.
    static var once: ClientPolicies {
        var policies = ClientPolicies.standard
        policies.retry = .never
        return policies
    }
}

extension APIClient {
    /// A client that retries only if `configure` sets a policy for it.
    static func example(
        _ transport: any Transport, adapters: [any RequestAdapter] = [], decisions: [any ResponseDecision]? = nil,
        clock: any Clock<Duration> = ContinuousClock(), configure: (inout APIConfiguration) throws -> Void = { _ in }
    ) throws -> APIClient {
        var configuration = APIConfiguration(baseURL: try exampleURL(), policies: .once)
        try configure(&configuration)
        return APIClient(
            configuration: configuration, transport: transport, adapters: adapters, decisions: decisions, clock: clock)
    }
}

/// Calls one endpoint, and returns the request that reached the transport.
func sent(
    _ endpoint: some Endpoint, adapters: [any RequestAdapter] = [], configure: (inout APIConfiguration) throws -> Void = { _ in }
) async throws -> HTTPRequest {
    let stub = StubTransport()
    _ = try await APIClient.example(stub, adapters: adapters, configure: configure).data(endpoint).value
    #expect(stub.requests.count == 1)
    return try #require(stub.requests.first)
}
