import EndpointKit
import EndpointKitTesting
import Testing

/// Settings from types outside the framework.
@Suite struct ConfigurationValueTests {
    enum Stage: String, APIConfigurable {
        case test, live
        var baseURL: URL { (try? exampleURL("https://\(rawValue).example.com")) ?? URL(filePath: "/") }
        var headers: HTTPHeaders { ["X-Stage": rawValue] }
    }

    /// Conforms as an application's delegate would.
    @MainActor final class Delegate: APIConfigurable {
        nonisolated let baseURL: URL
        nonisolated let requestTimeout: Duration
        var launches = 0

        init() throws {
            baseURL = try exampleURL("https://delegate.example.com")
            requestTimeout = .seconds(3)
        }
    }

    /// The settings of a file, except those that this type replaces.
    struct Tenant: APIConfigurable {
        var file: APIConfiguration
        var tenant: String

        var baseURL: URL { file.baseURL }
        var basePath: Path { file.basePath.appending("tenants/\(tenant)") }
        var requestTimeout: Duration { file.requestTimeout }
        var authentication: (any Authentication)? { file.authentication }
        var policies: ClientPolicies {
            var policies = file.policies
            policies.deadline = .seconds(600)
            return policies
        }
    }

    private func request(_ configuration: any APIConfigurable, of route: Route = .get("items")) async throws -> HTTPRequest {
        let stub = StubTransport()
        _ = try await APIClient(configuration: configuration, transport: stub).data(route).value
        return try #require(stub.requests.first)
    }

    @Test func `APIConfigurable: an enum can be a configuration`() async throws {
        let request = try await request(Stage.live)
        #expect(request.urlText == "https://live.example.com/items")
        #expect(request.headers["X-Stage"] == "live")
    }

    @MainActor @Test func `APIConfigurable: an application's delegate can be a configuration`() async throws {
        let request = try await request(Delegate())
        #expect(request.urlText == "https://delegate.example.com/items")
        #expect(request.timeout == .seconds(3))
    }

    @Test func `APIConfigurable: a wrapper around a loaded file can be a configuration`() async throws {
        let file = try settings(
            """
            {
              "baseURL": "https://example.com", "basePath": "v1", "requestTimeout": "7s", "limits": { "bodySize": "1KB" },
              "authentication": { "type": "bearer", "token": { "env": "T" } },
            }
            """, environment: ["T": "abc"])
        let request = try await request(Tenant(file: file, tenant: "a/b"), of: .get("items").authenticated())
        #expect(request.urlText == "https://example.com/v1/tenants/a%2Fb/items")
        #expect(request.timeout == .seconds(7))
        #expect(request.bodyLimit == 1024)
        #expect(request.headers["Authorization"] == "Bearer abc")
    }
}
