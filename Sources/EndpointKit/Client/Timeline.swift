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

    /// Of the last attempt, without what moves its body: that is the value's.
    var response: HTTPResponse? {
        var response = last?.response
        response?.payload = nil
        return response
    }

    /// An error of ours says which request it is about and what was tried; others are the caller's own and stay as they are.
    func completed(_ error: any Error, request: HTTPRequest?) -> any Error {
        if let failure = error as? MappingFailure { return failure.error }
        guard var error = error as? APIError else { return error }
        error.request = error.request ?? (last?.request ?? request).map(APIError.RequestSummary.init)
        if error.attempts.isEmpty { error.attempts = attempts }
        // Who keeps the error keeps neither a connection nor a file.
        error.response?.payload = nil
        return error
    }
}
