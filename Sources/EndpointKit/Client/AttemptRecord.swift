/// What is known about one attempt after it was made: for the decisions, which share it.
final class AttemptRecord: Sendable {
    let handle: CallHandle
    let attempt: CallAttempt
    let result: Result<Answer, any Error>
    /// Of the response, if there is one: nearly every decision asks for that and nothing else.
    let status: HTTPStatus?
    /// How many of the attempts before were made because a token was refreshed.
    let refreshes: Int
    let decisions: [any ResponseDecision]
    let bounds: CallBounds

    /// Of an attempt that has ended.
    init(handle: CallHandle, _ attempt: CallAttempt, refreshes: Int = 0, decisions: [any ResponseDecision], bounds: CallBounds) {
        self.handle = handle
        self.attempt = attempt
        result = attempt.result
        status = attempt.status
        self.refreshes = refreshes
        self.decisions = decisions
        self.bounds = bounds
    }

    var request: HTTPRequest { attempt.request }

    /// The same attempt with another answer.
    private func with(_ answer: Answer) -> AttemptRecord {
        var attempt = attempt
        attempt.replace(answer)
        return AttemptRecord(handle: handle, attempt, refreshes: refreshes, decisions: decisions, bounds: bounds)
    }

    /// Without the body that is still to be read.
    var withoutContent: AttemptRecord {
        guard case .success(let answer) = result, answer.content != nil else { return self }
        return with(Answer(response: answer.response))
    }

    /// With the response that a decision made of it. One with a body of its own takes the place of what was to be read.
    func with(_ response: HTTPResponse) -> AttemptRecord {
        with(Answer(response: response, content: response.body.isEmpty ? content : nil))
    }

    var response: HTTPResponse? {
        guard case .success(let answer) = result else { return nil }
        return answer.response
    }

    /// The body of a success that isn't in the response.
    var content: Answer.Content? {
        guard case .success(let answer) = result else { return nil }
        return answer.content
    }
}
