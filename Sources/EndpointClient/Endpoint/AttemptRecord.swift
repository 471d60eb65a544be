/// A completed attempt of a call, with its request and its result. Decisions, the timeline and the call's errors share it.
final class AttemptRecord: Sendable {
    private let plannedEndpoint: any Endpoint
    /// The endpoint of the call.
    var endpoint: any Endpoint { plannedEndpoint.subject }
    /// The number of the attempt, from 1.
    let number: Int
    /// The times from the call's start to the attempt's start and end.
    let start, end: Duration
    private let begun: HTTPRequest
    private let chain: RedirectChain.Shared?
    /// The response or the error, before any decision changed it.
    let result: Result<Answer, any Error>
    /// The response's status; nil without one.
    let status: HTTPStatus?
    /// The number of attempts so far that followed a token refresh.
    let refreshes: Int
    let decisions: [any ResponseDecision]
    let bounds: CallBounds
    /// The authentication's information about the request that the result answers.
    let signature: Signature?

    init(
        endpoint: any Endpoint, number: Int, start: Duration, end: Duration, request: consuming HTTPRequest,
        chain: RedirectChain.Shared? = nil,
        result: Result<Answer, any Error>, refreshes: Int = 0, decisions: [any ResponseDecision], bounds: CallBounds,
        signature: Signature? = nil
    ) {
        plannedEndpoint = endpoint
        self.number = number
        self.start = start
        self.end = end
        begun = request
        self.chain = chain
        status = if case .success(let answer) = result { answer.response.status } else { nil }
        self.result = result
        self.refreshes = refreshes
        self.decisions = decisions
        self.bounds = bounds
        self.signature = signature
    }

    /// The call's request as it was sent, before any redirect.
    var request: HTTPRequest { chain?.chain.first ?? begun }
    /// The redirects that the attempt has followed.
    var redirects: [Redirect] { chain?.chain.redirects ?? [] }
    /// The request that the result answers.
    var lastRequest: HTTPRequest { chain?.chain.last ?? begun }
    /// The request that a restart sends first.
    var restartedRequest: HTTPRequest { chain?.chain.restarted ?? begun }

    private var outcome: Attempt.Outcome {
        switch result {
        case .success(let answer): .answered(answer.response.status)
        case .failure(let error): .failed((error as? APIError)?.code ?? .connection)
        }
    }

    /// The attempt as it appears in the timeline of the call.
    ///
    /// - Parameters:
    ///   - outcome: nil for the outcome of the result.
    ///   - decision: the name of the decision that ended it.
    ///   - wait: the time before the next attempt.
    func summary(_ outcome: Attempt.Outcome? = nil, decision: String? = nil, wait: Duration? = nil) -> Attempt {
        let measured: TransferMetrics.Shared? = if case .success(let answer) = result { answer.response.measured } else { nil }
        var attempt = Attempt(
            number: number, start: start, duration: end - start, redirects: redirects, outcome: outcome ?? self.outcome,
            decision: decision, wait: wait, measured: outcome == nil ? measured : nil)
        if outcome == nil, case .success(let answer) = result { attempt.source = answer.response.source }
        return attempt
    }
}

/// The limits of a call, from its client's policies or its own modifiers.
final class CallBounds: Sendable {
    let retry: RetryPolicy
    /// The longest time for the whole call.
    let deadline: Duration?
    /// The policy's budget, or otherwise the client's.
    let budget: RetryBudget
    /// The maximum number of attempts of a call, including restarts by decisions.
    static let attemptLimit = 20
    /// Whether the policy retries a success.
    let retriesSuccesses: Bool

    /// - Parameter budget: the budget for a policy without one.
    init(retry: RetryPolicy, deadline: Duration?, budget: RetryBudget) {
        self.retry = retry
        self.deadline = deadline
        self.budget = retry.budget ?? budget
        retriesSuccesses = retry.coversSuccesses
    }
}
