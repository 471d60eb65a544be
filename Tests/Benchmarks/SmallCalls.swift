import EndpointKit
import TestSupport

/// 610 bytes of JSON over the Linux transport with 1 to 1,000 calls in flight, compared with plain C: as data, and decoded by the same
/// decoder.
enum SmallCalls {
    static func data() throws -> [BenchmarkRow] {
        let size = AnswerServer.items.count
        let rows = try rows("\(size) bytes as data", inFlight: [1, 64, 256, 1000], goal: 1.5) { calls, count, inFlight in
            try sideBySide(rounds: 5) {
                try calls.data(count, inFlight: inFlight, size: size)
            } _: {
                try calls.plain(count, inFlight: inFlight, size: size)
            }
        }
        return rows + [instructions]
    }

    /// The work that callgrind counts: a number of calls in a separate process, 64 in flight.
    enum Counted: String {
        case ours = "data-64"
        case plain = "plain-64"

        func make(_ count: Int) throws {
            let server = try ServerProcess("serve")
            let calls = try Calls(server.url, "items")
            let size = AnswerServer.items.count
            _ = self == .ours ? try calls.data(count, inFlight: 64, size: size) : try calls.plain(count, inFlight: 64, size: size)
        }

        fileprivate var perCall: Double? { InstructionCount.perRun(rawValue, few: 1280, many: 11_520) }
    }

    /// Unlike times, these don't change with the machine's load.
    private static var instructions: BenchmarkRow {
        let (ours, plain) = (Counted.ours.perCall, Counted.plain.perCall)
        let ratio = ours.flatMap { ours in plain.map { ours / $0 } }
        return BenchmarkRow(
            "\(AnswerServer.items.count) bytes as data, 64 in flight, counted",
            [Figure(ours, "instructions a call"), Figure(ratio, "times plain C's")], note: InstructionCount.gap)
    }

    static func json() throws -> [BenchmarkRow] {
        try rows("\(AnswerServer.items.count) bytes of JSON, typed", inFlight: [1, 16, 64, 256], goal: 1.3) { calls, count, inFlight in
            try sideBySide(rounds: 5) {
                try calls.typed(count, inFlight: inFlight, Calls.Page.self) { $0.results.count == 7 }
            } _: {
                try calls.plain(count, inFlight: inFlight, Calls.Page.self) { $0.results.count == 7 }
            }
        }
    }

    private static func rows(
        _ title: String, inFlight: [Int], goal: Double, _ measure: (_ calls: Calls, _ count: Int, _ inFlight: Int) throws -> Pair
    ) throws -> [BenchmarkRow] {
        let server = try ServerProcess("serve")
        let calls = try Calls(server.url, "items")
        return try inFlight.map { inFlight in
            let count = inFlight == 1 ? 4096 : inFlight == 1000 ? 16_000 : 16_384
            let pair = try measure(calls, count, inFlight)
            return BenchmarkRow(
                "\(title), \(inFlight) in flight",
                [
                    Figure(pair.cpuRatio, "times plain C's processor time", goal: inFlight == 64 ? .atMost(goal) : nil),
                    Figure(pair.wallRatio, "times its wall time"), Figure(Double(count) / pair.first.wall, "calls/s"),
                    Figure(pair.first.cpu / Double(count) * 1e6, "us of processor time a call"),
                ])
        }
    }
}

/// A page of 57 KB, fetched and decoded, compared with `JSONDecoder` alone on bytes that are already in memory.
enum PageCalls {
    static func run() throws -> [BenchmarkRow] {
        let server = try ServerProcess("serve")
        let calls = try Calls(server.url, "page")
        let count = 1024
        let decoder = JSONDecoder()
        let body = Data(Decoding.page)
        let pair = try sideBySide(rounds: 5) {
            try calls.typed(count, inFlight: 4, Decoding.CharacterPage.self) { $0.data.results.count == 20 }
        } _: {
            try Times.of { for _ in 0..<count { _ = try decoder.decode(Decoding.CharacterPage.self, from: body) } }
        }
        return [
            BenchmarkRow(
                "a page of \(body.count / 1000) KB, typed, 4 in flight",
                [
                    Figure(pair.cpuRatio, "times the processor time of JSONDecoder alone"),
                    Figure(Double(count) / pair.first.wall, "calls/s"),
                    Figure(pair.first.cpu / Double(count) * 1e6, "us of processor time a call"),
                ])
        ]
    }
}
