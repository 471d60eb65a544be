/// The counts of the calls to one endpoint.
public struct CallMetrics: Hashable, Sendable {
    /// The label under which the calls are counted.
    public let label: String
    /// Calls that began.
    public internal(set) var calls = 0
    /// Calls that began and haven't ended.
    public internal(set) var inFlight = 0
    /// Calls that ended with their value.
    public internal(set) var succeeded = 0
    /// Failed calls by the code of their ``APIError``; other errors are under `other`.
    public internal(set) var failures: [APIError.Code: Int] = [:]
    /// Calls that were cancelled. They are in none of the other outcomes.
    public internal(set) var cancelled = 0
    /// All attempts, including the first one of each call.
    public internal(set) var attempts = 0
    /// Attempts that follow another one of the same call.
    public internal(set) var retries = 0
    /// Bytes on the wire, as far as the transport measures them.
    public internal(set) var sentBytes: Int64 = 0
    /// Bytes on the wire, as far as the transport measures them.
    public internal(set) var receivedBytes: Int64 = 0
    /// How long calls took that succeeded or failed, with all their attempts and waits.
    public internal(set) var latency = LatencyHistogram()

    init(label: String) { self.label = label }

    /// The sum of ``failures``.
    public var failed: Int { failures.values.reduce(0, +) }

    /// The maximum number of codes that are counted one by one, because a decision may create any number of them.
    private static let codeLimit = 30
    private static let other = APIError.Code(rawValue: "other")

    mutating func countFailure(_ error: any Error) {
        let code = (error as? APIError)?.code ?? Self.other
        let isKnown = failures[code] != nil || failures.count < Self.codeLimit
        failures[isKnown ? code : Self.other, default: 0] += 1
    }

    mutating func count(_ attempt: Attempt) {
        attempts += 1
        sentBytes.addUpToMaximum(attempt.metrics?.sentBytes ?? 0)
        receivedBytes.addUpToMaximum(attempt.metrics?.receivedBytes ?? 0)
    }

    mutating func add(_ other: CallMetrics) {
        calls += other.calls
        inFlight += other.inFlight
        succeeded += other.succeeded
        failures.merge(other.failures, uniquingKeysWith: +)
        cancelled += other.cancelled
        attempts += other.attempts
        retries += other.retries
        sentBytes.addUpToMaximum(other.sentBytes)
        receivedBytes.addUpToMaximum(other.receivedBytes)
        latency.add(other.latency)
    }
}

extension Int64 {
    /// Adds without an overflow, because a transport may report any number.
    fileprivate mutating func addUpToMaximum(_ amount: Int64) {
        let (sum, overflow) = addingReportingOverflow(Swift.max(0, amount))
        self = overflow ? .max : sum
    }
}

/// Counts calls by how long they took, in buckets, so that its size doesn't depend on the number of calls.
public struct LatencyHistogram: Hashable, Sendable {
    /// The upper bound of each bucket in seconds, inclusive. The last bucket, for longer calls, has none.
    public static let bounds: [Double] = [
        0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 7.5, 10,
        15, 20, 30, 60,
    ]
    /// The number of calls in each bucket.
    public private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
    /// The number of all calls.
    public private(set) var count = 0
    /// The sum of all durations in seconds.
    public private(set) var sum = 0.0
    private var minimum = Double.infinity
    private var maximum = 0.0

    /// A histogram without calls.
    public init() {}

    /// Counts one call. A negative duration counts as zero.
    public mutating func record(_ duration: Duration) {
        let seconds = min(max(0, duration / .seconds(1)), 1e9)
        counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
        count += 1
        sum += seconds
        minimum = min(minimum, seconds)
        maximum = max(maximum, seconds)
    }

    /// The duration within which `fraction` of all calls ended, interpolated within a bucket. nil without calls, or for a fraction outside
    /// 0 to 1.
    public func quantile(_ fraction: Double) -> Duration? {
        guard count > 0, (0...1).contains(fraction) else { return nil }
        let rank = fraction * Double(count)
        var before = 0
        for (index, count) in counts.enumerated() where count > 0 {
            if Double(before + count) >= rank {
                let start = max(index > 0 ? Self.bounds[index - 1] : 0, minimum)
                let end = min(index < Self.bounds.count ? Self.bounds[index] : maximum, maximum)
                return .seconds(start + (end - start) * max(0, rank - Double(before)) / Double(count))
            }
            before += count
        }
        return .seconds(maximum)
    }

    /// The median; nil without calls.
    public var p50: Duration? { quantile(0.5) }
    /// The duration within which 95% of the calls ended; nil without calls.
    public var p95: Duration? { quantile(0.95) }
    /// The duration within which 99% of the calls ended; nil without calls.
    public var p99: Duration? { quantile(0.99) }

    mutating func add(_ other: LatencyHistogram) {
        for index in counts.indices { counts[index] += other.counts[index] }
        count += other.count
        sum += other.sum
        minimum = min(minimum, other.minimum)
        maximum = max(maximum, other.maximum)
    }
}
