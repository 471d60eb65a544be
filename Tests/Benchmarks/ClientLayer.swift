import CurlBaseline
import EndpointKit

/// The framework's own work on a call: three adapters, a transport that answers at once, no decoding. The second row is of a transport and
/// adapters that may wait: the call takes a task of its own, so that a cancel from outside can end it.
enum ClientLayer {
    private enum Items: RoutedEndpoint, AuthenticatedEndpoint {
        case list
        var route: Route { .get("items") }
    }

    private static let answer = HTTPResponse(headers: ["Content-Type": "application/json"], body: Data("{}".utf8))

    private struct NullTransport: Transport {
        var endsWithContext: Bool { true }
        func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse { answer }
    }

    private struct ForeignTransport: Transport {
        func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse { answer }
    }

    private struct FieldAdapter: SynchronousAdapter {
        let name: String
        let value: String

        func edit(_ request: inout HTTPRequest) { request.headers.append(name, value) }
    }

    private static func client(over transport: any Transport) -> APIClient {
        guard let base = URL(string: "https://api.example.com/v1") else { fatalError("the URL is one") }
        return APIClient(
            configuration: APIConfiguration(baseURL: base, authentication: .bearer("0123456789")), transport: transport,
            adapters: [FieldAdapter(name: "X-Trace", value: "0123456789"), FieldAdapter(name: "Accept-Language", value: "en")])
    }

    private static let known = client(over: NullTransport())
    private static let foreign = client(over: ForeignTransport())
    static let body: @Sendable () async throws -> Void = { _ = try await known.data(Items.list).value }
    static let foreignBody: @Sendable () async throws -> Void = { _ = try await foreign.data(Items.list).value }

    static func run() throws {
        for (title, key, body, goal) in [
            ("client layer, null transport", "client-layer", body, "10,000 and 3"),
            ("the same, in a task of the call's own", "client-layer-foreign", foreignBody, "none"),
        ] {
            let allocated = allocationsPerCall(body)
            let instructions = InstructionCount.perRun(key).map { "\($0) instructions, " } ?? "(no valgrind: instructions not counted) "
            printRow(title, "\(instructions)\(allocated) allocations a call", goal: goal)
        }
    }

    private static func allocationsPerCall(_ body: @escaping @Sendable () async throws -> Void) -> Double {
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
