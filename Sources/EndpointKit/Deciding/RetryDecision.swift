/// Sends a request again after a transient failure, as ``RetryPolicy`` says. It does so only if all of this is true:
///
/// 1. An attempt is left, and the policy lists the status or the transport's failure.
/// 2. The request may be sent twice: it is idempotent or has an `Idempotency-Key`, and its body can be sent again or wasn't read, because
///    no connection was made.
/// 3. The policy allows the server's wait, and the wait ends before the call's deadline. The wait is the backoff's, or the server's
///    ``RetryAfter`` if that is longer.
/// 4. The ``RetryBudget`` allows it.
///
/// Otherwise the next decision judges the response. A failure of the transport ends the call.
public struct RetryDecision: SynchronousDecision, FailureDecision {
    private let policy: RetryPolicy?
    private let now: @Sendable () -> Date

    /// By default, retries by the policy of the call, or else of its client.
    ///
    /// - Parameters:
    ///   - policy: replaces the policy of the call and the client.
    ///   - now: the time to compare a date in `Retry-After` with, if the response has no `Date`.
    public init(policy: RetryPolicy? = nil, now: @escaping @Sendable () -> Date = { Date() }) {
        self.policy = policy
        self.now = now
    }

    // The call checks its own policy.
    var passesSuccesses: Bool { policy.map { !$0.coversSuccesses } ?? true }

    public func shouldApply<Value>(to exchange: Exchange<Value>) -> Bool {
        let policy = policy ?? exchange.retryPolicy
        guard exchange.retryableAttempt < policy.maxAttempts, policy.covers(exchange), exchange.maySendAgain else { return false }
        let wait = serversWait(exchange)
        return wait <= policy.maxRetryAfter && exchange.hasTime(for: wait) && !budget(for: exchange).isSpent
    }

    public func judge<Value>(_ exchange: Exchange<Value>) -> DecisionAction<Value> {
        let policy = policy ?? exchange.retryPolicy
        let wait = max(policy.backoff.wait(beforeRetry: exchange.retryableAttempt), serversWait(exchange))
        // The budget comes last, because it counts the retries that it allows.
        if exchange.hasTime(for: wait), budget(for: exchange).allowsRetry() { return .restart(after: wait) }
        return switch exchange.result {
        case .success(let response): .continueWith(response)
        case .failure(let error): .errored(error)
        }
    }

    private func serversWait<Value>(_ exchange: Exchange<Value>) -> Duration {
        exchange.response.flatMap { RetryAfter($0, now: now) }?.wait ?? .zero
    }

    private func budget<Value>(for exchange: Exchange<Value>) -> RetryBudget { policy?.budget ?? exchange.retryBudget }
}

extension Exchange {
    fileprivate var maySendAgain: Bool {
        guard request.maySendTwice else { return false }
        guard let body = request.body, !body.isReplayable else { return true }
        // A stream that can be sent only once is still unread if no server was reached.
        return response == nil && !body.isSpent
    }

    /// Whether an attempt after this wait begins before the deadline.
    fileprivate func hasTime(for wait: Duration) -> Bool { remaining.map { wait < $0 } ?? true }
}

extension RetryPolicy {
    /// Whether the policy lists the status or the failure.
    fileprivate func covers<Value>(_ exchange: Exchange<Value>) -> Bool {
        if let status = exchange.status { return statuses.contains(status) }
        guard case .failure(let error as APIError) = exchange.result else { return false }
        return error.transportReason.map(failures.contains) ?? false
    }
}

extension APIError {
    fileprivate var transportReason: TransportFailure.Reason? {
        if let failure = underlying as? TransportFailure { return failure.reason }
        return switch code {
        case .timeout: .timeout
        case .connection: .disconnected
        default: nil
        }
    }
}
