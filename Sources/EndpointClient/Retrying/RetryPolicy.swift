/// Decides which failures lead to another attempt, how many attempts a call may make, and how long it waits between them.
///
/// A request is sent again only if its body can be sent again, and one of these is true: the request is idempotent (RFC 9110, section 9.2.2)
/// or has an `Idempotency-Key`, the server refused it with one of the ``refusalStatuses``, or it never left because there was no connection.
public struct RetryPolicy: Sendable {
    /// The maximum number of attempts in a call, including the first. 3 by default; 1 or less means no retries.
    public var maxAttempts: Int
    /// The waits between the attempts.
    public var backoff: Backoff
    /// The statuses that lead to another attempt: ``transientStatuses`` by default.
    public var statuses: Set<HTTPStatus>
    /// The statuses that lead to another attempt only if the server says when to retry (see ``RetryAfter``), or if a 403 reports a used-up
    /// limit and its reset: ``deferringStatuses`` by default.
    public var statusesWithRetryAfter: Set<HTTPStatus> = Self.deferringStatuses
    /// The statuses with which a server refuses a request without acting on it. They lead to another attempt even if the request isn't
    /// idempotent, and whether or not the other lists contain them. 429 (RFC 6585, section 4), 425 (RFC 8470, section 5.2) and 421 (RFC
    /// 9110, section 15.5.20) by default. After a 421, the next attempt uses another connection, without a wait.
    public var refusalStatuses: Set<HTTPStatus> = [.misdirectedRequest, .tooEarly, .tooManyRequests]
    /// The transport's failures that lead to another attempt: ``transientFailures`` by default. An ``APIError`` without an underlying
    /// ``TransportFailure`` counts as `timeout` if its code is `timeout`, and as `disconnected` if its code is `connection`.
    public var failures: Set<TransportFailure.Reason>
    /// The longest wait that a server may ask for, either with ``RetryAfter``, or when a 403 or 429 reports the reset of a used-up limit in
    /// `X-RateLimit-Reset` or a similar field. If the server asks for more, the call isn't retried, and a redirect isn't followed. One
    /// minute by default.
    public var maxRetryAfter: Duration
    /// The budget for retries; nil, the default, means the client's own. Calls are counted only in the budget of the client's policies, or
    /// of the call's own policy. A budget in the policy of a ``RetryDecision`` therefore allows no more than its reserve.
    public var budget: RetryBudget?

    /// Creates a policy. The defaults are those of ``standard``.
    ///
    /// - Parameters:
    ///   - maxAttempts: the maximum number of attempts in a call, including the first; 1 or less means no retries.
    ///   - backoff: the waits between the attempts.
    ///   - statuses: the statuses that lead to another attempt.
    ///   - failures: the transport's failures that lead to another attempt.
    ///   - maxRetryAfter: the longest wait that a server may ask for.
    ///   - budget: the budget for retries; nil means the client's own.
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

    /// The statuses of failures that are often transient.
    public static let transientStatuses: Set<HTTPStatus> = [408, 429, 500, 502, 503, 504]
    /// The statuses of failures that are transient if the server says when to try again: a limit, a lock, a conflict or an overload.
    public static let deferringStatuses: Set<HTTPStatus> = [403, 409, 413, 420, 423, 425, 529]
    /// Failures that are often transient: an unknown host, no connection, a timeout, and a connection that ends too soon. TLS failures and
    /// invalid HTTP are permanent.
    public static let transientFailures: Set<TransportFailure.Reason> = [
        .nameResolution, .connect, .timeout, .disconnected, .truncated,
    ]

    /// Three attempts, with a wait of up to 0.2 seconds before the second and up to 0.4 seconds before the third.
    public static let standard = RetryPolicy()
    /// A single attempt.
    public static let never = RetryPolicy(maxAttempts: 1)
    /// Six attempts with shorter waits, for callers that would rather put more load on the service than fail. The budget still limits the
    /// retries.
    public static let aggressive = RetryPolicy(
        maxAttempts: 6, backoff: Backoff(initial: .milliseconds(50), maximum: .seconds(5)))

    /// The policy without retries after these statuses. Use it for a service that counts rejected calls, so that a retry would make things
    /// worse.
    public func treatingAsFinal(_ statuses: HTTPStatus...) -> RetryPolicy {
        var policy = self
        policy.statuses.subtract(statuses)
        policy.statusesWithRetryAfter.subtract(statuses)
        policy.refusalStatuses.subtract(statuses)
        return policy
    }
}

extension RetryPolicy {
    var coversSuccesses: Bool { statuses.contains { $0.isSuccess } }
}
