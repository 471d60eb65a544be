/// What a decision judges: one attempt, and all that is known about it.
public struct Exchange<Value: Sendable>: Sendable {
    // By reference, so that asking one decision after the other copies nothing.
    let record: AttemptRecord
    let operation: any CallOperation<Value>

    /// As it was sent, after the last adapter and before any redirect: what a restart sends again.
    public var request: HTTPRequest { record.request }
    /// The response, as the decisions before this one left it, or why there is none.
    public var result: Result<HTTPResponse, any Error> { record.result }
    /// From 1.
    public var attempt: Int { record.summary.number }
    /// Since the call began.
    public var elapsed: Duration { record.elapsed }
    /// The decisions of this attempt: what a decision edits to restart without itself.
    public var decisions: [any ResponseDecision] { record.decisions }
    /// What the call was made for.
    public var endpoint: any Endpoint { operation.endpoint }

    public var response: HTTPResponse? { record.response }

    /// Makes the call's value of `response`, as its request says.
    public func decode(_ response: HTTPResponse) throws -> Value { try operation.decode(response) }

    /// The live decisions without those of one type.
    public func removing<Decision: ResponseDecision>(_ type: Decision.Type) -> [any ResponseDecision] {
        decisions.filter { !($0 is Decision) }
    }

    /// The live decisions with those of one type replaced by another.
    public func replacing<Decision: ResponseDecision>(
        _ type: Decision.Type, with other: any ResponseDecision
    ) -> [any ResponseDecision] {
        decisions.map { $0 is Decision ? other : $0 }
    }
}

/// What is known about one attempt after it was made.
final class AttemptRecord: Sendable {
    let request: HTTPRequest
    let result: Result<HTTPResponse, any Error>
    let summary: Attempt
    let elapsed: Duration
    let decisions: [any ResponseDecision]

    init(
        request: consuming HTTPRequest, redirects: [Redirect], result: Result<HTTPResponse, any Error>, number: Int, start: Duration,
        elapsed: Duration,
        decisions: [any ResponseDecision]
    ) {
        self.request = request
        self.result = result
        self.elapsed = elapsed
        self.decisions = decisions
        let outcome: Attempt.Outcome =
            switch result {
            case .success(let response): .answered(response.status)
            case .failure(let error): .failed((error as? APIError)?.code ?? .connection)
            }
        summary = Attempt(number: number, start: start, duration: elapsed - start, redirects: redirects, outcome: outcome)
    }

    /// The same attempt, with the response that a decision made of it.
    private init(_ record: AttemptRecord, response: HTTPResponse) {
        request = record.request
        result = .success(response)
        summary = record.summary
        elapsed = record.elapsed
        decisions = record.decisions
    }

    func with(_ response: HTTPResponse) -> AttemptRecord { AttemptRecord(self, response: response) }

    var response: HTTPResponse? {
        guard case .success(let response) = result else { return nil }
        return response
    }
}
