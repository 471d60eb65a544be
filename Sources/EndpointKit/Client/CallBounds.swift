/// What bounds a call: its client's policies, or its own modifiers.
final class CallBounds: Sendable {
    let retry: RetryPolicy
    /// Of the whole call.
    let deadline: Duration?
    /// For a policy that names none.
    let budget: RetryBudget

    init(retry: RetryPolicy, deadline: Duration?, budget: RetryBudget) {
        self.retry = retry
        self.deadline = deadline
        self.budget = budget
    }
}
