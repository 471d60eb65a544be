/// The attempts of a call so far.
struct Timeline {
    private var earlier: [Attempt] = []
    private var last: AttemptRecord?
    private var ending: (decision: any ResponseDecision.Type, wait: Duration?)?

    /// How many attempts were made.
    var count: Int { last == nil ? earlier.count : earlier.count + 1 }

    /// The request of the last attempt that was judged.
    var lastRequest: HTTPRequest? { last?.request }

    mutating func append(_ attempt: AttemptRecord) {
        settle()
        last = attempt
    }

    /// Appends an attempt that isn't judged.
    mutating func append(_ attempt: Attempt) {
        settle()
        earlier.append(attempt)
    }

    /// Notes the decision that ended the last attempt.
    mutating func end(by decision: any ResponseDecision.Type, wait: Duration? = nil) { ending = (decision, wait) }

    /// Releases the answer of the last attempt: another one follows.
    mutating func settle() {
        guard last != nil else { return }
        earlier = attempts
        last = nil
        ending = nil
    }

    /// All attempts, in order.
    var attempts: [Attempt] {
        guard let last else { return earlier }
        let decision = ending.map { DecisionName.text(of: $0.decision) }
        return earlier + [last.summary(decision: decision, wait: ending?.wait)]
    }
}
