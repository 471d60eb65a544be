/// A call's attempts so far.
struct Timeline {
    private var earlier: [Attempt] = []
    private var last: AttemptRecord?
    private var ending: (decision: Any.Type, wait: Duration?)?

    /// The number of attempts so far.
    var count: Int { last == nil ? earlier.count : earlier.count + 1 }

    private var earlierRequest: HTTPRequest?
    /// The most recent request.
    var lastRequest: HTTPRequest? { last?.request ?? earlierRequest }
    /// The response of the last attempt.
    var lastResponse: HTTPResponse? { try? last?.result.get().response }
    /// Whether an earlier attempt was answered with 421.
    var isMisdirected: Bool { earlier.contains { $0.outcome == .answered(.misdirectedRequest) } }
    /// Why no attempt follows the last attempt that was judged; nil if no decision wanted another attempt, or if another attempt follows.
    var obstacle: String?

    mutating func append(_ attempt: AttemptRecord) {
        settle()
        last = attempt
    }

    /// Appends an attempt that isn't judged.
    mutating func append(_ attempt: Attempt) {
        settle()
        earlier.append(attempt)
    }

    /// Notes the request of an attempt that isn't judged.
    mutating func noteRequest(of attempt: AttemptRecord) { earlierRequest = attempt.request }

    /// Notes the decision, or the authentication, that ended the last attempt.
    mutating func end(by decision: Any.Type, wait: Duration? = nil) { ending = (decision, wait) }

    /// Releases the last attempt's answer, because another attempt follows.
    mutating func settle() {
        guard let last else { return }
        earlier = attempts
        earlierRequest = last.request
        self.last = nil
        (ending, obstacle) = (nil, nil)
    }

    /// All attempts, in order.
    var attempts: [Attempt] {
        guard let last else { return earlier }
        let decision = ending.map { DecisionName.text(of: $0.decision) }
        var attempts = earlier
        attempts.append(last.summary(decision: decision, wait: ending?.wait))
        return attempts
    }
}
