import EndpointKit
import MarvelGateway
import Testing

@Suite struct CredentialsTests {
    @Test func `Credentials: the documented example and the framework's signatures are accepted`() async throws {
        let caller = try GatewayCaller.shared()
        #expect(try await caller.unsigned("/characters", GatewayCaller.signature).status == 200)
        let client = APIClient(
            configuration: APIConfiguration(
                baseURL: caller.gateway.url, basePath: "/v1/public",
                authentication: .hashedQuery(publicKey: "1234", privateKey: "abcd")))
        _ = try await client.call(Signed(), as: JSON.self).value
    }

    private struct Signed: AuthenticatedEndpoint { var path: Path { "characters/1009610" } }
}
