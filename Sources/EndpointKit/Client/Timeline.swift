/// The attempts of a call so far.
struct Timeline: Sendable {
    private var earlier: [Attempt] = []
    /// The last one that was made, and what came of it.
    private(set) var last: AttemptRecord?
    private var ending: (decision: any ResponseDecision.Type, wait: Duration?)?

    /// How many were made.
    var count: Int { earlier.count + (last == nil ? 0 : 1) }

    mutating func append(_ record: AttemptRecord) {
        settle()
        last = record
    }

    /// An attempt that wasn't sent, or not answered.
    mutating func append(_ attempt: Attempt) {
        settle()
        earlier.append(attempt)
    }

    /// A decision gave the last attempt another response.
    mutating func replace(_ record: AttemptRecord) { last = record }

    /// A decision ended the last attempt.
    mutating func end(by decision: any ResponseDecision.Type, wait: Duration? = nil) { ending = (decision, wait) }

    private mutating func settle() {
        if let last { earlier.append(summary(of: last)) }
        (last, ending) = (nil, nil)
    }

    private func summary(of record: AttemptRecord) -> Attempt {
        var attempt = record.summary
        attempt.decision = ending.map { "\($0.decision)" }
        attempt.wait = ending?.wait
        return attempt
    }

    /// The first first.
    var attempts: [Attempt] { last.map { earlier + [summary(of: $0)] } ?? earlier }

    /// Of the last attempt.
    var response: HTTPResponse? { last?.response }
}
