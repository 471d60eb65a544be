/// What a decision judges: one attempt, and all that is known about it.
public struct Exchange<Value: Sendable>: Sendable {
    // By reference, so that asking one decision after the other copies nothing.
    let record: AttemptRecord
    let operation: any ExchangeOperation<Value>

    /// As it was sent, after the last adapter and before any redirect: what a restart sends again.
    public var request: HTTPRequest { record.request }
    /// The response, as the decisions before this one left it, or why there is none.
    public var result: Result<HTTPResponse, any Error> { record.result }
    /// From 1.
    public var attempt: Int { record.summary.number }
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
    public var endpoint: any Endpoint { operation.endpoint }

    public var response: HTTPResponse? { record.response }
    /// Of the response; it costs less to ask for than that.
    public var status: HTTPStatus? { record.status }

    /// Makes the call's value of `response`, as its request says.
    public func decode(_ response: HTTPResponse) throws -> Value { try operation.decode(response) }

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
        record = AttemptRecord(
            request: request, redirects: [], result: result, number: attempt, start: .zero, elapsed: elapsed, decisions: decisions,
            bounds: CallBounds(retry: retryPolicy, deadline: deadline, budget: RetryBudget()))
        operation = StandaloneOperation(endpoint: endpoint, read: decode)
    }
}

/// What an exchange needs to know of its call.
@usableFromInline
protocol ExchangeOperation<Value>: AnyObject, Sendable {
    associatedtype Value: Sendable
    var endpoint: any Endpoint { get }
    func decode(_ response: HTTPResponse) throws -> Value
}

private final class StandaloneOperation<Value: Sendable>: ExchangeOperation {
    let endpoint: any Endpoint
    private let read: @Sendable (HTTPResponse) throws -> Value

    init(endpoint: any Endpoint, read: @escaping @Sendable (HTTPResponse) throws -> Value) {
        self.endpoint = endpoint
        self.read = read
    }

    func decode(_ response: HTTPResponse) throws -> Value { try read(response) }
}
