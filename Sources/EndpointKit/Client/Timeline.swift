/// The attempts of a call so far. It isn't copyable, because its last attempt isn't.
struct Timeline: ~Copyable, Sendable {
    private var earlier: [Attempt] = []
    /// The last attempt with its request and result.
    private var last: CallAttempt?
    private var ending: (decision: any ResponseDecision.Type, wait: Duration?)?

    /// How many attempts were made.
    var count: Int {
        switch last {
        case .some: earlier.count + 1
        case .none: earlier.count
        }
    }

    mutating func append(_ attempt: consuming CallAttempt) {
        if count > 0 { settle() }
        last = .some(consume attempt)
    }

    /// Appends an attempt that has no response.
    mutating func append(_ attempt: Attempt) {
        settle()
        earlier.append(attempt)
    }

    /// Replaces the response of the last attempt by that of a decision.
    mutating func replace(_ answer: consuming Answer) { last?.replace(answer) }

    mutating func takeAnswer() -> Answer? { last?.takeAnswer() ?? nil }

    /// Notes the decision that ended the last attempt.
    mutating func end(by decision: any ResponseDecision.Type, wait: Duration? = nil) { ending = (decision, wait) }

    private mutating func settle() {
        earlier = attempts
        last = nil
        ending = nil
    }

    /// All attempts, in order.
    var attempts: [Attempt] {
        switch last {
        case .some(let attempt):
            let decision = ending.map { DecisionName.text(of: $0.decision) }
            let summary = attempt.summary(decision: decision, wait: ending?.wait)
            return earlier.isEmpty ? [summary] : earlier + [summary]
        case .none: return earlier
        }
    }

    /// Reads a part of the last attempt; nil where there is none.
    @inline(__always)
    func ofLast<Part>(_ part: (borrowing CallAttempt) -> Part?) -> Part? {
        switch last {
        case .some(let attempt): part(attempt)
        case .none: nil
        }
    }
}
