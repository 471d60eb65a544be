/// One use of a call, from its start to its outcome.
///
/// Sendable because only one task uses it at a time; the completion uses it after that task.
final class CallRun: @unchecked Sendable {
    let handle: CallHandle
    let core: ClientCore
    let plan: CallPlan
    let modifiers: CallOptions.Shared?
    let membership: Membership
    let isMeasured: Bool
    /// Whether the call was made inside ``CallGroup/run(_:)``.
    let isInGroup: Bool
    var reporter: CallReporter?
    var start: Duration
    var bounds: CallBounds
    var adapters: AdapterChain?
    var decisions: [any ResponseDecision] = []
    var body = BodyTransfer.none
    /// The redirects of the last attempt; nil if there were none.
    var chain: RedirectChain.Shared?
    /// The identity and the credential that the last request was signed with.
    var signature: Signature?
    var timeline = Timeline()
    var attempt = AttemptStart()
    /// The client's decoder, unless the endpoint has its own convention.
    var decoder: ResponseDecoder
    /// How many attempts ended with a token refresh or a challenge. These don't count as retries.
    var refreshes = 0
    var step = Step.preparing
    /// The outcome of the run that the call shares.
    var shared: SharedRun.End?
    /// The response that the value was created from, if the call is measured; nil if a decision supplied the value without a response.
    var response: HTTPResponse?

    /// The current step.
    enum Step {
        /// Before the first attempt, or between two.
        case preparing
        case adapting, sending, judging
        /// The value is being decoded, and transformed by the caller's code.
        case making
    }

    init(_ core: ClientCore, _ plan: CallPlan, _ modifiers: CallOptions.Shared?, isMeasured: Bool = false) {
        self.core = core
        self.plan = plan
        self.modifiers = modifiers
        self.isMeasured = isMeasured
        membership = .ofNewCall
        start = core.clock.now
        bounds = core.bounds
        decoder = core.decoder
        let groups = CallGroup.current
        isInGroup = !groups.isEmpty
        let joined = (modifiers?.options.groups).map { $0 + groups } ?? groups
        handle = CallHandle(plan.endpoint, modifiers, groups: CallGroup.Members.innermost(of: joined))
        reporter = core.isObserved ? CallReporter(core: core, handle: handle, start: start, isInGroup: isInGroup) : nil
        handle.join(core, as: membership)
    }

    /// Creates a run that has no caller of its own, with the adapters and the decisions of another run. Only its response is used.
    ///
    /// - Parameter hop: the only request that the new run sends; nil for the other run's request.
    init(_ membership: Membership, of run: CallRun, _ adapters: AdapterChain, sending hop: HTTPRequest? = nil) {
        (core, plan, modifiers, isMeasured, isInGroup) = (run.core, run.plan, run.modifiers, true, false)
        self.membership = membership
        start = core.clock.now
        // Each caller has its own deadline.
        bounds = CallBounds(retry: run.bounds.retry, deadline: nil, budget: run.bounds.budget)
        (decisions, decoder) = (run.decisions, run.decoder)
        handle = CallHandle(plan.endpoint, nil, groups: [])
        self.adapters = adapters.copy(for: handle, sending: hop)
    }

    /// The attempts so far, in order.
    var attempts: [Attempt] { shared?.attempts ?? timeline.attempts }

    typealias Make<Value> = @Sendable (Answer, ResponseDecoder) throws -> Value

    /// Runs the call until its value is available:
    ///
    /// 1. Build the request (`CallRun+Building`). `RequestBuilder` builds it once, from the endpoint and the configuration.
    /// 2. Adapt the request (`AdapterChain`). The adapters of the client, the endpoint and the call edit it. If an equal call is in flight,
    ///    the call waits for the other call's run (`SharedRun`), and decodes the same response.
    /// 3. Send the request (`CallRun+Hop`): add cookies, consult the cache, wait for a token and a slot, sign, transfer, and store cookies
    ///    and the response. `RedirectRules` decides which redirects are followed; each of them is sent in the same way.
    /// 4. Judge the response (`CallRun+Verdict`). The decisions (`ResponseDecision`) judge it in order, until one ends the attempt with a
    ///    value, an error or a restart.
    /// 5. Restart. Wait as long as the decision says, and go to step 2. If a server has acted on a request and then redirected it, send
    ///    only the last request again.
    ///
    /// Cancellation and the deadline end whatever the call waits for. `CallRun+Outcome` completes the caller's error.
    func value<Value: Sendable>(_ make: @escaping Make<Value>) async throws -> Value {
        // Reported here and not in the initializer, which may run on any actor.
        reporter?.report(.queued, after: .zero)
        // Calls that adapters, decisions and transforms make don't join the caller's groups.
        if isInGroup { return try await CallGroup.outside { try await valueInNoGroup(make) } }
        return try await valueInNoGroup(make)
    }

    private func valueInNoGroup<Value: Sendable>(_ make: @escaping Make<Value>) async throws -> Value {
        if let pause = modifiers?.options.pause { try await waitForStart(pause) }
        let adapters = try build()
        guard let runs = core.sharedRuns, mayShare else { return try await madeByAttempts(adapters, make) }
        try begin()
        let request = try await adapted(by: adapters)
        let key: SharedRuns.Key?
        do { key = try await sharingKey(of: request, adapters) } catch { throw noted(error, adapters) }
        guard let key else { return try await madeByAttempts(adapters, first: request, make) }
        return try await made(by: runs.run(key), of: runs, key, first: request, adapters, make)
    }

    /// Makes attempts until one ends the call.
    ///
    /// - Parameter first: the adapted request of the first attempt, if it has begun.
    func madeByAttempts<Value: Sendable>(
        _ adapters: AdapterChain, first: HTTPRequest? = nil, _ make: @escaping Make<Value>
    ) async throws -> Value {
        var first = first
        while true {
            if first == nil { try begin() }
            let request = if let first = first.take() { first } else { try await adapted(by: adapters) }
            let record = try await sent(request, by: adapters)
            if isParsedAtOnce(record) { return try parsed(record, make) }
            switch try await verdict(on: consume record, make) {
            case .made(let made): return made.value
            case .restart(let wait): try await pause(wait)
            }
        }
    }
}
