/// What a decision judges: one attempt, and all that is known about it.
public struct Exchange<Value: Sendable>: Sendable {
    // By reference, so that asking one decision after the other copies nothing.
    let record: AttemptRecord
    let make: @Sendable (Answer, ResponseDecoder) throws -> Value
    let decoder: ResponseDecoder

    /// As it was sent, after the last adapter and before any redirect: what a restart sends again.
    public var request: HTTPRequest { record.request }
    /// The response, as the decisions before this one left it, or why there is none.
    public var result: Result<HTTPResponse, any Error> { record.result.map(\.response) }
    /// From 1.
    public var attempt: Int { record.number }
    /// The same without the attempts before that were made again with a refreshed token: what ``RetryPolicy/maxAttempts`` counts.
    public var retryableAttempt: Int { attempt - record.refreshes }
    /// Whether the body of a success isn't in the response, as the call streams it or writes it to a file.
    public var isStreamed: Bool { record.content != nil }
    /// Since the call began.
    public var elapsed: Duration { record.elapsed }
    /// How much of the call's deadline is left; nil where it has none.
    public var remaining: Duration? { record.bounds.deadline.map { $0 - elapsed } }
    /// The call's own policy, or its client's.
    public var retryPolicy: RetryPolicy { record.bounds.retry }
    /// What bounds the retries of all of the client's calls together, unless the policy names another.
    public var retryBudget: RetryBudget { record.bounds.budget }
    /// The decisions of this attempt: what a decision edits to restart without itself.
    public var decisions: [any ResponseDecision] { record.decisions }
    /// What the call was made for.
    public var endpoint: any Endpoint { record.endpoint }

    public var response: HTTPResponse? { record.response }
    /// Of the response; it costs less to ask for than that.
    public var status: HTTPStatus? { record.status }

    /// Makes the call's value of `response`, as its request says. Throws an ``APIError`` where it can't be read, and what a transform of
    /// ``Call/map(_:)`` throws.
    public func decode(_ response: HTTPResponse) throws -> Value {
        try make(Answer(response: response, content: record.content), decoder)
    }

    /// The live decisions without those of one type.
    public func removing<Decision: ResponseDecision>(_ type: Decision.Type) -> [any ResponseDecision] {
        decisions.removing(type)
    }

    /// The live decisions with those of one type replaced by another.
    public func replacing<Decision: ResponseDecision>(
        _ type: Decision.Type, with other: any ResponseDecision
    ) -> [any ResponseDecision] {
        decisions.replacing(type, with: other)
    }
}

extension Exchange {
    /// An exchange of one's own making: to judge it with a decision that is tested alone.
    public init(
        request: HTTPRequest, result: Result<HTTPResponse, any Error>, attempt: Int = 1, elapsed: Duration = .zero,
        deadline: Duration? = nil, retryPolicy: RetryPolicy = .standard, endpoint: any Endpoint = Route.get("/"),
        decisions: [any ResponseDecision] = [], decode: @escaping @Sendable (HTTPResponse) throws -> Value
    ) {
        var made = CallAttempt(number: attempt, start: .zero, request: request)
        switch result {
        case .success(let response): made.succeed(Answer(response: response))
        case .failure(let error): made.fail(error)
        }
        made.end(at: elapsed)
        record = AttemptRecord(
            endpoint: endpoint, made, decisions: decisions,
            bounds: CallBounds(retry: retryPolicy, deadline: deadline, budget: RetryBudget()))
        decoder = ResponseDecoder()
        make = { answer, _ in
            do { return try decode(answer.response) } catch { throw APIError.undecodable(answer.response, error) }
        }
    }
}

extension APIError {
    /// Why no value could be made of a response: an error of ours as it is, any other as the `underlying` one of ``APIError/Code/decoding``.
    static func undecodable(_ response: HTTPResponse, _ error: any Error) -> APIError {
        var failure = error as? APIError ?? APIError(.decoding, "The response could not be read: \(error.sentence).", underlying: error)
        failure.response = failure.response ?? response
        return failure
    }
}
