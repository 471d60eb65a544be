/// Sends a request again after a transient failure, according to the ``RetryPolicy``, if all of these conditions are met:
///
/// 1. The call may make another attempt, and the policy lists the status or the failure of the transport.
/// 2. The request that failed, after any redirects, may be sent again: it is idempotent or has an `Idempotency-Key`, the server refused it
///    with one of the ``RetryPolicy/refusalStatuses``, or it never left because no connection was made. Its body can be sent again, or hasn't
///    been read.
/// 3. The wait ends before the call's deadline, and the policy allows the wait that the server asks for. The longer of the backoff's wait
///    and the server's applies. The server's wait is its ``RetryAfter``, or the time until the reset of a used-up limit that a 403 or 429
///    reports. After a 421, which only needs another connection, there is no wait.
/// 4. The ``RetryBudget`` allows the retry.
///
/// Otherwise the next decision judges the response, or a failure of the transport ends the call. ``APIError/noRetryReason`` says which
/// condition wasn't met.
public struct RetryDecision: SharedDecision, AwaitedInPlace {
    private let policy: RetryPolicy?
    private let now: @Sendable () -> Date
    let sharingKey: String?
    /// True if the decision's own policy retries a successful status. The call checks the call's policy itself.
    public let judgesSuccesses: Bool

    /// Creates a decision. By default, it uses the call's policy, or the client's if the call has none.
    ///
    /// - Parameters:
    ///   - policy: replaces the policy of the call and the client.
    ///   - now: returns the time with which a date in `Retry-After` is compared if the response has no `Date`.
    public init(policy: RetryPolicy? = nil, now: @escaping @Sendable () -> Date = { Date() }) {
        self.policy = policy
        sharingKey = policy.map(\.sharingKey) ?? "\(Self.self)"
        self.now = now
        judgesSuccesses = policy?.coversSuccesses == true
    }

    /// Any wait, because the policy itself limits the wait that a server may ask for.
    public var maxRetryAfter: Duration? { .longestSleep }

    public func shouldApply<Value>(to context: DecisionContext<Value>) -> Bool {
        let policy = policy ?? context.retryPolicy
        return policy.maxAttempts > 1 && covers(context, by: policy)
    }

    public func apply<Value>(to context: DecisionContext<Value>) async throws -> DecisionAction<Value> {
        let policy = policy ?? context.retryPolicy
        if let obstacle = obstacle(to: context, by: policy) { return .passed(because: obstacle) }
        let backoff: Duration =
            context.head?.status == .misdirectedRequest ? .zero : policy.backoff.wait(beforeRetry: context.retryableAttempt)
        let wait = max(backoff, serversWait(context)?.length ?? .zero)
        guard context.hasTime(for: wait) else { return .passed(because: Self.lateness(of: wait)) }
        // The budget is consulted last, because it counts each retry that it allows.
        return budget(for: context).allowsRetry() ? .restart(after: wait) : .passed(because: shortage(of: context, by: policy))
    }

    /// What prevents a retry that the policy wants; nil if nothing does.
    private func obstacle<Value>(to context: DecisionContext<Value>, by policy: RetryPolicy) -> String? {
        if context.retryableAttempt >= policy.maxAttempts { return "maxAttempts is \(policy.maxAttempts)" }
        if context.attempt >= CallBounds.attemptLimit { return "a call makes at most \(CallBounds.attemptLimit) attempts" }
        if !context.request.maySendTwice, !wasNotActedOn(context, by: policy) {
            return "\(context.request.method) isn't idempotent, and the request has no lasting Idempotency-Key"
        }
        if !context.mayReadBodyAgain { return "the request's body can be read only once" }
        if let wait = serversWait(context) {
            if wait.length > policy.maxRetryAfter {
                let name = wait.isReset ? "the limit's reset is in" : "the server's Retry-After is"
                return "\(name) \(wait.length.inSeconds), and maxRetryAfter is \(policy.maxRetryAfter.inSeconds)"
            }
            if !context.hasTime(for: wait.length) { return Self.lateness(of: wait.length) }
        }
        return budget(for: context).isSpent ? shortage(of: context, by: policy) : nil
    }

    /// Whether no server has acted on the request: the server refused it, or it never left.
    private func wasNotActedOn<Value>(_ context: DecisionContext<Value>, by policy: RetryPolicy) -> Bool {
        if let head = context.head { return policy.refusalStatuses.contains(head.status) }
        if case .failure(let error as APIError) = context.result { return error.neverLeft }
        return false
    }

    private static func lateness(of wait: Duration) -> String { "a wait of \(wait.inSeconds) would end after the deadline" }

    private func shortage<Value>(of context: DecisionContext<Value>, by policy: RetryPolicy) -> String {
        budget(for: context).shortage(of: policy.budget == nil ? "the client's" : "the policy's")
    }

    /// Whether the policy lists the response's status or the transport's failure.
    private func covers<Value>(_ context: DecisionContext<Value>, by policy: RetryPolicy) -> Bool {
        if let status = context.head?.status {
            return policy.statuses.contains(status) || policy.refusalStatuses.contains(status)
                || policy.statusesWithRetryAfter.contains(status) && serversWait(context) != nil
        }
        guard case .failure(let error as APIError) = context.result else { return false }
        return error.transportReason.map(policy.failures.contains) ?? false
    }

    /// How long the server asks the client to wait; nil if it doesn't ask.
    private func serversWait<Value>(_ context: DecisionContext<Value>) -> (length: Duration, isReset: Bool)? {
        guard let response = context.head else { return nil }
        if let wait = RetryAfter(response, now: now)?.wait { return (response.status == .misdirectedRequest ? .zero : wait, false) }
        guard [.forbidden, .tooManyRequests].contains(response.status), let report = RateLimitReport(response.headers, now: now),
            report.remaining == 0
        else { return nil }
        return (report.reset, true)
    }

    private func budget<Value>(for context: DecisionContext<Value>) -> RetryBudget { policy?.budget ?? context.retryBudget }
}

extension DecisionContext {
    /// The response, or the head of an error response whose body was lost. A success whose body was lost is a failure of the transport.
    fileprivate var head: HTTPResponse? {
        if let response { return response }
        guard case .failure(let error as APIError) = result, let head = error.response, head.status.rawValue >= 400 else { return nil }
        return head
    }

    fileprivate var mayReadBodyAgain: Bool {
        guard let body = record.restartedRequest.body, !body.isReplayable else { return true }
        // A stream that can be sent only once hasn't been read if no server was reached.
        return head == nil && !body.isSpent
    }

    /// Whether an attempt after this wait begins before the deadline.
    fileprivate func hasTime(for wait: Duration) -> Bool { remaining.map { wait < $0 } ?? true }
}

extension APIError {
    /// Whether no byte of the request has left, because there was no connection.
    fileprivate var neverLeft: Bool {
        guard let reason = (underlying as? TransportFailure)?.reason else { return false }
        return reason == .nameResolution || reason == .connect
    }

    fileprivate var transportReason: TransportFailure.Reason? {
        if let failure = underlying as? TransportFailure { return failure.reason }
        return switch code {
        case .timeout: .timeout
        case .connection: .disconnected
        default: nil
        }
    }
}
