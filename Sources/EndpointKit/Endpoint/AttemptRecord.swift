/// One attempt of a call, in flight or over: the request that the adapters edit, and its outcome. Noncopyable, because a request is large.
struct CallAttempt: ~Copyable, Sendable {
    /// The number of the attempt, from 1.
    let number: Int
    /// The time since the call began, as for ``end``.
    let start: Duration
    private(set) var end: Duration
    var request: HTTPRequest
    /// The token that the request was authenticated with.
    var stamp: TokenStamp?
    /// The number of adapters that have begun.
    var adapterCount = 0
    /// The base of the request before the last of them ran.
    private(set) var base: HTTPRequest.Base
    var redirects: [Redirect] = []
    /// The transport's response, or a decision's replacement of it.
    private(set) var answer: Answer?
    /// The error that the transport threw.
    private(set) var failure: (any Error)?
    // Kept for the timeline, because a decision may replace the response.
    private var outcome = Attempt.Outcome.cancelled
    private var measured: TransferMetrics.Shared?

    init(number: Int, start: Duration, request: HTTPRequest) {
        self.number = number
        self.start = start
        self.request = request
        end = start
        base = request.base
    }

    /// Prepares for the next adapter.
    mutating func beginAdapter() {
        beginAuthentication()
        request.beginAdditions()
    }

    /// Prepares for the authentication, which comes after ``HTTPRequest/beginAdditions()``.
    mutating func beginAuthentication() {
        adapterCount += 1
        // Most adapters leave it as it is, and comparing costs less than retaining.
        if base !== request.base { base = request.base }
    }

    mutating func succeed(_ answer: consuming Answer) {
        outcome = .answered(answer.response.status)
        measured = answer.response.measured
        self.answer = answer
    }

    mutating func fail(_ error: any Error) {
        outcome = .failed((error as? APIError)?.code ?? .connection)
        failure = error
    }

    mutating func end(at end: Duration) { self.end = end }

    mutating func takeAnswer() -> Answer? { answer.take() }

    /// Stores the response that a decision replaced it with.
    mutating func replace(_ answer: consuming Answer) { self.answer = answer }

    var result: Result<Answer, any Error> {
        if let answer { return .success(answer) }
        return .failure(failure ?? CancellationError())
    }

    /// The response's status; nil without one. Most decisions read nothing else.
    var status: HTTPStatus? {
        answer?.response.status
    }

    var response: HTTPResponse? { answer?.response }

    /// The attempt as it appears in the timeline of the call.
    @inline(__always)
    func summary(decision: String? = nil, wait: Duration? = nil) -> Attempt {
        Attempt(
            number: number, start: start, duration: end - start, redirects: redirects, outcome: outcome, decision: decision, wait: wait,
            measured: measured)
    }
}

/// One attempt that is over, for the decisions, which share this.
final class AttemptRecord: Sendable {
    let endpoint: any Endpoint
    /// The number of the attempt, from 1.
    let number: Int
    let request: HTTPRequest
    let redirects: [Redirect]
    let result: Result<Answer, any Error>
    /// The response's status; nil without one. Most decisions read nothing else.
    let status: HTTPStatus?
    /// The time from the call's start to the attempt's end.
    let elapsed: Duration
    /// The token that the request was authenticated with.
    let stamp: TokenStamp?
    /// The number of attempts so far that followed the refresh of a token.
    let refreshes: Int
    let decisions: [any ResponseDecision]
    let bounds: CallBounds
    let obstacle: RetryObstacle

    /// The record of an attempt that has ended.
    init(
        endpoint: any Endpoint, _ attempt: borrowing CallAttempt, refreshes: Int = 0, decisions: [any ResponseDecision], bounds: CallBounds
    ) {
        self.endpoint = endpoint
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
        obstacle = RetryObstacle()
    }

    /// The same attempt with another answer.
    private init(_ record: AttemptRecord, _ answer: Answer) {
        endpoint = record.endpoint
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
        obstacle = record.obstacle
    }

    /// The same attempt without the body that is still to be read.
    var withoutContent: AttemptRecord {
        guard let answer, answer.content != nil else { return self }
        return AttemptRecord(self, Answer(response: answer.response))
    }

    /// The same attempt with a decision's response. If that has a body, it replaces the content that was to be read.
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

/// The limits of a call, from its client's policies or its own modifiers.
final class CallBounds: Sendable {
    let retry: RetryPolicy
    /// The longest time for the whole call.
    let deadline: Duration?
    /// The policy's budget, or else the client's.
    let budget: RetryBudget
    /// Whether the policy may retry a success.
    let retriesSuccesses: Bool

    /// - Parameter budget: the budget for a policy without one.
    init(retry: RetryPolicy, deadline: Duration?, budget: RetryBudget) {
        self.retry = retry
        self.deadline = deadline
        self.budget = retry.budget ?? budget
        retriesSuccesses = retry.coversSuccesses
    }
}
