/// What is known about one attempt after it was made.
final class AttemptRecord: Sendable {
    let endpoint: any Endpoint
    let request: HTTPRequest
    let result: Result<Answer, any Error>
    let summary: Attempt
    /// How many of the attempts before were made because a token was refreshed.
    let refreshes: Int
    let elapsed: Duration
    let decisions: [any ResponseDecision]
    let bounds: CallBounds
    /// Which token the request was authenticated with.
    let stamp: TokenStamp?
    /// Of the response, if there is one: nearly every decision asks for that and nothing else.
    let status: HTTPStatus?

    init(
        endpoint: any Endpoint, request: HTTPRequest, redirects: [Redirect] = [], result: Result<Answer, any Error>, number: Int,
        refreshes: Int = 0, start: Duration, elapsed: Duration, decisions: [any ResponseDecision], bounds: CallBounds,
        stamp: TokenStamp? = nil
    ) {
        self.endpoint = endpoint
        self.request = request
        self.result = result
        self.refreshes = refreshes
        self.elapsed = elapsed
        self.decisions = decisions
        self.bounds = bounds
        self.stamp = stamp
        let outcome: Attempt.Outcome
        var measured: TransferMetrics.Shared?
        switch result {
        case .success(let answer):
            (status, outcome) = (answer.response.status, .answered(answer.response.status))
            measured = answer.response.measured
        case .failure(let error): (status, outcome) = (nil, .failed((error as? APIError)?.code ?? .connection))
        }
        var summary = Attempt(number: number, start: start, duration: elapsed - start, redirects: redirects, outcome: outcome)
        summary.measured = measured
        self.summary = summary
    }

    /// The same attempt with another result.
    private init(_ record: AttemptRecord, _ answer: Answer) {
        endpoint = record.endpoint
        request = record.request
        result = .success(answer)
        status = answer.response.status
        summary = record.summary
        refreshes = record.refreshes
        elapsed = record.elapsed
        decisions = record.decisions
        bounds = record.bounds
        stamp = record.stamp
    }

    /// Without the body that is still to be read.
    var withoutContent: AttemptRecord {
        guard case .success(let answer) = result, answer.content != nil else { return self }
        return AttemptRecord(self, Answer(response: answer.response))
    }

    /// With the response that a decision made of it. One with a body of its own takes the place of what was to be read.
    func with(_ response: HTTPResponse) -> AttemptRecord {
        AttemptRecord(self, Answer(response: response, content: response.body.isEmpty ? content : nil))
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

/// What bounds a call: its client's policies, or its own modifiers.
final class CallBounds: Sendable {
    let retry: RetryPolicy
    /// Of the whole call.
    let deadline: Duration?
    /// The policy's, or that of the client.
    let budget: RetryBudget

    /// - Parameter budget: for a policy that names none.
    init(retry: RetryPolicy, deadline: Duration?, budget: RetryBudget) {
        self.retry = retry
        self.deadline = deadline
        self.budget = retry.budget ?? budget
    }
}
