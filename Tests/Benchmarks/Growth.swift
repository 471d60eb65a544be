import EndpointKit
import TestSupport

/// How processor time grows with the size of a body, with the number of header fields and with the number of calls in flight, for the
/// framework and for plain C. The figure is the slope of a line over sizes that span several decades.
enum Growth {
    static func bodySize() throws -> [BenchmarkRow] {
        let sizes = [1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]
        let row = try row("body of 1 KB to 100 MB", sizes: sizes, scale: 1000, of: ("KB", "KB")) { server, size in
            let calls = try Calls(server, "body/\(size)")
            let count = min(2000, max(2, 50_000_000 / size))
            return (count, try pair(calls, count, inFlight: 1, size: size))
        }
        return [row]
    }

    static func headerCount() throws -> [BenchmarkRow] {
        let row = try row("10 to 1,000 response header fields", sizes: [10, 30, 100, 300, 1000], of: ("field", "fields")) { server, size in
            let calls = try Calls(server, "headers/\(size)")
            return (500, try pair(calls, 500, inFlight: 1, size: AnswerServer.items.count))
        }
        return [row]
    }

    static func callsInFlight() throws -> [BenchmarkRow] {
        let row = try row(
            "1 to 1,024 calls in flight, one call each", sizes: [1, 4, 16, 64, 256, 1024], of: ("call in flight", "calls in flight")
        ) { server, size in
            let calls = try Calls(server, "items")
            let count = 8192
            return (count / size, try pair(calls, count, inFlight: size, size: AnswerServer.items.count))
        }
        return [row]
    }

    private static func pair(_ calls: Calls, _ count: Int, inFlight: Int, size: Int) throws -> Pair {
        try sideBySide(rounds: 3) {
            try calls.data(count, inFlight: inFlight, size: size)
        } _: {
            try calls.plain(count, inFlight: inFlight, size: size)
        }
    }

    /// `measure` returns the times for a size, and the number of repetitions in which they were measured.
    private static func row(
        _ title: String, sizes: [Int], scale: Double = 1, of unit: (one: String, many: String),
        _ measure: (_ server: URL, _ size: Int) throws -> (repetitions: Int, Pair)
    ) throws -> BenchmarkRow {
        let server = try ServerProcess("serve")
        var (ours, plain): ([LinearFit.Point], [LinearFit.Point]) = ([], [])
        for size in sizes {
            let (repetitions, pair) = try measure(server.url, size)
            func point(_ times: Times) -> LinearFit.Point {
                LinearFit.Point(size: Double(size) / scale, cost: times.cpu / Double(repetitions) * 1e6)
            }
            ours.append(point(pair.first))
            plain.append(point(pair.second))
        }
        guard let line = LinearFit(ours), let plainLine = LinearFit(plain) else { throw Complaint("there is no line through \(ours)") }
        let departures = [line.departure(unit: unit.many), plainLine.departure(unit: unit.many).map { "plain C: \($0)" }].compactMap(\.self)
        return BenchmarkRow(
            title,
            [
                Figure(line.slope, "us of processor time per \(unit.one)"), Figure(line.start, "us of fixed cost"),
                Figure(plainLine.slope, "us per \(unit.one) in plain C"), Figure(plainLine.start, "us of fixed cost in plain C"),
            ], note: departures.isEmpty ? nil : departures.joined(separator: "; "))
    }
}
