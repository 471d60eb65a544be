/// One attempt at a call: adapting the request, sending it, and judging the outcome.
public struct Attempt: Sendable {
    /// 1 for the first attempt.
    public var number: Int
    /// The time from the start of the call to the start of this attempt.
    public var start: Duration
    /// The time from the first adapter to the last byte or the failure.
    public var duration: Duration
    /// The redirects that the attempt followed, in order.
    public var redirects: [Redirect]
    /// How the attempt ended, before the decisions judged it.
    public var outcome: Outcome
    /// The type name of the adapter that rejected the attempt; nil if none did.
    public var adapter: String?
    /// The type name of the decision that ended the attempt; nil if none did.
    public var decision: String?
    /// The wait between this attempt and the next; nil if there was none.
    public var wait: Duration?
    /// Where the response comes from.
    public var source = ResponseSource.network
    package var measured: TransferMetrics.Shared?
    /// nil unless the transport measures transfers and either an observer or ``Call/response`` requests metrics.
    public var metrics: TransferMetrics? {
        get { measured?.metrics }
        set { measured = newValue.map(TransferMetrics.Shared.init) }
    }

    /// How an attempt ended.
    public enum Outcome: Hashable, Sendable {
        /// A response of any status arrived.
        case answered(HTTPStatus)
        /// No response arrived; the attempt failed with an error that has this code.
        case failed(APIError.Code)
        /// The attempt was cancelled before a response arrived.
        case cancelled
    }
}

// These initializers are in an extension so that they can call the memberwise initializer, which moves its arguments into place.
extension Attempt {
    /// Creates an attempt, for tests of code that reads ``APIError/attempts``.
    ///
    /// - Parameters:
    ///   - number: 1 for the first attempt.
    ///   - start: the time from the start of the call to the start of this attempt.
    ///   - duration: the time from the first adapter to the last byte or the failure.
    ///   - redirects: the redirects that the attempt followed, in order.
    ///   - outcome: how the attempt ended, before the decisions judged it.
    ///   - adapter: the type name of the adapter that rejected the attempt; nil if none did.
    ///   - decision: the type name of the decision that ended the attempt; nil if none did.
    ///   - wait: the wait until the next attempt; nil if there was none.
    ///   - metrics: the transport's measurements; nil if there are none.
    public init(
        number: Int, start: Duration, duration: Duration, redirects: [Redirect] = [], outcome: Outcome, adapter: String? = nil,
        decision: String? = nil, wait: Duration? = nil, metrics: TransferMetrics? = nil
    ) {
        self.init(
            number: number, start: start, duration: duration, redirects: redirects, outcome: outcome, adapter: adapter,
            decision: decision, wait: wait, measured: metrics.map(TransferMetrics.Shared.init))
    }

    package init(
        number: Int, start: Duration, duration: Duration, redirects: [Redirect], outcome: Outcome, decision: String?, wait: Duration?,
        measured: TransferMetrics.Shared?
    ) {
        self.init(
            number: number, start: start, duration: duration, redirects: redirects, outcome: outcome, adapter: nil, decision: decision,
            wait: wait, measured: measured)
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
        var text = "\(number): \(outcome)\(source.note) after \(duration.inSeconds)"
        if let adapter { text += ", rejected by \(adapter)" }
        if let decision { text += ", \(decision)" }
        if let wait, wait > .zero { text += ", waited \(wait.inSeconds)" }
        return text
    }
}

extension Duration {
    /// `0.120 s`, to the nearest millisecond.
    package var inSeconds: String {
        let (seconds, attoseconds) = components
        // Adding half a millisecond rounds to the nearest millisecond. The seconds and the attoseconds have the same sign.
        let milliseconds = (attoseconds.magnitude + 500_000_000_000_000) / 1_000_000_000_000_000
        let whole = seconds.magnitude + milliseconds / 1000
        let digits = String(milliseconds % 1000)
        let sign = self < .zero && (whole > 0 || milliseconds > 0) ? "-" : ""
        return "\(sign)\(whole).\(String(repeating: "0", count: 3 - digits.count))\(digits) s"
    }
}

/// One redirect that was followed on the way to a response.
public struct Redirect: Hashable, Sendable, CustomStringConvertible {
    /// The status of the redirect.
    public var status: HTTPStatus
    /// The request that was redirected.
    public var request: APIError.RequestSummary

    package init(status: HTTPStatus, request: APIError.RequestSummary) {
        self.status = status
        self.request = request
    }

    public var description: String { "\(request) -> \(status)" }
}
