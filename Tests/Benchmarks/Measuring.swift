import CurlBaseline
import EndpointKit
import Glibc

/// Processor time of this process and wall time, in seconds.
struct Times {
    var cpu: Double
    var wall: Double

    static func of(_ body: () throws -> Void) rethrows -> Times {
        let start = now()
        try body()
        let end = now()
        return Times(cpu: end.cpu - start.cpu, wall: end.wall - start.wall)
    }

    private static func now() -> Times {
        Times(cpu: seconds(CLOCK_PROCESS_CPUTIME_ID), wall: seconds(CLOCK_MONOTONIC))
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// Two bodies that ran in turn, so that a drift of the machine affects both.
struct Pair {
    /// The median round of each body, by processor time.
    let first: Times
    let second: Times
    /// The medians of the rounds' ratios: the first body's time divided by the second's.
    let cpuRatio: Double
    let wallRatio: Double
}

/// Runs both once to warm up, and then in turn in each round.
func sideBySide(rounds: Int, _ first: () throws -> Times, _ second: () throws -> Times) rethrows -> Pair {
    _ = try first()
    _ = try second()
    var times: [(Times, Times)] = []
    for _ in 0..<rounds { times.append((try first(), try second())) }
    func median(_ values: [Double]) -> Double { values.sorted()[rounds / 2] }
    func median(_ times: [Times]) -> Times { times.sorted { $0.cpu < $1.cpu }[rounds / 2] }
    return Pair(
        first: median(times.map(\.0)), second: median(times.map(\.1)),
        cpuRatio: median(times.map { $0.cpu / $1.cpu }), wallRatio: median(times.map { $0.wall / $1.wall }))
}

/// Heap allocations of one run of `body`, after it has run often enough for everything to be set up.
func allocations(repeating count: Int = 1000, _ body: () -> Void) -> Double {
    for _ in 0..<count { body() }
    baseline_begin_counting()
    for _ in 0..<count { body() }
    return Double(baseline_end_counting()) / Double(count)
}
