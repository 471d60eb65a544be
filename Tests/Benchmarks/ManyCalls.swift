import EndpointKit
import Foundation
import TestSupport

/// Very many calls of one client, and the memory that they use: 10,000 at once, 20,000 that wait for their turn, and 1,000,000 one after
/// the other.
enum ManyCalls {
    static func atOnce() throws -> [BenchmarkRow] {
        let count = 10_000
        let size = AnswerServer.items.count
        let title = "10,000 calls in flight on one client, all answered at once"
        guard openFileLimit(atLeast: count + 100) else { return [BenchmarkRow(title, note: "a process may not open so many files here")] }
        let server = try ServerProcess("serve")
        _ = try Calls(server.url, "items").data(640, inFlight: 64, size: size)
        let calls = try Calls(server.url, "gather/\(count)")
        let memory = residentBytes()
        try forgetPeak()
        let times = try calls.data(count, inFlight: count, size: size)
        let peak = try peakBytes()
        let plain = try calls.plain(count, inFlight: count, size: size)
        return [
            BenchmarkRow(
                title,
                [
                    Figure(Double(memory) / 1024, "KB resident before"), Figure(Double(peak) / 1024, "KB at the peak"),
                    Figure(Double(peak - memory) / 1024 / Double(count), "KB per call in flight"),
                    Figure(times.cpu / plain.cpu, "times plain C's processor time"),
                    Figure(times.cpu / Double(count) * 1e6, "us of processor time a call"),
                ])
        ]
    }

    /// A task group with a task for each call. Several values of `maxConcurrentCalls` are measured in turn with the default.
    static func waiting() throws -> [BenchmarkRow] {
        let count = 20_000
        let size = AnswerServer.items.count
        let server = try ServerProcess("serve")
        func calls(_ path: Path, _ limit: Int) throws -> Calls {
            try Calls(server.url, path, transport: CurlTransport()) { $0.policies.maxConcurrentCalls = limit }
        }
        guard let standard = ClientPolicies.standard.maxConcurrentCalls else { throw Complaint("calls are not limited by default") }
        let memory = BenchmarkRow(
            "20,000 calls that wait for their turn",
            [Figure(try memoryOfWaiting(try calls("silence", 1), count) / 1024, "KB resident per call")])
        let usual = try calls("items", standard)
        return try [memory]
            + [4, 16, 64, 256, 1024].map { limit in
                let other = try calls("items", limit)
                let pair = try sideBySide(rounds: 5) {
                    try other.data(count, inFlight: count, size: size)
                } _: {
                    try usual.data(count, inFlight: count, size: size)
                }
                return BenchmarkRow(
                    "20,000 calls of a task group, at most \(limit) at a time",
                    [
                        Figure(1 / pair.wallRatio, "times the calls/s of the default, \(standard)"),
                        Figure(Double(count) / pair.first.wall, "calls/s"),
                    ])
            }
    }

    private static func memoryOfWaiting(_ calls: Calls, _ count: Int) throws -> Double {
        let memory = residentBytes()
        let task = Task {
            await withDiscardingTaskGroup { group in
                for _ in 0..<count { group.addTask { _ = try? await calls.client.data(calls.route).value } }
            }
        }
        try blocking { await eventually { calls.client.waitingCallCount == count - 1 } }
        defer { task.cancel() }
        return Double(residentBytes() - memory) / Double(count)
    }

    static func inARow() throws -> [BenchmarkRow] {
        let count = 1_000_000
        let server = try ServerProcess("serve")
        let calls = try Calls(server.url, "items") { configuration in
            configuration.policies.deadline = .seconds(600)
            configuration.policies.maxConcurrentCalls = 64
        }
        func run(_ count: Int) throws -> Times {
            try calls.typed(count, inFlight: 80, Calls.Page.self) { $0.results.count == 7 }
        }
        // After some calls, all objects that are created only once exist.
        _ = try run(19_200)
        let start = residentBytes()
        let first = try run(count / 2)
        let middle = residentBytes()
        let second = try run(count / 2)
        let end = residentBytes()
        return [
            BenchmarkRow(
                "1,000,000 calls, typed, with a deadline and a limit of 64 at a time",
                [
                    Figure(Double(start) / 1024, "KB resident at the start"), Figure(Double(middle) / 1024, "KB half way"),
                    Figure(Double(end) / 1024, "KB at the end"),
                    // A leak in each call would be at least 16 bytes.
                    Figure(Double(end - start) / Double(count), "bytes more a call", goal: .atMost(4)),
                    Figure(Double(count) / (first.wall + second.wall), "calls/s"),
                ])
        ]
    }

    /// Resets the peak of resident memory.
    private static func forgetPeak() throws {
        let file = open("/proc/self/clear_refs", O_WRONLY)
        defer { close(file) }
        try require(file >= 0 && write(file, "5", 1) == 1, "the peak of resident memory can't be forgotten")
    }

    /// The peak of resident memory since the last reset.
    private static func peakBytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let kilobytes = line.flatMap({ Int($0.filter(\.isNumber)) }) else { throw Complaint("the peak of memory isn't known") }
        return kilobytes << 10
    }
}
