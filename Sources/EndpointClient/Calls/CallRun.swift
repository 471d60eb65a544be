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
    var timeline = Timeline()
    var attempt = AttemptStart()
    /// The client's decoder, unless the endpoint has its own convention.
    var decoder: ResponseDecoder
    /// How many attempts ended with a token refresh or a challenge. These don't count as retries.
    var refreshes = 0
    /// Whether the value is being decoded, and transformed by the caller's code.
    var isMaking = false
    /// The outcome of the run that the call shares.
    var shared: SharedRun.End?
    /// The response that the value was created from, if the call is measured; nil if a decision supplied the value without a response.
    var response: HTTPResponse?

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
        self.adapters = adapters.copy(for: handle.interruption, sending: hop)
    }

    /// The attempts so far, in order.
    var attempts: [Attempt] { shared?.attempts ?? timeline.attempts }

    // MARK: What the steps of a request ask

    var cacheUse: CacheUse { core.cache?.policy.isOffline == true ? .only : modifiers?.options.cacheUse ?? .standard }
    /// Whether an earlier attempt may have stored a response, or the stored response is being validated.
    var isRepeated: Bool { attempt.number - refreshes > 1 || membership.isValidation }
    /// Whether a request takes a slot in the client's limit.
    var needsSlot: Bool { !membership.isValidation && modifiers?.options.needsPlace != false }
    var priority: TaskPriority { modifiers?.options.priority ?? Task.currentPriority }
    var rawPriority: UInt8? { membership.isValidation ? TaskPriority.background.rawValue : modifiers?.options.priority?.rawValue }
    /// The ID by which transports and observers know the call.
    var callID: UInt64 { if case .shared(_, let callID) = membership { callID } else { handle.id } }
    /// The time until the call's deadline; nil if there is no deadline. A validation never waits.
    var timeLeft: Duration? { membership.isValidation ? .zero : bounds.deadline.map { min($0, .longestSleep) - (core.clock.now - start) } }
    /// See ``TransferContext/bodyTimeout``.
    var bodyTimeout: Duration? { modifiers?.options.timeout == nil ? plan.bodyTimeout : nil }

    typealias Make<Value> = @Sendable (Answer, ResponseDecoder) throws -> Value

    /// Runs the call until its value is available:
    ///
    /// 1. Build the request (`CallRun+Building`). `RequestBuilder` builds it once, from the endpoint and the configuration.
    /// 2. Adapt the request (`AdapterChain`). The adapters of the client, the endpoint and the call edit it. If an equal call is in flight,
    ///    the call waits for the other call's run (`SharedRun`), and decodes the same response.
    /// 3. Send the request through the steps of the client (`ExchangeStep`): follow redirects, add cookies, consult the cache, wait for a
    ///    token and a slot, sign, transfer, and store cookies and the response.
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
