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
