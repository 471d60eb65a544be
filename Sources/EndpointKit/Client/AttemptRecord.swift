/// What is known about one attempt after it was made: for the decisions, which share it.
final class AttemptRecord: Sendable {
    let handle: CallHandle
    /// From 1.
    let number: Int
    let request: HTTPRequest
    let redirects: [Redirect]
    let result: Result<Answer, any Error>
    /// Of the response, if there is one: nearly every decision asks for that and nothing else.
    let status: HTTPStatus?
    /// Since the call began.
    let elapsed: Duration
    /// Which token the request was authenticated with.
    let stamp: TokenStamp?
    /// How many of the attempts before were made because a token was refreshed.
    let refreshes: Int
    let decisions: [any ResponseDecision]
    let bounds: CallBounds

    /// Of an attempt that has ended.
    init(
        handle: CallHandle, _ attempt: borrowing CallAttempt, refreshes: Int = 0, decisions: [any ResponseDecision], bounds: CallBounds
    ) {
        self.handle = handle
        number = attempt.number
        request = attempt.request
        redirects = attempt.redirects
        result = attempt.result
        status = attempt.status
        elapsed = attempt.end
        stamp = attempt.stamp
        self.refreshes = refreshes
        self.decisions = decisions
        self.bounds = bounds
    }

    /// The same attempt with another answer.
    private init(_ record: AttemptRecord, _ answer: Answer) {
        handle = record.handle
        number = record.number
        request = record.request
        redirects = record.redirects
        result = .success(answer)
        status = answer.response.status
        elapsed = record.elapsed
        stamp = record.stamp
        refreshes = record.refreshes
        decisions = record.decisions
        bounds = record.bounds
    }

    /// Without the body that is still to be read.
    var withoutContent: AttemptRecord {
        guard let answer, answer.content != nil else { return self }
        return AttemptRecord(self, Answer(response: answer.response))
    }

    /// With the response that a decision made of it. One with a body of its own takes the place of what was to be read.
    func with(_ response: HTTPResponse) -> AttemptRecord {
        AttemptRecord(self, Answer(response: response, content: response.body.isEmpty ? content : nil))
    }

    var answer: Answer? {
        guard case .success(let answer) = result else { return nil }
        return answer
    }

    var response: HTTPResponse? { answer?.response }

    /// The body of a success that isn't in the response.
    var content: Answer.Content? { answer?.content }
}
