import EndpointKit
import Foundation
import TestSupport

/// Calls made while silent streams are open, such as event streams and long polls, compared with calls of another client that has no
/// streams. Both are measured in turn.
enum SilentStreams {
    static func few() throws -> [BenchmarkRow] { try rows([0, 100, 1000, 3000]) }
    static func many() throws -> [BenchmarkRow] { try rows([10_000]) }

    private static func rows(_ counts: [Int]) throws -> [BenchmarkRow] {
        try counts.flatMap { count in
            guard openFileLimit(atLeast: count + 200) else {
                return [BenchmarkRow("610 bytes beside \(count) silent streams", note: "a process may not open so many files here")]
            }
            let server = try ServerProcess("serve")
            let idle = try Calls(server.url, "items", transport: CurlTransport())
            let busy = try Calls(server.url, "items", transport: CurlTransport())
            let memory = residentBytes()
            let streams = try OpenStreams(of: busy.client, count)
            defer { streams.close() }
            let held = residentBytes() - memory
            return try [1, 64].map { inFlight in
                let calls = inFlight == 1 ? 2048 : 16_384
                let size = AnswerServer.items.count
                let pair = try sideBySide(rounds: 5) {
                    try busy.data(calls, inFlight: inFlight, size: size)
                } _: {
                    try idle.data(calls, inFlight: inFlight, size: size)
                }
                return BenchmarkRow(
                    "\(size) bytes as data, \(inFlight) in flight, beside \(count) silent streams",
                    [
                        Figure(pair.cpuRatio, "times the processor time beside none", goal: count == 3000 ? .atMost(1.3) : nil),
                        Figure(pair.first.cpu / Double(calls) * 1e6, "us of processor time a call"),
                        Figure(Double(calls) / pair.first.wall, "calls/s"),
                    ] + (count > 0 ? [Figure(Double(held) / Double(count) / 1024, "KB resident per stream")] : []))
            }
        }
    }

    /// Streams that have delivered a first chunk, each with a task that waits for the next.
    private final class OpenStreams: Sendable {
        private let task: Task<Void, Never>

        init(of client: APIClient, _ count: Int) throws {
            let opened = Signal()
            task = Task {
                await withDiscardingTaskGroup { group in
                    for _ in 0..<count {
                        group.addTask {
                            do { for try await _ in client.bytes(.get("silence")) { opened.give() } } catch {}
                        }
                    }
                }
            }
            try blocking { for _ in 0..<count { await opened.wait() } }
        }

        func close() { task.cancel() }
    }
}

/// Raises this process's limit of open files, which its children inherit.
func openFileLimit(atLeast count: Int) -> Bool {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_max >= count else { return false }
    limit.rlim_cur = max(limit.rlim_cur, rlim_t(count))
    return setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
}
