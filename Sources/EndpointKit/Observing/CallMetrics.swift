/// What became of the calls to one endpoint.
public struct CallMetrics: Hashable, Sendable {
    /// What they are counted under.
    public let label: String
    /// That began.
    public internal(set) var calls = 0
    public internal(set) var inFlight = 0
    public internal(set) var succeeded = 0
    /// By the code of their ``APIError``; other errors are under `other`.
    public internal(set) var failures: [APIError.Code: Int] = [:]
    public internal(set) var cancelled = 0
    /// All that were made, the first of each call among them.
    public internal(set) var attempts = 0
    public internal(set) var retries = 0
    /// On the wire, as far as the transport measures.
    public internal(set) var sentBytes: Int64 = 0
    public internal(set) var receivedBytes: Int64 = 0
    /// Of the calls that succeeded or failed, all their attempts and waits included.
    public internal(set) var latency = LatencyHistogram()

    init(label: String) { self.label = label }

    public var failed: Int { failures.values.reduce(0, +) }

    /// As many codes as are told apart: a decision may make any number of them.
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
    /// Any transport may say any number.
    fileprivate mutating func addUpToMaximum(_ amount: Int64) {
        let (sum, overflow) = addingReportingOverflow(Swift.max(0, amount))
        self = overflow ? .max : sum
    }
}

/// How many calls took how long: in buckets, so that it takes the same room however many there are.
public struct LatencyHistogram: Hashable, Sendable {
    /// The longest that belongs to each bucket but the last, which has what took longer. In seconds.
    public static let bounds: [Double] = [
        0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 7.5, 10,
        15, 20, 30, 60,
    ]
    /// One for each bucket.
    public private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
    public private(set) var count = 0
    /// Of all, in seconds.
    public private(set) var sum = 0.0
    private var minimum = Double.infinity
    private var maximum = 0.0

    public init() {}

    public mutating func record(_ duration: Duration) {
        let seconds = min(max(0, duration / .seconds(1)), 1e9)
        counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
        count += 1
        sum += seconds
        minimum = min(minimum, seconds)
        maximum = max(maximum, seconds)
    }

    /// How long the faster ones took, where `fraction` of all are these: as exactly as the buckets tell. nil where there are none.
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

    public var p50: Duration? { quantile(0.5) }
    public var p95: Duration? { quantile(0.95) }
    public var p99: Duration? { quantile(0.99) }

    mutating func add(_ other: LatencyHistogram) {
        for index in counts.indices { counts[index] += other.counts[index] }
        count += other.count
        sum += other.sum
        minimum = min(minimum, other.minimum)
        maximum = max(maximum, other.maximum)
    }
}
