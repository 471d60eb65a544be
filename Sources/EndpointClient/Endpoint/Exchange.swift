/// One attempt of a call with its outcome, for a decision to judge.
public struct Exchange<Value: Sendable>: Sendable {
    let record: AttemptRecord
    /// The attempt's result, with the changes of earlier decisions.
    var answer: Result<Answer, any Error>
    let make: @Sendable (Answer, ResponseDecoder) throws -> Value
    /// The client's decoder.
    public let decoder: ResponseDecoder
    /// Ends a decision's wait; nil for an exchange that no call made.
    let interruption: Interruption?

    /// The request that the result answers, as it was sent: after adapters, authentication and redirects. A restart sends it again, after
    /// it has repeated the requests that were redirected to it. These aren't repeated if a server has acted on one of them.
    public var request: HTTPRequest { record.lastRequest }
    /// The response, with the changes of earlier decisions; or the error that the transport threw.
    public var result: Result<HTTPResponse, any Error> { answer.map(\.response) }
    /// The number of the attempt, from 1.
    public var attempt: Int { record.number }
    /// The number of the attempt, without those that followed a token refresh. ``RetryPolicy/maxAttempts`` limits it.
    public var retryableAttempt: Int { attempt - record.refreshes }
    /// Whether the body of a success isn't in ``response``, because the call streams it or writes it to a file.
    public var isStreamed: Bool { if case .success(let answer) = answer { answer.isStreamed } else { false } }
    /// The time from the call's start to the attempt's end.
    public var elapsed: Duration { record.end }
    /// The time from the attempt's end to the call's deadline; nil without a deadline.
    public var remaining: Duration? { record.bounds.deadline.map { $0 - elapsed } }
    /// The policy of the call, or otherwise of its client.
    public var retryPolicy: RetryPolicy { record.bounds.retry }
    /// The policy's budget, or otherwise the budget that all calls of the client share.
    public var retryBudget: RetryBudget { record.bounds.budget }
    /// The decisions of this attempt. A decision can edit them to restart without itself.
    public var decisions: [any ResponseDecision] { record.decisions }
    /// The endpoint of the call.
    public var endpoint: any Endpoint { record.endpoint }

    /// The response of ``result``; nil for a failure.
    public var response: HTTPResponse? {
        if case .success(let answer) = answer { answer.response } else { nil }
    }
    /// The response's status; cheaper than ``response``.
    public var status: HTTPStatus? {
        if case .success(let answer) = answer { answer.response.status } else { nil }
    }

    /// The body of a successful response, if it isn't in the response itself.
    private var content: Answer.Content? {
        if case .success(let answer) = answer { answer.content } else { nil }
    }

    /// Whether the response is a part of what was requested as a whole.
    var isPart: Bool { if case .part? = content { true } else { false } }

    /// Continues with a decision's response. If the response has a body, it replaces the content that was to be read.
    mutating func replace(_ response: HTTPResponse) {
        var response = response
        response.address = response.address ?? self.response?.address
        answer = .success(Answer(response: response, content: response.body.isEmpty ? content : nil))
    }

    /// Makes the call's value from `response`. Throws an ``APIError`` if the response can't be decoded, and the errors of the transforms of
    /// ``Call/map(_:)``.
    public func decode(_ response: HTTPResponse) throws -> Value {
        try make(Answer(response: response, content: content), decoder)
    }

    /// The decisions of this attempt without those of one type.
    public func removing<Decision: ResponseDecision>(_ type: Decision.Type) -> [any ResponseDecision] {
        decisions.removing(type)
    }

    /// The decisions of this attempt, with `other` instead of each decision of the type.
    public func replacing<Decision: ResponseDecision>(
        _ type: Decision.Type, with other: any ResponseDecision
    ) -> [any ResponseDecision] {
        decisions.replacing(type, with: other)
    }
}

extension Exchange {
    init(
        _ record: AttemptRecord, make: @escaping @Sendable (Answer, ResponseDecoder) throws -> Value, decoder: ResponseDecoder,
        interruption: Interruption
    ) {
        self.record = record
        self.make = make
        self.decoder = decoder
        self.interruption = interruption
        answer = record.result
    }

    /// An exchange that no call made, to test a decision alone.
    ///
    /// - Parameters:
    ///   - request: the request as it was sent.
    ///   - result: the response, or the error of the transport.
    ///   - attempt: the number of the attempt, from 1.
    ///   - elapsed: the time from the call's start to the attempt's end.
    ///   - deadline: the longest time for the whole call; nil if there is none.
    ///   - retryPolicy: the policy of the call.
    ///   - endpoint: what the call was made for.
    ///   - decisions: the decisions of the attempt, in their order.
    ///   - decoder: the decoder of the client.
    ///   - decode: makes the value from a response. An error that isn't an ``APIError`` becomes the `underlying` error of one with the code
    ///     `decoding`.
    public init(
        request: HTTPRequest, result: Result<HTTPResponse, any Error>, attempt: Int = 1, elapsed: Duration = .zero,
        deadline: Duration? = nil, retryPolicy: RetryPolicy = .standard, endpoint: any Endpoint = Route.get("/"),
        decisions: [any ResponseDecision] = [], decoder: ResponseDecoder = ResponseDecoder(),
        decode: @escaping @Sendable (HTTPResponse) throws -> Value
    ) {
        answer = result.map { Answer(response: $0) }
        record = AttemptRecord(
            endpoint: endpoint, number: attempt, start: .zero, end: elapsed, request: request, result: answer, decisions: decisions,
            bounds: CallBounds(retry: retryPolicy, deadline: deadline, budget: RetryBudget()))
        self.decoder = decoder
        interruption = nil
        make = { answer, _ in try answer.value(decode) }
    }
}
