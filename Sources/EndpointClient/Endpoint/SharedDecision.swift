/// A decision that is the same for equal keys, so that equal calls may share a run.
protocol SharedDecision: ResponseDecision {
    /// nil if the decision can't be compared.
    var sharingKey: String? { get }
}

extension RetryPolicy {
    /// nil if its waits can't be compared.
    var sharingKey: String? {
        guard backoff.generator is SystemRandomNumberGenerator else { return nil }
        let waits = "\(backoff.initial) \(backoff.maximum) \(backoff.multiplier) \(backoff.jitter) \(maxRetryAfter)"
        let statuses = [statuses, statusesWithRetryAfter].map { $0.map(\.rawValue).sorted() }
        let causes = "\(statuses) \(failures.map { "\($0)" }.sorted())"
        return "\(maxAttempts) \(waits) \(causes) \(budget.map { "\(ObjectIdentifier($0))" } ?? "")"
    }
}
