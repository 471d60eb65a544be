import CurlBaseline
import EndpointKit

/// The framework's own work on a call: three adapters, a transport that answers at once, no decoding.
enum ClientLayer {
    private enum Items: RoutedEndpoint, AuthenticatedEndpoint {
        case list
        var route: Route { .get("items") }
    }

    private struct NullTransport: Transport {
        let response = HTTPResponse(headers: ["Content-Type": "application/json"], body: Data("{}".utf8))
        func send(_ request: HTTPRequest) async throws -> HTTPResponse { response }
    }

    private struct FieldAdapter: RequestAdapter {
        let name: String
        let value: String

        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
            request.headers.append(name, value)
            return request
        }
    }

    private static let client: APIClient = {
        guard let base = URL(string: "https://api.example.com/v1") else { fatalError("the URL is one") }
        return APIClient(
            configuration: APIConfiguration(baseURL: base, authentication: .bearer("0123456789")), transport: NullTransport(),
            adapters: [FieldAdapter(name: "X-Trace", value: "0123456789"), FieldAdapter(name: "Accept-Language", value: "en")])
    }()

    static let body: @Sendable () async throws -> Void = { _ = try await client.data(Items.list).value }

    static func run() throws {
        let allocated = allocationsPerCall()
        let instructions =
            InstructionCount.perRun("client-layer").map { "\($0) instructions, " } ?? "(no valgrind: instructions not counted) "
        printRow("client layer, null transport", "\(instructions)\(allocated) allocations a call", goal: "10,000 and 3")
    }

    private static func allocationsPerCall() -> Double {
        nonisolated(unsafe) var result = 0.0
        blocking {
            for _ in 0..<1000 { try await body() }
            let before = baseline_allocations()
            for _ in 0..<10_000 { try await body() }
            result = Double(baseline_allocations() - before) / 10_000
        }
        return result.rounded(to: 2)
    }
}
