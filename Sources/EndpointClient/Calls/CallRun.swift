/// One use of a call, from its start to its outcome: the handle, the groups, the deadline and the value, around an ``Exchanger``.
///
/// Sendable because only one task uses it at a time; the completion uses it after that task.
final class CallRun: @unchecked Sendable {
    let handle: CallHandle
    let core: ClientCore
    let plan: CallPlan
    let modifiers: CallOptions.Shared?
    let isMeasured: Bool
    /// Whether the call was made inside ``CallGroup/run(_:)``.
    let isInGroup: Bool
    /// Whether a token's refresh makes the call. Such a call isn't one of the client's active calls and shares no run, because calls of
    /// several clients may wait for it.
    let isOfRefresh: Bool
    var reporter: CallReporter?
    var start: Duration
    /// nil until the request has been built.
    var exchanger: Exchanger?
    /// The outcome of the run that the call shares.
    var shared: SharedRun.End?

    init(_ core: ClientCore, _ plan: CallPlan, _ modifiers: CallOptions.Shared?, isMeasured: Bool = false) {
        self.core = core
        self.plan = plan
        self.modifiers = modifiers
        self.isMeasured = isMeasured
        isOfRefresh = TokenWork.isActive
        start = core.clock.now
        let groups = CallGroup.current
        isInGroup = !groups.isEmpty
        let joined = (modifiers?.options.groups).map { $0 + groups } ?? groups
        handle = CallHandle(plan.endpoint, modifiers, groups: CallGroup.Members.innermost(of: joined))
        reporter = core.isObserved ? CallReporter(core: core, handle: handle, start: start, isInGroup: isInGroup) : nil
        handle.join(core, isActive: !isOfRefresh)
    }

    /// Runs the call until its value is available:
    ///
    /// 1. Build the request (`CallRun+Building`). `RequestBuilder` builds it once, from the endpoint and the configuration.
    /// 2. Adapt the request (`AdapterChain`). The adapters of the client, the endpoint and the call edit it. If an equal call is in flight,
    ///    the call waits for the other call's run (`SharedRun`), and decodes the same response.
    /// 3. Send the request through the steps of the client (`ExchangeStep`): follow redirects, add cookies, consult the cache, wait for a
    ///    token and a slot, sign, transfer, and store cookies and the response.
    /// 4. Judge the response (`Exchanger+Verdict`). The decisions (`ResponseDecision`) judge it in order, until one ends the attempt with a
    ///    value, an error or a restart.
    /// 5. Restart. Wait as long as the decision says, and go to step 2. If a server has acted on a request and then redirected it, send
    ///    only the last request again.
    ///
    /// Cancellation and the deadline end whatever the call waits for. `CallRun+Outcome` completes the caller's error.
    func value<Value: Sendable>(_ make: @escaping Exchanger.Make<Value>) async throws -> Value {
        // Reported here and not in the initializer, which may run on any actor.
        reporter?.report(.queued, after: .zero)
        // Calls that adapters, decisions and transforms make don't join the caller's groups.
        if isInGroup { return try await CallGroup.outside { try await valueInNoGroup(make) } }
        return try await valueInNoGroup(make)
    }

    private func valueInNoGroup<Value: Sendable>(_ make: @escaping Exchanger.Make<Value>) async throws -> Value {
        if let pause = modifiers?.options.pause { try await waitForStart(pause) }
        let exchanger = try build()
        let value =
            if let runs = core.sharedRuns, mayShare, let key = try await sharingKey(exchanger) {
                try await sharedValue(of: runs, key, exchanger, make)
            } else {
                try await exchanger.value(make)
            }
        try Task.checkCancellation()
        try handle.made()
        return value
    }

    /// The attempts so far, in order.
    var attempts: [Attempt] { shared?.attempts ?? exchanger?.timeline.attempts ?? [] }

    /// The last request that was sent; nil until the first request has been built.
    var sent: SentRequest? { if let shared { shared.sent } else { exchanger?.sent } }

    /// The response that the value was created from, if the call is measured; nil if a decision supplied the value without a response.
    var response: HTTPResponse? { exchanger?.response }
}
