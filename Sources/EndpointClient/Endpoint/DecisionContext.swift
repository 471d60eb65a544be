/// One attempt of a call with its outcome, which a decision judges.
public struct DecisionContext<Value: Sendable>: Sendable {
    let record: AttemptRecord
    /// The attempt's result, including changes by earlier decisions.
    var answer: Result<Answer, any Error>
    let make: @Sendable (Answer, ResponseDecoder) throws -> Value
    /// The client's decoder.
    public let decoder: ResponseDecoder
    /// Ends a decision's wait; nil for a context that isn't part of a call.
    let interruption: Interruption?

    /// The request to which the result belongs, as it was sent: after adapters, authentication and redirects. A restart first repeats the
    /// requests that were redirected to this one, unless a server has acted on one of them; then it sends this request again.
    public var request: HTTPRequest { record.lastRequest }
    /// The response, including changes by earlier decisions, or the error that the transport threw.
    public var result: Result<HTTPResponse, any Error> { answer.map(\.response) }
    /// The number of the attempt, from 1.
    public var attempt: Int { record.number }
    /// The number of the attempt, not counting those that followed a token refresh or a challenge. ``RetryPolicy/maxAttempts`` limits it.
    public var retryableAttempt: Int { attempt - record.refreshes }
    /// Whether ``response`` lacks the body of a successful response, because the call streams the body or writes it to a file.
    public var isStreamed: Bool { if case .success(let answer) = answer { answer.isStreamed } else { false } }
    /// The time from the start of the call to the end of the attempt.
    public var elapsed: Duration { record.end }
    /// The time from the end of the attempt to the call's deadline; nil if there is no deadline.
    public var remaining: Duration? { record.bounds.deadline.map { $0 - elapsed } }
    /// The call's retry policy, or its client's if the call has none.
    public var retryPolicy: RetryPolicy { record.bounds.retry }
    /// The retry policy's budget, or the budget that all of the client's calls share if the policy has none.
    public var retryBudget: RetryBudget { record.bounds.budget }
    /// The decisions of this attempt. A decision can edit this list, for example to restart without itself.
    public var decisions: [any ResponseDecision] { record.decisions }
    /// The endpoint of the call.
    public var endpoint: any Endpoint { record.endpoint }

    /// The response of ``result``; nil for a failure.
    public var response: HTTPResponse? {
        if case .success(let answer) = answer { answer.response } else { nil }
    }
    /// The response's status. Reading it is cheaper than reading ``response``.
    public var status: HTTPStatus? {
        if case .success(let answer) = answer { answer.response.status } else { nil }
    }

    /// The body of a successful response, if the response itself doesn't contain it.
    private var content: Answer.Content? {
        if case .success(let answer) = answer { answer.content } else { nil }
    }

    /// Whether the response is only part of a resource that was requested as a whole.
    var isPart: Bool { if case .part? = content { true } else { false } }

    /// Continues with a decision's response. If that response has a body, the body replaces the stream or the file.
    mutating func replace(_ response: HTTPResponse) {
        var response = response
        response.address = response.address ?? self.response?.address
        answer = .success(Answer(response: response, content: response.body.isEmpty ? content : nil))
    }

    /// Creates the call's value from `response`. Throws an ``APIError`` if the response can't be decoded, or the error that a transform of
    /// ``Call/map(_:)`` throws.
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

/// The former name of ``DecisionContext``.
@available(*, deprecated, renamed: "DecisionContext") public typealias Exchange = DecisionContext

extension DecisionContext {
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

    /// Creates a context without a call, to test a decision by itself.
    ///
    /// - Parameters:
    ///   - request: the request as it was sent.
    ///   - result: the response, or the error that the transport threw.
    ///   - attempt: the number of the attempt, from 1.
    ///   - elapsed: the time from the call's start to the attempt's end.
    ///   - deadline: how long the whole call may take; nil if there is no limit.
    ///   - retryPolicy: the policy of the call.
    ///   - endpoint: the endpoint of the call.
    ///   - decisions: the decisions of the attempt, in order.
    ///   - decoder: the decoder of the client.
    ///   - decode: creates the value from a response. An error that isn't an ``APIError`` becomes the `underlying` error of an ``APIError``
    ///     of code `decoding`.
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
