/// One use of a call, from its start to its one outcome: its handle, its attempts, and its errors, which are completed here and nowhere else.
/// ``Call`` drives it, as that alone knows the type of the value.
struct CallRun: Sendable {
    let handle: CallHandle
    let reporter: CallReporter?
    /// Those of the next attempt.
    var decisions: [any ResponseDecision] = []
    var timeline = Timeline()

    private let core: ClientCore
    private let plan: CallPlan
    private let modifiers: CallOptions.Shared?
    private let isMeasured: Bool
    private var start: Duration
    private var bounds: CallBounds
    private var adapters: [any RequestAdapter] = []
    private var built: HTTPRequest?
    private var isAuthenticated = false
    private var body = BodyTransfer.none
    /// How long is waited before the next attempt.
    private var wait: Duration?
    /// How many attempts a token's refresh has followed: those are no retries.
    private var refreshes = 0
    /// What the first attempt's `Idempotency-Key` was.
    private var idempotencyKey: String?

    init(_ core: ClientCore, _ plan: CallPlan, _ shared: CallOptions.Shared?, isMeasured: Bool = false) {
        self.core = core
        self.plan = plan
        self.isMeasured = isMeasured
        modifiers = shared
        start = core.clock.now
        bounds = core.bounds
        var groups = CallGroup.current
        if let options = shared?.options { groups = options.groups + groups }
        groups = CallGroup.Members.innermost(of: groups)
        handle = CallHandle(plan.endpoint, shared?.options, groups: groups)
        reporter = core.observers.isEmpty ? nil : CallReporter(core: core, handle: handle, start: start)
        handle.join(core)
        reporter?.report(.queued)
    }

    /// What is waited for before the call begins.
    var pause: (@Sendable () async throws -> Void)? { modifiers?.options.pause }

    mutating func wait(for pause: @escaping @Sendable () async throws -> Void) async throws {
        try await handle.waiting(pause)
        // No deadline is over before there is anything to wait for.
        start = core.clock.now
    }

    /// Builds the request. Nothing was sent before.
    mutating func begin() throws {
        if let options = modifiers?.options, options.retry != nil || options.deadline != nil {
            bounds = CallBounds(
                retry: options.retry ?? core.bounds.retry, deadline: options.deadline ?? core.bounds.deadline, budget: core.bounds.budget)
        }
        if let deadline = bounds.deadline { core.deadlines.add(handle, at: start, after: deadline) }
        bounds.budget.countCall()

        let endpoint = plan.endpoint
        decisions = endpoint.decisions(from: core.decisions)
        adapters = endpoint.adapters
        if let options = modifiers?.options {
            for edit in options.decisions { decisions = edit(decisions) }
            adapters += options.adapters
        }
        var (request, isAuthenticated) = try core.builder.request(for: endpoint, accept: plan.accept)
        self.isAuthenticated = isAuthenticated
        plan.edit?(&request)
        if let timeout = modifiers?.options.timeout { request.timeout = timeout }
        built = request
        body = try BodyTransfer(plan.destination, for: request, progress: modifiers?.options.progress, reporter: reporter)
    }

    // MARK: An attempt

    /// Makes one. What the transport throws is judged like what it returns; what an adapter throws ends the call.
    @inline(__always)
    mutating func attempt() async throws -> AttemptRecord {
        if let wait, wait > .zero { try await handle.waiting { [core] in try await core.clock.sleep(for: wait) } }
        let number = timeline.count + 1
        reporter?.begin(attempt: number)
        let attemptStart = core.clock.now - start
        guard let built else { throw APIError(.invalidRequest, "The call was not begun.") }
        try handle.checkEnding()

        var request = built
        var stamp: TokenStamp?
        var adapterCount = 0
        var place: ConcurrencyLimit.Place?
        do {
            try Task.checkCancellation()
            try await adapt(&request, &stamp, count: &adapterCount)
            if core.authenticatesAtOnce { place = try await enteredPlace() }
            if let authentication = core.authentication, isAuthenticated, request.origin == core.builder.origin {
                adapterCount += 1
                stamp = try await authenticate(&request, with: authentication) ?? stamp
            }
            try request.validate()
            if !core.authenticatesAtOnce { place = try await enteredPlace() }
        } catch {
            place?.leave()
            let error = caused(error)
            note(
                Attempt(
                    number: number, start: attemptStart, duration: core.clock.now - start - attemptStart, outcome: outcome(of: error),
                    adapter: adapterName(adapterCount)))
            throw error
        }
        reporter?.report(.adapted(request))

        var redirects: [Redirect] = []
        let result: Result<Answer, any Error>
        do { result = .success(try await exchanged(request, at: place, &redirects)) } catch { result = .failure(error) }
        place?.leave()
        let elapsed = core.clock.now - start
        // Also an answer: what was cancelled may end as if it were whole, and isn't judged.
        if isEnded {
            note(
                Attempt(
                    number: number, start: attemptStart, duration: elapsed - attemptStart, redirects: redirects, outcome: .cancelled))
            self.built = request
            throw CancellationError()
        }
        let record = AttemptRecord(
            endpoint: handle.endpoint, request: request, redirects: redirects, result: result, number: number, refreshes: refreshes,
            start: attemptStart, elapsed: elapsed, decisions: decisions, bounds: bounds, stamp: stamp)
        reporter?.report(.received(record.summary))
        timeline.append(record)
        return record
    }

    /// nil where none is needed.
    @inline(__always)
    private func enteredPlace() async throws -> ConcurrencyLimit.Place? {
        guard let limit = core.limit, modifiers?.options.needsPlace ?? true else { return nil }
        return try await limit.enter(handle, priority: modifiers?.options.priority ?? Task.currentPriority)
    }

    /// An attempt that nothing judges.
    private mutating func note(_ attempt: Attempt) {
        timeline.append(attempt)
        reporter?.report(.received(attempt))
    }

    /// Sends a request, and follows redirects.
    @inline(__always)
    private func exchanged(
        _ request: HTTPRequest, at place: ConcurrencyLimit.Place?, _ redirects: inout [Redirect]
    ) async throws -> Answer {
        let wire = Wire(core: core, handle: handle, place: place, measures: isMeasured || reporter != nil)
        let answer = try await body.send(request, over: wire)
        guard answer.response.status.isRedirection else { return answer }
        let follower = RedirectFollower(rules: RedirectRules(limit: core.policies.redirects.limit)) { request in
            if let authentication = core.authentication { _ = try await authenticate(&request, with: authentication) }
        } send: { request, isAway in
            var wire = wire
            wire.isAway = isAway
            return try await body.send(request, over: wire)
        }
        return try await follower.follow(answer, to: request, recording: &redirects)
    }

    // MARK: Adapting

    @inline(__always)
    private mutating func adapt(_ request: inout HTTPRequest, _ stamp: inout TokenStamp?, count: inout Int) async throws {
        if let idempotencyKey { request.headers["Idempotency-Key"] = idempotencyKey }
        for adapter in core.adapters {
            count += 1
            let hasMoved = try await adapt(&request, by: adapter, &stamp)
            // What the client adds to all its requests isn't meant for other origins.
            if !hasMoved, request.origin != core.builder.origin { request.removeSecrets(added: true) }
        }
        for adapter in adapters {
            count += 1
            try await adapt(&request, by: adapter, &stamp)
        }
        // A server knows a request that is sent again by its key.
        if let idempotencyKey {
            request.headers["Idempotency-Key"] = idempotencyKey
        } else {
            idempotencyKey = request.headers["Idempotency-Key"]
        }
        // What authentication adds is marked: it doesn't follow a redirect to another origin.
        request.beginAdditions()
    }

    /// True where the request goes to another origin now, which gets none of the secrets that were there before.
    @inline(__always)
    @discardableResult
    private func adapt(_ request: inout HTTPRequest, by adapter: any RequestAdapter, _ stamp: inout TokenStamp?) async throws -> Bool {
        let origin = request.origin
        request.beginAdditions()
        stamp = try await apply(adapter, to: &request) ?? stamp
        guard request.origin != origin else { return false }
        request.removeSecrets(added: false)
        return true
    }

    @inline(__always)
    private func authenticate(_ request: inout HTTPRequest, with authentication: any RequestAdapter) async throws -> TokenStamp? {
        do {
            return try await apply(authentication, to: &request)
        } catch let error where !(error is APIError || error is CancellationError) {
            throw APIError(.authentication, "The request could not be authenticated: \(error.sentence).", underlying: error)
        }
    }

    /// Which token it added, if it is one that can be refreshed.
    @inline(__always)
    private func apply(_ adapter: any RequestAdapter, to request: inout HTTPRequest) async throws -> TokenStamp? {
        if try adapter.adaptNow(&request) { return nil }
        if let tokens = adapter as? any TokenAuthentication, let stamp = tokens.authenticateNow(&request) { return stamp }
        let before = request
        let (adapted, stamp) = try await handle.waiting { try await TokenStamp.noted { try await adapter.adapt(before) } }
        request = adapted
        return stamp
    }

    /// Of the adapter that was asked last.
    private func adapterName(_ count: Int) -> String? {
        let adapters = core.adapters + adapters
        if adapters.indices.contains(count - 1) { return "\(type(of: adapters[count - 1]))" }
        return count == 0 ? nil : core.authentication.map { "\(type(of: $0))" }
    }

    // MARK: Restarting

    /// Throws where the call may have no other attempt.
    mutating func restart(after wait: Duration, by decision: any ResponseDecision, _ record: AttemptRecord) throws {
        // The body of a stream that nobody will read.
        timeline.replace(record.withoutContent)
        timeline.end(by: type(of: decision), wait: wait)
        if decision is RefreshTokenDecision { refreshes += 1 }
        guard timeline.count < core.policies.attemptLimit else {
            throw APIError(
                .restartLimit, "The call was given up after \(timeline.count) attempts, as its decisions kept restarting it.",
                response: record.response)
        }
        self.wait = wait
        reporter?.report(.retry(after: wait))
    }

    /// No decision ended the attempt: the transport's own error, if there is one.
    func undecided(_ record: AttemptRecord) -> any Error {
        switch record.result {
        case .failure(let error): error
        case .success(let answer):
            APIError(.undecided, "No decision gave a verdict on the response \(answer.response.status).", response: answer.response)
        }
    }

    // MARK: The one outcome

    private var isEnded: Bool { handle.ending != nil || Task.isCancelled }

    private func outcome(of error: any Error) -> Attempt.Outcome {
        isEnded ? .cancelled : .failed((error as? APIError)?.code ?? .custom)
    }

    /// What fails while the call is ended from outside, or its task cancelled, failed because of it. What says so of another call, or of
    /// itself, is a failure of this one.
    private func caused(_ error: any Error) -> any Error {
        if let ending = handle.ending { return APIError(ending: ending) }
        if Task.isCancelled { return CancellationError() }
        guard error.isCancellation else { return error }
        return APIError(
            .custom, "The call failed, as something it waited for was cancelled: \(error.sentence).", underlying: error)
    }

    /// The error with what the call knows: its request and its attempts. Another's own error stays as it is.
    private func completed(_ error: any Error) -> any Error {
        let error = caused(error)
        if error is CancellationError { handle.noteTaskCancellation() }
        guard var failure = error as? APIError else { return error }
        failure.request = failure.request ?? (timeline.last?.request ?? built).map(APIError.RequestSummary.init)
        if failure.attempts.isEmpty { failure.attempts = timeline.attempts }
        return failure
    }

    /// It has a value, unless a cancel came first.
    func conclude() throws {
        if let ending = handle.close() { throw APIError(ending: ending) }
        reporter?.report(.finished(timeline.attempts))
    }

    /// The error that it ends with; observers and groups are told.
    func concluded(by error: any Error) -> any Error {
        _ = handle.close()
        let error = completed(error)
        reporter?.report(error.isCancellation ? .cancelled(error) : .failed(error))
        handle.fail(with: error)
        return error
    }

    /// Its outcome, unless a cancel came first.
    func concluded<Value>(_ result: Result<Value, any Error>) -> Result<Value, any Error> {
        do {
            let value = try result.get()
            try conclude()
            return .success(value)
        } catch {
            return .failure(concluded(by: error))
        }
    }

    /// After its caller was told.
    func leave() { handle.leave() }
}
