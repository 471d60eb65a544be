/// A decision that can be compared by a key. Calls whose decisions have equal keys may share a run.
protocol SharedDecision: ResponseDecision {
    /// nil if the decision can't be compared.
    var sharingKey: String? { get }
}

extension RetryPolicy {
    /// nil if the policy's waits can't be compared.
    var sharingKey: String? {
        guard backoff.generator is SystemRandomNumberGenerator else { return nil }
        let waits = "\(backoff.initial) \(backoff.maximum) \(backoff.multiplier) \(backoff.jitter) \(maxRetryAfter)"
        let statuses = [statuses, statusesWithRetryAfter, refusalStatuses].map { $0.map(\.rawValue).sorted() }
        let causes = "\(statuses) \(failures.map { "\($0)" }.sorted())"
        return "\(maxAttempts) \(waits) \(causes) \(budget.map { "\(ObjectIdentifier($0))" } ?? "")"
    }
}

extension JSONConvention {
    /// nil if the convention can't be compared, because functions of the program write and read its dates.
    var sharingKey: String? {
        if case .custom = dates { return nil }
        return "\(dates) \(keys) \(data) \(floats) \(strings) \(query)"
    }
}
