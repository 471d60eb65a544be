/// The attempts of a call so far.
struct Timeline: Sendable {
    private var earlier: [Attempt] = []
    /// The last one that was made, and what came of it.
    private(set) var last: CallAttempt?
    private var ending: (decision: any ResponseDecision.Type, wait: Duration?)?

    /// How many were made.
    var count: Int { earlier.count + (last == nil ? 0 : 1) }

    mutating func append(_ attempt: consuming CallAttempt) {
        if last != nil { settle() }
        last = attempt
    }

    /// An attempt that wasn't sent, or not answered.
    mutating func append(_ attempt: Attempt) {
        settle()
        earlier.append(attempt)
    }

    /// A decision gave the last attempt another response.
    mutating func replace(_ attempt: CallAttempt) { last = attempt }

    /// A decision ended the last attempt.
    mutating func end(by decision: any ResponseDecision.Type, wait: Duration? = nil) { ending = (decision, wait) }

    @inline(never)
    private mutating func settle() {
        if let last { earlier.append(summary(of: last)) }
        (last, ending) = (nil, nil)
    }

    private func summary(of attempt: CallAttempt) -> Attempt {
        var summary = attempt.summary
        summary.decision = ending.map { DecisionName.text(of: $0.decision) }
        summary.wait = ending?.wait
        return summary
    }

    /// The first first.
    var attempts: [Attempt] { last.map { earlier + [summary(of: $0)] } ?? earlier }

    /// Of the last attempt.
    var answer: Answer? {
        @inline(__always) get { last?.answer }
    }
}
