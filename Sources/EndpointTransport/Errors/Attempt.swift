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
    package var measured: TransferMetrics.Shared?
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

    package init(
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

extension Attempt: CustomStringConvertible {
    /// `2: 503 Service Unavailable after 0.120 s, RetryDecision, waited 0.400 s`.
    public var description: String {
        let outcome =
            switch outcome {
            case .answered(let status): "\(status)"
            case .failed(let code): "failed (\(code))"
            case .cancelled: "cancelled"
            }
        var text = "\(number): \(outcome) after \(duration.inSeconds)"
        if let adapter { text += ", refused by \(adapter)" }
        if let decision { text += ", \(decision)" }
        if let wait, wait > .zero { text += ", waited \(wait.inSeconds)" }
        return text
    }
}

extension Duration {
    /// `0.120 s`, to the nearest millisecond.
    fileprivate var inSeconds: String {
        let (seconds, attoseconds) = components
        // Half a millisecond for the nearest; the sign is the same in both parts.
        let milliseconds = (attoseconds.magnitude + 500_000_000_000_000) / 1_000_000_000_000_000
        let whole = seconds.magnitude + milliseconds / 1000
        let digits = String(milliseconds % 1000)
        let sign = self < .zero && (whole > 0 || milliseconds > 0) ? "-" : ""
        return "\(sign)\(whole).\(String(repeating: "0", count: 3 - digits.count))\(digits) s"
    }
}

/// One redirect that was followed on the way to a response.
public struct Redirect: Hashable, Sendable, CustomStringConvertible {
    /// What the server answered.
    public var status: HTTPStatus
    /// What it answered so.
    public var request: APIError.RequestSummary

    package init(status: HTTPStatus, request: APIError.RequestSummary) {
        self.status = status
        self.request = request
    }

    public var description: String { "\(request) -> \(status)" }
}
