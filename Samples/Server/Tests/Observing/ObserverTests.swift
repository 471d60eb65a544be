import EndpointKit
import EndpointKitAsyncHTTPClient
import EndpointKitServer
import EndpointKitTesting
import Foundation
import InMemoryLogging
import Logging
import MetricsTestKit
import Synchronization
import Testing

@Suite struct ObserverTests {
    private enum ShopEndpoint: RoutedEndpoint {
        case item(id: Int, token: String)

        var route: Route {
            switch self {
            case .item(let id, let token): .get("items/\(id)", query: ["token": token])
            }
        }
    }

    /// Makes a call that succeeds after one retry, and a call that fails.
    private func makeCalls(_ observer: any CallObserver) async throws {
        let attempts = Mutex(0)
        let server = try LoopbackServer { request in
            if request.path == "/items/2" { return HTTPResponse(status: 404) }
            let attempt = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            return HTTPResponse(status: attempt == 1 ? 503 : 200, headers: ["Set-Cookie": "s3cr3t"])
        }
        var configuration = APIConfiguration(baseURL: server.url)
        configuration.policies.retry = RetryPolicy(maxAttempts: 2, backoff: Backoff(initial: .zero, maximum: .zero))
        let client = APIClient(configuration: configuration, transport: AsyncHTTPClientTransport(), observers: [observer])
        _ = try await client.data(ShopEndpoint.item(id: 1, token: "s3cr3t")).value
        await #expect(throws: APIError.self) { try await client.data(ShopEndpoint.item(id: 2, token: "s3cr3t")).value }
    }

    @Test(arguments: [(Logger.Level.info, 2), (.debug, 6), (.critical, 0)])
    func `LogObserver: a logger gets one line per call, and more lines at a more detailed level`(
        _ level: Logger.Level, _ count: Int
    ) async throws {
        let handler = InMemoryLogHandler()
        var logger = Logger(label: "calls") { _ in handler }
        logger.logLevel = level
        try await makeCalls(LogObserver(logger: logger))
        let entries = handler.entries
        #expect(entries.contains { $0.level == .error && "\($0.message)".contains("404 Not Found") } == (level != .critical))
        #expect(entries.count == count)
        #expect(!entries.contains { "\($0.message)".contains("s3cr3t") })
    }

    @Test func `LogObserver: a trace hides what the redaction hides`() async throws {
        let handler = InMemoryLogHandler()
        var logger = Logger(label: "calls") { _ in handler }
        logger.logLevel = .trace
        try await makeCalls(LogObserver(logger: logger))
        #expect(handler.entries.contains { $0.level == .trace && "\($0.message)".contains("Set-Cookie: <6 characters>") })
        #expect(!handler.entries.contains { "\($0.message)".contains("s3cr3t") })
    }

    @Test func `SwiftMetricsObserver: it records counts and durations by endpoint`() async throws {
        let metrics = TestMetrics()
        try await makeCalls(SwiftMetricsObserver(factory: metrics))
        let endpoint = [("endpoint", "ShopEndpoint.item")]
        func count(_ name: String) throws -> Int64 { try metrics.expectCounter("endpointkit_\(name)_total", endpoint).totalValue }
        #expect(try count("calls") == 2)
        #expect(try count("calls_succeeded") == 1)
        #expect(try count("calls_cancelled") == 0)
        #expect(try count("attempts") == 3)
        #expect(try count("retries") == 1)
        let failures = try metrics.expectCounter("endpointkit_calls_failed_total", endpoint + [("code", "badStatus")])
        #expect(failures.totalValue == 1)
        #expect(try metrics.expectMeter("endpointkit_calls_in_flight", endpoint).lastValue == 0)
        #expect(try metrics.expectTimer("endpointkit_call_duration", endpoint).values.count == 2)
    }

    @Test func `SwiftMetricsObserver: calls beyond the label limit are counted together`() async throws {
        let metrics = TestMetrics()
        let observer = SwiftMetricsObserver(factory: metrics, endpointLimit: 2) { "\($0.callID)" }
        for callID in 1...5 { observer.observe(CallEvent(callID: UInt64(callID), endpoint: Route.get("a"), kind: .queued)) }
        #expect(try metrics.expectCounter("endpointkit_calls_total", [("endpoint", "1")]).totalValue == 1)
        #expect(try metrics.expectCounter("endpointkit_calls_total", [("endpoint", "other")]).totalValue == 3)
    }
}
