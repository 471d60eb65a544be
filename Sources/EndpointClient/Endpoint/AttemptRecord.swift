/// A completed attempt of a call, with its request and its result. Decisions, the timeline and the call's errors share this object.
final class AttemptRecord: Sendable {
    private let plannedEndpoint: any Endpoint
    /// The endpoint of the call.
    var endpoint: any Endpoint { plannedEndpoint.subject }
    /// The number of the attempt, from 1.
    let number: Int
    /// The times from the start of the call to the start and the end of the attempt.
    let start, end: Duration
    private let begun: HTTPRequest
    private let chain: RedirectChain.Shared?
    /// The response or the error, before any changes by decisions.
    let result: Result<Answer, any Error>
    /// The response's status; nil if there is no response.
    let status: HTTPStatus?
    /// The number of attempts so far that followed a token refresh or a challenge.
    let refreshes: Int
    let decisions: [any ResponseDecision]
    let bounds: CallBounds
    /// The identity and the credential that the answered request was signed with.
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
    /// The request to which the result belongs.
    var lastRequest: HTTPRequest { chain?.chain.last ?? begun }
    /// The first request that a restart sends.
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
    ///   - outcome: the outcome; nil means that of the result.
    ///   - decision: the name of the decision that ended the attempt.
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

/// The limits of a call, which come from its client's policies or its own modifiers.
final class CallBounds: Sendable {
    let retry: RetryPolicy
    /// How long the whole call may take.
    let deadline: Duration?
    /// The retry policy's budget, or the client's if the policy has none.
    let budget: RetryBudget
    /// The maximum number of attempts in a call, including restarts by decisions.
    static let attemptLimit = 20
    /// Whether the policy retries any successful status.
    let retriesSuccesses: Bool

    /// - Parameter budget: the budget to use if the policy has none.
    init(retry: RetryPolicy, deadline: Duration?, budget: RetryBudget) {
        self.retry = retry
        self.deadline = deadline
        self.budget = retry.budget ?? budget
        retriesSuccesses = retry.coversSuccesses
    }
}
