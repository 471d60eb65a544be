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
    private var answered: (status: HTTPStatus, measured: TransferMetrics.Shared?)?

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
        answered = (answer.response.status, answer.response.measured)
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
