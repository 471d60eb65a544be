/// Which failures are worth another attempt, how many there may be, and how long is waited between them.
///
/// A request is sent again only if it is idempotent (RFC 9110, section 9.2.2) or has an `Idempotency-Key`, and its body can be sent again.
public struct RetryPolicy: Sendable {
    /// The first one included; 1 and less is never another.
    public var maxAttempts: Int
    public var backoff: Backoff
    /// 408, 429, 500, 502, 503 and 504, unless said otherwise.
    public var statuses: Set<HTTPStatus>
    /// Failures of the transport that pass. An ``APIError`` with no ``TransportFailure`` under it counts as `timeout` if that is its
    /// code, and as `disconnected` if its code is `connection`.
    public var failures: Set<TransportFailure.Reason>
    /// A server that wants a longer wait (see ``RetryAfter``) isn't asked again: the call fails at once. One minute.
    public var maxRetryAfter: Duration
    /// nil for the client's own. Calls count only in that of a client's policies, or of the call itself: in a ``RetryDecision`` with a
    /// policy of its own, a budget allows no more than its reserve.
    public var budget: RetryBudget?

    public init(
        maxAttempts: Int = 3, backoff: Backoff = Backoff(), statuses: Set<HTTPStatus> = Self.transientStatuses,
        failures: Set<TransportFailure.Reason> = Self.transientFailures, maxRetryAfter: Duration = .seconds(60),
        budget: RetryBudget? = nil
    ) {
        self.maxAttempts = maxAttempts
        self.backoff = backoff
        self.statuses = statuses
        self.failures = failures
        self.maxRetryAfter = maxRetryAfter
        self.budget = budget
    }

    public static let transientStatuses: Set<HTTPStatus> = [408, 429, 500, 502, 503, 504]
    /// A name that isn't found, no connection, silence, and a connection that ends too soon. What TLS refuses, or isn't HTTP, stays so.
    public static let transientFailures: Set<TransportFailure.Reason> = [
        .nameResolution, .connect, .timeout, .disconnected, .truncated,
    ]

    /// Three attempts; up to 0.2 seconds before the second, 0.4 before the third.
    public static let standard = RetryPolicy()
    /// One attempt.
    public static let never = RetryPolicy(maxAttempts: 1)
    /// Six attempts, sooner: for a caller who would rather load the service than fail. Its budget bounds it all the same.
    public static let aggressive = RetryPolicy(
        maxAttempts: 6, backoff: Backoff(initial: .milliseconds(50), maximum: .seconds(5)))

    /// The same, but an answer of this status is the last: where a rejected call counts, asking again makes it worse.
    public func treatingAsFinal(_ statuses: HTTPStatus...) -> RetryPolicy {
        var policy = self
        policy.statuses.subtract(statuses)
        return policy
    }
}

extension RetryPolicy {
    var coversSuccesses: Bool { statuses.contains { $0.isSuccess } }
}
