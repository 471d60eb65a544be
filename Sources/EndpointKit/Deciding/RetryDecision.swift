/// Sends a request again that failed for a reason that may pass, as ``RetryPolicy`` says. It does where all of this is so:
///
/// 1. An attempt is left, and the status, or the transport's failure, is one of the policy's.
/// 2. The request may be sent twice: it is idempotent or has an `Idempotency-Key`, and its body can be read again, or no connection
///    was made that it was read for.
/// 3. The wait is one the policy allows, and ends before the call's deadline. It is the backoff's, or the server's ``RetryAfter`` if that
///    is longer.
/// 4. The ``RetryBudget`` allows it.
///
/// Otherwise the next decision gets the response, and a transport's failure ends the call at once.
public struct RetryDecision: SynchronousDecision, FailureDecision {
    private let policy: RetryPolicy?
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - policy: in place of the call's, or its client's.
    ///   - now: for a `Retry-After` that is a date, in a response without a date of its own.
    public init(policy: RetryPolicy? = nil, now: @escaping @Sendable () -> Date = { Date() }) {
        self.policy = policy
        self.now = now
    }

    // That of the call is asked by its run.
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
        // The budget last, as it counts what it allows.
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
        // A stream that is sent once is still there where no server was reached.
        return response == nil && !body.isSpent
    }

    /// An attempt that would begin at the deadline is none.
    fileprivate func hasTime(for wait: Duration) -> Bool { remaining.map { wait < $0 } ?? true }
}

extension RetryPolicy {
    /// Whether another attempt may fare better.
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
