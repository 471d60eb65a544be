/// What is known about one attempt after it was made.
final class AttemptRecord: Sendable {
    let request: HTTPRequest
    let result: Result<HTTPResponse, any Error>
    let summary: Attempt
    let elapsed: Duration
    let decisions: [any ResponseDecision]
    let bounds: CallBounds
    /// Of the response, if there is one: nearly every decision asks for that and nothing else.
    let status: HTTPStatus?

    init(
        request: consuming HTTPRequest, redirects: [Redirect], result: Result<HTTPResponse, any Error>, number: Int, start: Duration,
        elapsed: Duration, decisions: [any ResponseDecision], bounds: CallBounds
    ) {
        self.request = request
        self.result = result
        self.elapsed = elapsed
        self.decisions = decisions
        self.bounds = bounds
        let outcome: Attempt.Outcome
        switch result {
        case .success(let response): (status, outcome) = (response.status, .answered(response.status))
        case .failure(let error): (status, outcome) = (nil, .failed((error as? APIError)?.code ?? .connection))
        }
        var summary = Attempt(number: number, start: start, duration: elapsed - start, redirects: redirects, outcome: outcome)
        if request.measures, case .success(let response) = result { summary.measured = response.measured }
        self.summary = summary
    }

    /// The same attempt, with the response that a decision made of it.
    private init(_ record: AttemptRecord, response: HTTPResponse) {
        request = record.request
        result = .success(response)
        status = response.status
        summary = record.summary
        elapsed = record.elapsed
        decisions = record.decisions
        bounds = record.bounds
    }

    func with(_ response: HTTPResponse) -> AttemptRecord { AttemptRecord(self, response: response) }

    var response: HTTPResponse? {
        guard case .success(let response) = result else { return nil }
        return response
    }
}
