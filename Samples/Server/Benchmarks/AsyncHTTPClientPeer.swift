import AsyncHTTPClient
import EndpointKit
import EndpointKitAsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// `async-http-client-peer CLIENT URL CALLS IN-FLIGHT` prints the processor time and the wall time of CALLS calls after a warm-up.
/// The root package's `TOOLS=1 swift run -c release benchmarks --only asynchttpclient` starts this program, a server, and its own clients.
@main struct AsyncHTTPClientPeer {
    enum Client: String {
        /// AsyncHTTPClient as a program would use it without EndpointKit, with JSONDecoder.
        case plain
        /// The same without decoding.
        case data
        /// EndpointKit with AsyncHTTPClientTransport.
        case endpointKit
    }

    /// The JSON of the server's response.
    struct Page: Decodable, Sendable {
        struct Item: Decodable, Sendable {
            var id: Int
            var name: String
            var score: Double
            var tags: [String]
        }
        var code: Int
        var status: String
        var results: [Item]
    }

    static func main() async throws {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count == 4, let client = Client(rawValue: words[0]), let url = URL(string: words[1]), let count = Int(words[2]),
            let inFlight = Int(words[3]), inFlight > 0
        else {
            FileHandle.standardError.write(
                Data("async-http-client-peer takes a client, a URL, the number of calls, and the number of calls in flight\n".utf8))
            exit(64)
        }
        switch client {
        case .plain: try await measurePlain(url, count, inFlight, decodes: true)
        case .data: try await measurePlain(url, count, inFlight, decodes: false)
        case .endpointKit:
            let configuration = APIConfiguration(baseURL: url.deletingLastPathComponent(), requestTimeout: .seconds(600))
            let client = APIClient(configuration: configuration, transport: AsyncHTTPClientTransport())
            let route = Route.get("\(url.lastPathComponent)")
            try await measure(count, inFlight) { _ = try await client.call(route, as: Page.self).value }
        }
    }

    /// Measures AsyncHTTPClient with as many connections as calls in flight.
    private static func measurePlain(_ url: URL, _ count: Int, _ inFlight: Int, decodes: Bool) async throws {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = inFlight
        let client = HTTPClient(configuration: configuration)
        let decoder = JSONDecoder()
        let text = url.absoluteString
        try await measure(count, inFlight) {
            let response = try await client.execute(HTTPClientRequest(url: text), timeout: .seconds(600))
            guard response.status == .ok else { throw HTTPClientError.remoteConnectionClosed }
            let body = try await response.body.collect(upTo: 1 << 20)
            if decodes { _ = try decoder.decode(Page.self, from: body) }
        }
        try await client.shutdown()
    }

    private static func measure(_ count: Int, _ inFlight: Int, _ call: @escaping @Sendable () async throws -> Void) async throws {
        try await run(count / 4, inFlight, call)
        let start = (seconds(CLOCK_PROCESS_CPUTIME_ID), seconds(CLOCK_MONOTONIC))
        try await run(count, inFlight, call)
        print(seconds(CLOCK_PROCESS_CPUTIME_ID) - start.0, seconds(CLOCK_MONOTONIC) - start.1)
    }

    /// Runs `inFlight` tasks, each of which makes its calls one after the other.
    private static func run(_ count: Int, _ inFlight: Int, _ call: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<inFlight {
                group.addTask { for _ in 0..<(count / inFlight) { try await call() } }
            }
            try await group.waitForAll()
        }
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
