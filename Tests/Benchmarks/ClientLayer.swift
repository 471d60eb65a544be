import CurlBaseline
import EndpointKit
import TestSupport

/// The framework's own work on a call: three adapters, a transport that answers at once, and no decoding. The rows below the first show
/// what each option adds.
enum ClientLayer {
    /// One way to make the call: with no option, or with one.
    enum Variant: String, CaseIterable {
        case plain = "client-layer"
        case observer = "client-layer-observer"
        case deadline = "client-layer-deadline"
        case refresher = "client-layer-refresher"
        case ownTransport = "client-layer-transport"
        case ownAdapter = "client-layer-adapter"
        case response = "client-layer-response"
        case limit = "client-layer-limit"
        case hit = "client-layer-hit"

        fileprivate var title: String {
            switch self {
            case .plain: "client layer, null transport"
            case .observer: "an observer"
            case .deadline: "a deadline"
            case .refresher: "a token refresher"
            case .ownTransport: "your own transport"
            case .ownAdapter: "your own adapter"
            case .response: "the response beside the value"
            case .limit: "a concurrency limit"
            case .hit: "a fresh response from the cache"
            }
        }

        fileprivate var instructionGoal: Figure.Goal {
            switch self {
            case .plain: .atMost(20_000)
            case .observer: .atMost(5_000)
            case .ownTransport, .ownAdapter: .atMost(11_000)
            case .hit: .atMost(12_000)
            case .deadline, .refresher, .response, .limit: .atMost(2_000)
            }
        }

        var body: @Sendable () async throws -> Void {
            let client = client
            if self == .response { return { _ = try await client.data(Items.list).response } }
            return { _ = try await client.data(Items.list).value }
        }

        private var client: APIClient {
            guard let base = URL(string: "https://api.example.com/v1") else { fatalError("the URL is one") }
            var configuration = APIConfiguration(baseURL: base, authentication: .bearer("0123456789"))
            var adapters: [any RequestAdapter] = [
                FieldAdapter(name: "X-Trace", value: "0123456789"), FieldAdapter(name: "Accept-Language", value: "en"),
            ]
            switch self {
            case .refresher: configuration.authentication = .bearer(TokenRefresher(store: MemoryTokenStore(Token())) { _ in Token() })
            case .deadline: configuration.policies.deadline = .seconds(60)
            case .limit: configuration.policies.maxConcurrentCalls = 16
            case .hit: configuration.policies.cache = CachePolicy()
            case .ownAdapter: adapters[1] = OwnAdapter(adapter: FieldAdapter(name: "Accept-Language", value: "en"))
            case .plain, .observer, .ownTransport, .response: break
            }
            return APIClient(
                configuration: configuration, transport: self == .ownTransport ? ForeignTransport() : NullTransport(), adapters: adapters,
                observers: self == .observer ? [NullObserver()] : [])
        }
    }

    private enum Items: RoutedEndpoint, AuthenticatedEndpoint {
        case list
        var route: Route { .get("items") }
    }

    private static let answer = HTTPResponse(
        headers: ["Content-Type": "application/json", "Cache-Control": "max-age=86400"], body: Data("{}".utf8))

    private struct NullTransport: Transport, AwaitedInPlace {
        func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse { answer }

        func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
            HTTPResponseStream(try await send(request, in: context))
        }
    }

    private struct ForeignTransport: Transport {
        func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse { answer }

        func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
            HTTPResponseStream(try await send(request, in: context))
        }
    }

    /// Stands in for the built-in adapters.
    private struct FieldAdapter: RequestAdapter, AwaitedInPlace {
        let name: String
        let value: String

        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
            request.headers.append(name, value)
            return request
        }
    }

    private struct OwnAdapter: RequestAdapter {
        let adapter: FieldAdapter

        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest { try await adapter.adapt(request) }
    }

    private struct NullObserver: CallObserver {
        var followsProgress: Bool { false }
        func observe(_ event: CallEvent) {}
    }

    private struct Token: BearerToken {
        var bearerText: String { "0123456789" }
        var expiry: Date? { nil }
    }

    static func run() throws -> [BenchmarkRow] {
        let plain = InstructionCount.perRun(Variant.plain.rawValue)
        return try Variant.allCases.map { variant in
            let allocated = try allocationsPerCall(variant.body)
            if variant == .plain {
                return BenchmarkRow(
                    variant.title,
                    [
                        Figure(plain, "instructions a call", goal: variant.instructionGoal),
                        Figure(allocated, "allocations a call", goal: .atMost(6)),
                    ],
                    note: InstructionCount.gap)
            }
            let added = plain.flatMap { plain in InstructionCount.perRun(variant.rawValue).map { $0 - plain } }
            return BenchmarkRow(
                "\(variant.title) adds",
                [Figure(added, "instructions a call", goal: variant.instructionGoal), Figure(allocated, "allocations a call in all")],
                note: InstructionCount.gap)
        }
    }

    private static func allocationsPerCall(_ body: @escaping @Sendable () async throws -> Void) throws -> Double {
        try blocking {
            for _ in 0..<1000 { try await body() }
            baseline_begin_counting()
            for _ in 0..<10_000 { try await body() }
            return Double(baseline_end_counting()) / 10_000
        }
    }
}
