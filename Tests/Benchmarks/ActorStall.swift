import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport

/// How long a call blocks its caller's actor. On the main actor, this is how long the screen would freeze.
enum ActorStall {
    /// Stands in for the main actor, whose thread this program needs itself.
    @globalActor private actor Screen {
        static let shared = Screen()
    }

    private struct Item: Codable, Sendable {
        var id = 1
        var name = "Spider-Man"
        var words = ["with", "great", "power"]
    }

    private struct SlowAdapter: RequestAdapter {
        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
            compute()
            return request
        }
    }

    /// Blocks its thread for a tenth of a second.
    private static func compute() {
        let end = ContinuousClock.now + .milliseconds(100)
        while ContinuousClock.now < end {}
    }

    private enum Style: String, CaseIterable {
        case value, response, result, start
        /// A stall without a call, to show that stalls are measured.
        case itself = "a computation of 100 ms there"
    }

    static func run() throws -> [BenchmarkRow] {
        let items = Array(repeating: Item(), count: 250_000)
        let document = try JSONEncoder().encode(items)
        let large = StubTransport(HTTPResponse(headers: ["Content-Type": "application/json"], body: document))
        let small = StubTransport(HTTPResponse(headers: ["Content-Type": "application/json"], body: Data("[]".utf8)))
        let configuration = APIConfiguration(baseURL: URL(string: "http://localhost/") ?? URL(filePath: "/"))
        let reading = APIClient(configuration: configuration, transport: large)
        let writing = APIClient(configuration: configuration, transport: small)
        let adapting = APIClient(configuration: configuration, transport: small, adapters: [SlowAdapter()])
        let megabytes = Double(document.count) / 1e6
        return [
            try row("decoding \(megabytes.rounded()) MB", reading.call(.get("items"), as: [Item].self)),
            try row("encoding 250,000 items", writing.call(.post("items", body: .json(items)), as: [Item].self)),
            try row("an adapter of 100 ms", adapting.call(.get("items"), as: [Item].self)),
            try row(
                "a transform of 100 ms",
                writing.call(.get("items"), as: [Item].self).map {
                    compute(); return $0
                }),
        ]
    }

    private static func row(_ title: String, _ call: Call<[Item]>) throws -> BenchmarkRow {
        let figures = try Style.allCases.map { style in
            let stalls = try (0..<3).map { _ in try blocking { try await stall(of: call, style) } }
            // Longer stalls are caused by the machine.
            return Figure(stalls.min(), "ms with \(style.rawValue)", goal: style == .itself ? nil : .atMost(5))
        }
        return BenchmarkRow("\(title): the caller's actor stalls for", figures)
    }

    /// The longest wait for the actor while the call is made on it, in milliseconds.
    private static func stall(of call: Call<[Item]>, _ style: Style) async throws -> Double {
        let waiting = Task.detached {
            var longest = Duration.zero
            while !Task.isCancelled {
                let start = ContinuousClock.now
                await beat()
                longest = max(longest, ContinuousClock.now - start)
                try? await Task.sleep(for: .milliseconds(1))
            }
            return longest
        }
        // Retained, because the last release takes time.
        let value = try await used(call, style)
        waiting.cancel()
        let longest = await waiting.value
        withExtendedLifetime(value) {}
        return longest / .milliseconds(1)
    }

    // A function without an effect on the actor wouldn't run there at all.
    @Screen private static func beat() { beats += 1 }
    @Screen private static var beats = 0

    @Screen private static func used(_ call: Call<[Item]>, _ style: Style) async throws -> [Item] {
        switch style {
        case .value: return try await call.value
        case .response: return try await call.response.value
        case .result: return try await call.result.get()
        case .itself:
            // Other tasks wait for the actor meanwhile.
            await Task.yield()
            compute()
            return []
        case .start:
            return try await withUnsafeThrowingContinuation { continuation in
                call.start(on: .immediate) { continuation.resume(with: $0) }
            }
        }
    }
}
