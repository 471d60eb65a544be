/// One try of a call: made, sent, answered or failed, and judged.
public struct Attempt: Sendable {
    /// From 1.
    public var number: Int
    /// Since the call began.
    public var start: Duration
    /// From the first adapter to the last byte or the failure.
    public var duration: Duration
    /// The redirects it followed, the first first.
    public var redirects: [Redirect]
    public var outcome: Outcome
    /// Which adapter refused it: the name of its type.
    public var adapter: String?
    /// Which decision ended it: the name of its type.
    public var decision: String?
    /// How long was waited after it, before the next.
    public var wait: Duration?
    var measured: TransferMetrics.Shared?
    /// As far as the transport measures, and somebody looks at it: an observer, or ``Call/response``.
    public var metrics: TransferMetrics? {
        get { measured?.metrics }
        set { measured = newValue.map(TransferMetrics.Shared.init) }
    }

    public enum Outcome: Hashable, Sendable {
        case answered(HTTPStatus)
        case failed(APIError.Code)
        /// It was cancelled before there was an answer.
        case cancelled
    }

    public init(
        number: Int, start: Duration, duration: Duration, redirects: [Redirect] = [], outcome: Outcome, adapter: String? = nil,
        decision: String? = nil, wait: Duration? = nil, metrics: TransferMetrics? = nil
    ) {
        self.init(
            number: number, start: start, duration: duration, redirects: redirects, outcome: outcome, adapter: adapter,
            decision: decision, wait: wait, measured: metrics.map(TransferMetrics.Shared.init))
    }

    init(
        number: Int, start: Duration, duration: Duration, redirects: [Redirect], outcome: Outcome, adapter: String? = nil,
        decision: String?, wait: Duration?, measured: TransferMetrics.Shared?
    ) {
        self.number = number
        self.start = start
        self.duration = duration
        self.redirects = redirects
        self.outcome = outcome
        self.adapter = adapter
        self.decision = decision
        self.wait = wait
        self.measured = measured
    }
}
