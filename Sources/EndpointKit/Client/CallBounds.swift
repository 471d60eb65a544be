/// What bounds a call: its client's policies, or its own modifiers.
final class CallBounds: Sendable {
    let retry: RetryPolicy
    /// Of the whole call.
    let deadline: Duration?
    /// The policy's, or that of the client.
    let budget: RetryBudget
    /// Whether a success may be asked for again.
    let retriesSuccesses: Bool

    /// - Parameter budget: for a policy that names none.
    init(retry: RetryPolicy, deadline: Duration?, budget: RetryBudget) {
        self.retry = retry
        self.deadline = deadline
        self.budget = retry.budget ?? budget
        retriesSuccesses = retry.coversSuccesses
    }
}
