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

/// Runs two bodies in turn, so that a drift of the machine meets both; the median of the pairs' ratios.
func medianRatio(rounds: Int = 9, of first: () throws -> Double, to second: () throws -> Double) rethrows -> Double {
    _ = try first()
    _ = try second()
    var ratios: [Double] = []
    for _ in 0..<rounds { ratios.append(try first() / second()) }
    return ratios.sorted()[rounds / 2]
}

/// Heap allocations of one run of `body`, after it has run often enough for everything to be set up.
func allocations(repeating count: Int = 1000, _ body: () -> Void) -> Double {
    for _ in 0..<count { body() }
    let before = baseline_allocations()
    for _ in 0..<count { body() }
    return Double(baseline_allocations() - before) / Double(count)
}

extension Double {
    func rounded(to digits: Int) -> Double {
        let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
        return (self * scale).rounded() / scale
    }
}

func printRow(_ name: String, _ figures: String, goal: String) {
    print("\(name): \(figures)   [goal: \(goal)]")
}

/// What this process has in memory.
func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, 128, file) != nil else { return 0 }
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize())
}
