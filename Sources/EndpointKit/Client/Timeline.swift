/// The attempts of a call so far. Not copied, as its last attempt isn't.
struct Timeline: ~Copyable, Sendable {
    private var earlier: [Attempt] = []
    /// The last one that was made, and what came of it.
    private var last: CallAttempt?
    private var ending: (decision: any ResponseDecision.Type, wait: Duration?)?

    /// How many were made.
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

    /// An attempt that wasn't sent, or not answered.
    mutating func append(_ attempt: Attempt) {
        settle()
        earlier.append(attempt)
    }

    /// A decision gave the last attempt another answer.
    mutating func replace(_ answer: Answer?) {
        if let answer { last?.replace(answer) }
    }

    /// A decision ended the last attempt.
    mutating func end(by decision: any ResponseDecision.Type, wait: Duration? = nil) { ending = (decision, wait) }

    private mutating func settle() {
        earlier = attempts
        last = nil
        ending = nil
    }

    /// The first first.
    var attempts: [Attempt] {
        switch last {
        case .some(let attempt):
            let decision = ending.map { DecisionName.text(of: $0.decision) }
            let summary = attempt.summary(decision: decision, wait: ending?.wait)
            return earlier.isEmpty ? [summary] : earlier + [summary]
        case .none: return earlier
        }
    }

    /// A part of the last attempt, or what is made of it.
    @inline(__always)
    func ofLast<Part>(_ part: (borrowing CallAttempt) -> Part?) -> Part? {
        switch last {
        case .some(let attempt): part(attempt)
        case .none: nil
        }
    }
}
