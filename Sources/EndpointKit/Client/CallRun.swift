/// One use of a call, from its start to its one outcome. Its errors are completed here and nowhere else.
///
/// Sendable because one task uses it, and the completion after that task.
final class CallRun: @unchecked Sendable {
    let handle: CallHandle
    private let core: ClientCore
    private let plan: CallPlan
    private let modifiers: CallOptions.Shared?
    private let isMeasured: Bool
    /// Whether the call was made inside ``CallGroup/run(_:)``.
    private let isInGroup: Bool
    private var reporter: CallReporter?
    private var start: Duration
    private var bounds: CallBounds
    private var adapters: AdapterChain?
    private var decisions: [any ResponseDecision] = []
    private var body = BodyTransfer.none
    /// What redirects have led to in the last attempt; nil without any.
    private var chain: RedirectChain.Shared?
    private var timeline = Timeline()
    private var isAuthenticated = false
    /// The client's, unless the endpoint has its own convention.
    private var decoder: ResponseDecoder
    /// How many attempts ended with a token refresh or a challenge; they don't count as retries.
    private var refreshes = 0
    private var step = Step.preparing
    /// The response that the value was made from, if the call is measured; nil if a decision made the value without one.
    private(set) var response: HTTPResponse?

    /// The current step.
    private enum Step {
        /// Before the first attempt, or between two.
        case preparing
        case adapting, sending, judging
        /// The value is decoded, and transformed by the caller's code.
        case making
    }

    init(_ core: ClientCore, _ plan: CallPlan, _ modifiers: CallOptions.Shared?, isMeasured: Bool = false) {
        self.core = core
        self.plan = plan
        self.modifiers = modifiers
        self.isMeasured = isMeasured
        start = core.clock.now
        bounds = core.bounds
        decoder = core.decoder
        let groups = CallGroup.current
        isInGroup = !groups.isEmpty
        let joined = (modifiers?.options.groups).map { $0 + groups } ?? groups
        handle = CallHandle(plan.endpoint, modifiers, groups: CallGroup.Members.innermost(of: joined))
        reporter = core.isObserved ? CallReporter(core: core, handle: handle, start: start, isInGroup: isInGroup) : nil
        handle.join(core)
    }

    typealias Make<Value> = @Sendable (Answer, ResponseDecoder) throws -> Value

    /// The attempts so far, in order.
    var attempts: [Attempt] { timeline.attempts }

    /// Runs the call until its value is there:
    ///
    /// 1. Build the request. `RequestBuilder` makes it once, from the endpoint and the configuration.
    /// 2. Adapt the request. The adapters of the client, the endpoint and the call edit it. It waits for its turn if the client has a
    ///    limit. The authentication signs it if the endpoint requires that and the request goes to the configured origin. It is
    ///    validated.
    /// 3. Send the request. The `Transport` sends it, and `RedirectFollower` follows the redirects that `RedirectRules` allow.
    /// 4. Judge the response. Each `ResponseDecision` judges it in order, until one ends the attempt with a value, an error or a restart.
    /// 5. Restart. Wait as long as the decision says, and go to step 2; or authenticate and send only the last request again, if a
    ///    server has acted on one that was redirected.
    ///
    /// Cancellation and the deadline end whatever the call waits for.
    func value<Value: Sendable>(_ make: @escaping Make<Value>) async throws -> Value {
        // Reported here, because the call may be started on any actor.
        reporter?.report(.queued, after: .zero)
        // Calls that adapters, decisions and transforms make don't join the caller's groups.
        if isInGroup { return try await CallGroup.outside { try await valueInNoGroup(make) } }
        return try await valueInNoGroup(make)
    }

    private func valueInNoGroup<Value: Sendable>(_ make: @escaping Make<Value>) async throws -> Value {
        if let pause = modifiers?.options.pause { try await waitForStart(pause) }
        let adapters = try build()
        while true {
            let attempt = try begin()
            let record = try await sent(try await adapted(by: adapters, for: attempt), by: adapters, for: attempt)
            if isParsedAtOnce(record) { return try parsed(record, make) }
            switch try await verdict(on: consume record, make) {
            case .made(let made): return made.value
            case .restart(let wait): try await pause(wait)
            }
        }
    }

    // MARK: 1. The request

    private func waitForStart(_ pause: @escaping @Sendable () async throws -> Void) async throws {
        try await handle.waiting(pause)
        // The deadline and what is logged count from here.
        start = core.clock.now
        if reporter != nil { reporter = CallReporter(core: core, handle: handle, start: start, isInGroup: isInGroup) }
    }

    private func build() throws -> AdapterChain {
        if let options = modifiers?.options, options.retry != nil || options.deadline != nil {
            bounds = CallBounds(
                retry: options.retry ?? core.bounds.retry, deadline: options.deadline ?? core.bounds.deadline, budget: core.bounds.budget)
        }
        if let deadline = bounds.deadline {
            handle.setDeadline(deadline, after: start, by: core.deadlines, coversBody: modifiers?.options.deadline != nil)
        }
        bounds.budget.countCall(at: start, of: core.clock)

        let endpoint = plan.endpoint
        decisions = endpoint.decisions(from: core.decisions)
        var own = endpoint.adapters
        var isAuthenticated = false
        let json = endpoint.json
        if let json { decoder = ResponseDecoder(json) }
        var request = try core.builder.request(
            for: endpoint, accept: plan.accept, json: json ?? core.json, isAuthenticated: &isAuthenticated)
        self.isAuthenticated = isAuthenticated
        plan.edit?(&request)
        if let options = modifiers?.options {
            own += options.adapters
            for edit in options.decisions { decisions = edit(decisions) }
            request.timeout = options.timeout ?? request.timeout
        }
        let staysLocal = core.policies.cache.map { $0.isOffline || modifiers?.options.cacheUse == .only } ?? false
        let adapters = AdapterChain(core, handle, own: own, isAuthenticated: isAuthenticated, staysLocal: staysLocal, consume request)
        self.adapters = adapters
        if isAuthenticated, core.authentication == nil { throw Self.lacksAuthentication(endpoint) }
        if !plan.isPlain || reporter != nil || modifiers?.options.progress != nil { body = try transfer(adapters.original) }
        return adapters
    }

    private static func lacksAuthentication(_ endpoint: any Endpoint) -> APIError {
        APIError(
            .configuration,
            "\(type(of: endpoint.subject)) requires authentication, but the client's configuration has none. Set its "
                + "`authentication`, for example to `.bearer(token)`, or \"authentication\" in the settings file. With `.anonymous` the request "
                + "is sent without credentials.")
    }

    private func transfer(_ request: HTTPRequest) throws -> BodyTransfer {
        let source = plan.isResuming ? request.identity : nil
        return try BodyTransfer(
            plan.destination, resuming: source, progress: modifiers?.options.progress, clock: core.clock, reporter: reporter)
    }

    // MARK: 2. and 3. An attempt

    private struct Beginning {
        let number: Int
        let start: Duration
    }

    private func begin() throws -> Beginning {
        let number = timeline.count + 1
        reporter?.begin(attempt: number)
        try handle.checkEnding()
        // The first attempt starts with the call.
        return Beginning(number: number, start: number == 1 ? .zero : core.clock.now - start)
    }

    /// Adapts the request, and waits for a place.
    private func adapted(by adapters: AdapterChain, for attempt: Beginning) async throws -> HTTPRequest {
        step = .adapting
        do {
            try Task.checkCancellation()
            var request: HTTPRequest
            if let resumed = chain?.chain.resumed { request = resumed } else { request = try await adapters.adapted() }
            request = try await placed(consume request, by: adapters)
            reporter?.report(.adapted(request))
            return request
        } catch {
            let error = caused(error)
            note(
                Attempt(
                    number: attempt.number, start: attempt.start, duration: core.clock.now - start - attempt.start,
                    outcome: isEnded ? .cancelled : .failed((error as? APIError)?.code ?? .custom),
                    adapter: adapters.failed))
            throw error
        }
    }

    /// Authenticates a request, and waits until it may be on the wire. Values such as `ts` are made after that wait. A token is awaited before
    /// it, because its refresh may need the place.
    private func placed(_ request: consuming HTTPRequest, by adapters: AdapterChain) async throws -> HTTPRequest {
        if core.authenticatesAtOnce { try await enter() }
        do {
            request = try await adapters.authenticated(consume request)
            try request.validate()
        } catch {
            if core.authenticatesAtOnce { leave(keepingStream: false) }
            throw error
        }
        if !core.authenticatesAtOnce { try await enter() }
        return request
    }

    private func enter() async throws {
        if plan.isStream, let streams = core.streams { try await handle.enter(streams, priority: priority) }
        guard let limit else { return }
        do { try await limit.enter(handle.interruption, priority: priority) } catch {
            if plan.isStream { handle.leaveStream() }
            throw error
        }
    }

    /// Gives the place back after each request. That of a stream is kept while the caller reads it.
    private func leave(keepingStream: Bool) {
        limit?.leave()
        if plan.isStream, !keepingStream { handle.leaveStream() }
    }

    /// nil for a call that needs no place.
    private var limit: ConcurrencyLimit? { modifiers?.options.needsPlace == false ? nil : core.limit }

    private var priority: TaskPriority { modifiers?.options.priority ?? Task.currentPriority }

    /// Sends the request, and follows redirects. The decisions judge the transport's errors like its responses.
    private func sent(_ request: consuming HTTPRequest, by adapters: AdapterChain, for attempt: Beginning) async throws -> AttemptRecord {
        step = .sending
        let result: Result<Answer, any Error>
        do { result = .success(try await exchanged(request, by: adapters)) } catch { result = .failure(error) }
        let end = core.clock.now - start
        let record = AttemptRecord(
            endpoint: plan.endpoint, number: attempt.number, start: attempt.start, end: end, request: consume request,
            chain: chain, result: consume result, refreshes: refreshes, decisions: decisions, bounds: bounds,
            sharedRetry: adapters.memory?.retry)
        // A cancelled transfer may look like a complete response, so it isn't judged.
        if isEnded {
            timeline.noteRequest(of: record)
            note(record.summary(.cancelled))
            throw CancellationError()
        }
        timeline.append(record)
        reporter?.report(.received(record.summary()), after: end)
        return record
    }

    private func exchanged(_ request: HTTPRequest, by adapters: AdapterChain) async throws -> Answer {
        let wire = Wire(
            core: core, handle: handle, adapters: adapters, measures: isMeasured || reporter != nil,
            cacheUse: modifiers?.options.cacheUse ?? .standard, deadline: bounds.deadline.map { start + min($0, .longestSleep) },
            priority: modifiers?.options.priority?.rawValue, isRepeated: timeline.count > 0)
        if let resumed = chain?.chain { chain = RedirectChain.Shared(resumed.sending(request)) }
        let answer = try await answer(to: request, over: wire)
        guard answer.response.status.isRedirection else { return answer }
        let rules = RedirectRules(core.policies.redirects, ownItems: core.builder.ownItems.union(adapters.addedItems))
        let follower = RedirectFollower(rules: rules) { request in
            try await self.placed(request, by: adapters)
        } send: { request in
            try await self.answer(to: request, over: wire)
        }
        var followed = chain?.chain ?? RedirectChain(request, plain: adapters.unsigned(request))
        defer { chain = RedirectChain.Shared(followed) }
        return try await follower.follow(answer, on: &followed)
    }

    private func answer(to request: HTTPRequest, over wire: Wire) async throws -> Answer {
        do {
            var answer = try await body.send(request, over: wire)
            if answer.response.address == nil { answer.response.address = request.urlText }
            leave(keepingStream: answer.content != nil)
            return answer
        } catch {
            leave(keepingStream: false)
            throw error
        }
    }

    /// The last request that was sent; nil before the first request was built.
    var sent: SentRequest? {
        guard let adapters else { return nil }
        let first = timeline.lastRequest ?? adapters.original
        return SentRequest(
            request: chain?.chain.last ?? first, first: chain?.chain.first ?? first,
            isIdempotent: chain?.chain.requests.allSatisfy(\.isIdempotent) ?? first.isIdempotent, adapters: adapters,
            builder: core.builder)
    }

    /// Notes an attempt that isn't judged.
    private func note(_ attempt: Attempt) {
        timeline.append(attempt)
        reporter?.report(.received(attempt))
    }

    // MARK: 4. The verdict

    private enum Verdict<Value: Sendable> {
        case made(Made<Value>)
        case restart(after: Duration)
    }

    private final class Made<Value: Sendable>: Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    /// Whether it is a success that no decision before the parser would change. Running all decisions costs as much as the rest of the
    /// call, and nearly all responses are successes.
    private func isParsedAtOnce(_ record: AttemptRecord) -> Bool {
        guard record.status?.isSuccess == true, !bounds.retriesSuccesses else { return false }
        for decision in decisions where decision.judgesSuccesses { return type(of: decision) == ParseDecision.self }
        return false
    }

    private func parsed<Value: Sendable>(_ record: AttemptRecord, _ make: Make<Value>) throws -> Value {
        let answer = try record.result.get()
        step = .making
        timeline.end(by: ParseDecision.self)
        let value: Value
        do {
            value = try make(answer, decoder)
        } catch {
            reporter?.report(ParseDecision.self, .failed)
            throw error
        }
        reporter?.report(ParseDecision.self, .done)
        if isMeasured { response = answer.response }
        try noteValue()
        return value
    }

    private func verdict<Value: Sendable>(on record: AttemptRecord, _ make: @escaping Make<Value>) async throws -> Verdict<Value> {
        step = .judging
        var exchange = Exchange(record, make: make, decoder: decoder, interruption: handle.interruption)
        for decision in decisions where decision.shouldApply(to: exchange) {
            let action = await action(of: decision, on: exchange)
            reporter?.report(type(of: decision), action.verdict)
            switch action {
            case .continueWith(let response): exchange.replace(response)
            case .done(let value):
                timeline.end(by: type(of: decision))
                if isMeasured { response = exchange.response }
                try noteValue()
                return .made(Made(value))
            case .errored(let error):
                timeline.end(by: type(of: decision))
                if decision is ParseDecision { step = .making }
                throw error
            case .restart(let wait):
                try restart(after: wait, by: decision, of: record, exchange.response)
                return .restart(after: wait)
            case .restartWith(let others, let wait):
                decisions = others
                try restart(after: wait, by: decision, of: record, exchange.response)
                return .restart(after: wait)
            }
        }
        throw exchange.undecided
    }

    /// Notes that the value is available. Throws if the call was ended before.
    private func noteValue() throws {
        step = .judging
        try Task.checkCancellation()
        try handle.made()
    }

    private func action<Value>(of decision: any ResponseDecision, on exchange: Exchange<Value>) async -> DecisionAction<Value> {
        do {
            if decision is any AwaitedInPlace { return try await decision.apply(to: exchange) }
            return try await handle.waiting { try await decision.apply(to: exchange) }
        } catch { return .errored(error) }
    }

    // MARK: 5. Another attempt

    private func restart(
        after wait: Duration, by decision: any ResponseDecision, of record: AttemptRecord, _ response: HTTPResponse?
    ) throws {
        timeline.end(by: type(of: decision), wait: wait)
        if decision is any AuthenticationDecision { refreshes += 1 }
        guard timeline.count < CallBounds.attemptLimit else {
            throw APIError(
                .restartLimit, "The call was given up after \(timeline.count) attempts because its decisions kept restarting it.",
                response: response)
        }
        // Releases a body that nobody will read.
        timeline.settle()
        if plan.isStream { handle.leaveStream() }
        chain = chain?.chain.rewound(isChallenge: decision is any AuthenticationDecision).map(RedirectChain.Shared.init)
        step = .preparing
        reporter?.report(.retry(after: wait))
    }

    private func pause(_ wait: Duration) async throws {
        if wait > .zero { try await handle.waiting { [core] in try await core.clock.sleep(for: wait) } }
    }

    // MARK: The one outcome

    private var isEnded: Bool { handle.ending != nil || Task.isCancelled }

    /// The caller gets the value, unless an ending came first, which this throws.
    func succeed() throws {
        let (ending, isRead) = handle.finish(telling: plan.isStream ? reporter.map { Self.telling($0, attempts) } : nil)
        if let ending { throw failed(with: APIError(ending: ending)) }
        if isRead { reporter?.report(.finished(attempts)) }
    }

    /// The caller gets the error that this returns: `error`, or an ending that came first.
    func fail(with error: any Error) -> any Error {
        _ = handle.finish(telling: nil)
        return failed(with: error)
    }

    private func failed(with error: any Error) -> any Error {
        let error = completed(error)
        reporter?.report(error.isCancellation ? .cancelled(error) : .failed(error))
        handle.fail(with: error)
        return error
    }

    // Static, because the run retains the body.
    private static func telling(_ reporter: CallReporter, _ attempts: [Attempt]) -> @Sendable (CallHandle.BodyEnd) -> Void {
        { end in
            switch end {
            case .complete: reporter.report(.finished(attempts))
            case .failed(let error): reporter.report(error.isCancellation ? .cancelled(error) : .failed(error))
            case .released: reporter.report(.cancelled(APIError(.caller)))
            }
        }
    }

    /// Leaves the client and the groups, after the caller has the outcome.
    func leave() { handle.leave() }

    /// Replaces the error of a call that was ended from outside, or whose task was cancelled, with that ending. Any other cancellation
    /// is a failure of this call.
    private func caused(_ error: any Error) -> any Error {
        if let ending = handle.ending { return APIError(ending: ending) }
        if Task.isCancelled { return CancellationError() }
        // A transform's error is the caller's own.
        if !error.isCancellation || step == .making { return error }
        return APIError(
            .custom, "The call failed because something that it waited for was cancelled: \(error.sentence).", underlying: error)
    }

    /// Adds the request and the attempts to an ``APIError``. Other errors stay unchanged.
    private func completed(_ error: any Error) -> any Error {
        let error = caused(error)
        if error is CancellationError, Task.isCancelled { handle.noteTaskCancellation() }
        guard var failure = error as? APIError else { return error }
        failure.request = failure.request ?? (timeline.lastRequest ?? adapters?.original).map(APIError.RequestSummary.init)
        failure.hideContentType(sentAfter: failure.request)
        if failure.attempts.isEmpty { failure.attempts = timeline.attempts }
        failure.decoder = failure.decoder ?? decoder
        if handle.ending == nil { failure.noRetryReason = timeline.obstacle }
        if failure.response?.status == .unauthorized, failure.code == .badStatus, !isAuthenticated, core.authentication != nil,
            adapters?.original.isAway != true
        {
            failure.message += " No credentials were sent, although the configuration has some: should the endpoint be authenticated?"
        }
        return failure
    }
}

extension Exchange {
    /// The error of an attempt that no decision ended: the transport's own, if there is one.
    fileprivate var undecided: any Error {
        switch result {
        case .failure(let error): error
        case .success(let response):
            APIError(.undecided, "No decision gave a verdict on the response \(response.status).", response: response)
        }
    }
}

extension HTTPRequest {
    /// Identifies a resource, even in a file: a digest of the URL without its secrets, which may differ each time.
    fileprivate var identity: String {
        var bare = self
        let (secrets, added) = (redaction.secrets, Set(marksAdditions ? additions : []))
        bare.query.removeItems { secrets.hides(item: $0.name) || added.contains($0) }
        return MD5.hexDigest(of: bare.urlText)
    }
}
