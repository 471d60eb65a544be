/// One attempt of a call, on its way and after: the request that the adapters edit, and what came of it. Never copied, as a request is
/// large.
struct CallAttempt: ~Copyable, Sendable {
    /// From 1.
    let number: Int
    /// Since the call began, as ``end`` is.
    let start: Duration
    private(set) var end: Duration
    var request: HTTPRequest
    /// Which token the request was authenticated with.
    var stamp: TokenStamp?
    /// How many adapters were asked.
    var adapterCount = 0
    /// Where the request went before the last of them.
    private(set) var base: HTTPRequest.Base
    var redirects: [Redirect] = []
    /// What the transport returned, or what a decision made of that.
    private(set) var answer: Answer?
    /// What the transport threw.
    private(set) var failure: (any Error)?
    // What the timeline says: a decision may replace the answer.
    private var answered: Answered?

    // No tuple: an optional one is copied by the runtime, which takes its time.
    private struct Answered {
        let status: HTTPStatus
        let measured: TransferMetrics.Shared?
    }

    init(number: Int, start: Duration, request: HTTPRequest) {
        self.number = number
        self.start = start
        self.request = request
        end = start
        base = request.base
    }

    /// The next adapter is asked.
    mutating func beginAdapter() {
        adapterCount += 1
        base = request.base
        request.beginAdditions()
    }

    mutating func succeed(_ answer: consuming Answer) {
        answered = Answered(status: answer.response.status, measured: answer.response.measured)
        self.answer = answer
    }

    mutating func fail(_ error: any Error) { failure = error }

    mutating func end(at end: Duration) { self.end = end }

    /// A decision made another answer of it.
    mutating func replace(_ answer: Answer) { self.answer = answer }

    var result: Result<Answer, any Error> {
        if let answer { return .success(answer) }
        return .failure(failure ?? CancellationError())
    }

    /// Of the response, if there is one: nearly every decision asks for that and nothing else.
    var status: HTTPStatus? {
        answer?.response.status
    }

    /// As the timeline of the call has it.
    func summary(decision: String? = nil, wait: Duration? = nil) -> Attempt {
        let outcome: Attempt.Outcome =
            if let answered {
                .answered(answered.status)
            } else if let failure {
                .failed((failure as? APIError)?.code ?? .connection)
            } else {
                .cancelled
            }
        return Attempt(
            number: number, start: start, duration: end - start, redirects: redirects, outcome: outcome, decision: decision, wait: wait,
            measured: answered?.measured)
    }
}

/// What is known about one attempt after it was made: for the decisions, which share it.
final class AttemptRecord: Sendable {
    let endpoint: any Endpoint
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

/// What bounds a call: its client's policies, or its own modifiers.
final class CallBounds: Sendable {
    let retry: RetryPolicy
    /// Of the whole call.
    let deadline: Duration?
    /// The policy's, or that of the client.
    let budget: RetryBudget
    /// Whether a success may be asked for again.
    let retriesSuccesses: Bool

    /// - Parameter budget: for a policy that names none.
    init(retry: RetryPolicy, deadline: Duration?, budget: RetryBudget) {
        self.retry = retry
        self.deadline = deadline
        self.budget = retry.budget ?? budget
        retriesSuccesses = retry.coversSuccesses
    }
}
