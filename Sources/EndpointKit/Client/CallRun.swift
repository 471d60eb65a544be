/// One use of a call, from its start to its one outcome. It owns the handle and the attempts, and completes the errors, which happens nowhere
/// else. ``Call`` drives it, because only the call knows the type of its value.
///
/// Sendable because one task uses it, and the completion after that task.
final class CallRun: @unchecked Sendable {
    let handle: CallHandle
    let reporter: CallReporter?
    /// The decisions of the next attempt.
    @exclusivity(unchecked) var decisions: [any ResponseDecision] = []
    @exclusivity(unchecked) var timeline = Timeline()

    /// Whether the call was made inside ``CallGroup/run(_:)``.
    let isInGroup: Bool

    private let core: ClientCore
    private let plan: CallPlan
    private let modifiers: CallOptions.Shared?
    private let isMeasured: Bool
    private var start: Duration
    private var bounds: CallBounds
    private var adapters: [any RequestAdapter] = []
    @exclusivity(unchecked) private var built: HTTPRequest?
    private var isAuthenticated = false
    private var body = BodyTransfer.none
    /// The wait before the next attempt.
    private var wait: Duration?
    /// How many attempts ended with a token refresh; they don't count as retries.
    private var refreshes = 0
    /// Why no attempt follows the last one that was judged.
    private var obstacle: RetryObstacle?
    /// The `Idempotency-Key` of the first attempt.
    private var idempotencyKey: String?

    init(_ core: ClientCore, _ plan: consuming CallPlan, _ shared: CallOptions.Shared?, isMeasured: Bool = false) {
        self.core = core
        self.isMeasured = isMeasured
        modifiers = shared
        start = core.clock.now
        bounds = core.bounds
        let groups = CallGroup.current
        isInGroup = !groups.isEmpty
        let joined = (shared?.options.groups).map { $0 + groups } ?? groups
        handle = CallHandle(plan.endpoint, shared, groups: CallGroup.Members.innermost(of: joined))
        self.plan = plan
        reporter = core.isObserved ? CallReporter(core: core, handle: handle, start: start, isInGroup: isInGroup) : nil
        handle.join(core)
        reporter?.report(.queued, after: .zero)
    }

    /// A wait before the call begins.
    var pause: (@Sendable () async throws -> Void)? { modifiers?.options.pause }

    func wait(for pause: @escaping @Sendable () async throws -> Void) async throws {
        try await handle.waiting(pause)
        // The deadline counts from here.
        start = core.clock.now
    }

    /// Builds the request, before anything is sent.
    func begin() throws {
        if let options = modifiers?.options, options.retry != nil || options.deadline != nil {
            bounds = CallBounds(
                retry: options.retry ?? core.bounds.retry, deadline: options.deadline ?? core.bounds.deadline, budget: core.bounds.budget)
        }
        if let deadline = bounds.deadline { core.deadlines.add(handle, at: start, after: deadline) }
        bounds.budget.countCall(at: start, of: core.clock)

        let endpoint = plan.endpoint
        var isAuthenticated = false
        decisions = endpoint.decisions(from: core.decisions)
        adapters = endpoint.adapters
        built = try core.builder.request(for: endpoint, accept: plan.accept, isAuthenticated: &isAuthenticated)
        self.isAuthenticated = isAuthenticated
        if isAuthenticated, core.authentication == nil { throw Self.lacksAuthentication(endpoint) }
        if plan.edit != nil || modifiers != nil { applyOptions() }
        if !plan.isPlain || modifiers?.options.progress != nil || reporter != nil { body = try transfer() }
    }

    private static func lacksAuthentication(_ endpoint: any Endpoint) -> APIError {
        APIError(
            .configuration,
            "\(type(of: endpoint.subject)) wants to be authenticated, but the client's configuration has no authentication. Set its "
                + "`authentication`, for example to `.bearer(token)`, or \"authentication\" in the settings file. With `.anonymous` the request "
                + "goes out without credentials.")
    }

    /// Applies modifiers, a plan's edit and destination, which most calls don't have.
    private func applyOptions() {
        guard var request = built else { return }
        plan.edit?(&request)
        if let options = modifiers?.options {
            for edit in options.decisions { decisions = edit(decisions) }
            adapters = adapters + options.adapters
            if let timeout = options.timeout { request.timeout = timeout }
        }
        built = request
    }

    private func transfer() throws -> BodyTransfer {
        // The URL without its secrets, which may differ each time.
        let source = plan.isResuming ? built.map { $0.redaction.secrets.redactedURL(of: $0) } : nil
        return try BodyTransfer(
            plan.destination, resuming: source, progress: modifiers?.options.progress, clock: core.clock, reporter: reporter)
    }

    // MARK: An attempt

    /// Makes one attempt. The decisions judge the transport's errors like its responses; an adapter's error ends the call.
    func attempt() async throws {
        if let wait, wait > .zero { try await handle.waiting { [core] in try await core.clock.sleep(for: wait) } }
        let number = timeline.count + 1
        reporter?.begin(attempt: number)
        // The first attempt starts with the call.
        let attemptStart = number == 1 ? .zero : core.clock.now - start
        guard let built else { throw APIError(.invalidRequest, "The call was not begun.") }
        try handle.checkEnding()

        var attempt = CallAttempt(number: number, start: attemptStart, request: consume built)
        var place: ConcurrencyLimit.Place?
        do {
            try Task.checkCancellation()
            while let adapter = try adapt(&attempt) {
                try await wait(for: adapter, on: &attempt)
                settle(&attempt)
            }
            if core.authenticatesAtOnce, let limit { place = try await limit.enter(handle, modifiers) }
            if let authentication = try authenticate(&attempt) { try await waitForAuthentication(authentication, on: &attempt) }
            try attempt.request.validate()
            if !core.authenticatesAtOnce, let limit { place = try await limit.enter(handle, modifiers) }
        } catch {
            place?.leave()
            throw refused(attempt, error)
        }
        reporter?.report(.adapted(attempt.request))

        var redirects: [Redirect] = []
        do { attempt.succeed(try await exchanged(attempt.request, at: place, &redirects)) } catch { attempt.fail(error) }
        place?.leave()
        attempt.redirects = redirects
        let end = core.clock.now - start
        attempt.end(at: end)
        // A cancelled transfer may look like a complete response, so it isn't judged.
        if isEnded { throw abandoned(attempt) }
        reporter?.report(.received(attempt.summary()), after: end)
        timeline.append(attempt)
    }

    /// The error of an attempt that an adapter refused, or that wasn't sent for another reason.
    private func refused(_ attempt: borrowing CallAttempt, _ error: any Error) -> any Error {
        let error = caused(error)
        note(
            Attempt(
                number: attempt.number, start: attempt.start, duration: core.clock.now - start - attempt.start,
                outcome: outcome(of: error), adapter: adapterName(attempt.adapterCount)))
        return error
    }

    /// The error of an attempt that ended after the call.
    private func abandoned(_ attempt: borrowing CallAttempt) -> any Error {
        var summary = attempt.summary()
        (summary.outcome, summary.measured) = (.cancelled, nil)
        note(summary)
        built = attempt.request
        return CancellationError()
    }

    /// nil for a call that needs no place.
    private var limit: ConcurrencyLimit? { modifiers?.options.needsPlace == false ? nil : core.limit }

    /// Notes an attempt that isn't judged.
    private func note(_ attempt: Attempt) {
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
        return try await followed(answer, request, over: wire, &redirects)
    }

    private func followed(
        _ answer: Answer, _ request: HTTPRequest, over wire: Wire, _ redirects: inout [Redirect]
    ) async throws -> Answer {
        let follower = RedirectFollower(rules: RedirectRules(limit: core.policies.redirects.limit)) { request in
            guard let authentication = self.core.authentication else { return }
            var attempt = CallAttempt(number: 0, start: .zero, request: request)
            if try !self.authenticateNow(&attempt, with: authentication) {
                try await self.waitForAuthentication(authentication, on: &attempt)
            }
            request = attempt.request
        } send: { request, isCrossOrigin in
            var wire = wire
            wire.isCrossOrigin = isCrossOrigin
            return try await self.body.send(request, over: wire)
        }
        return try await follower.follow(answer, to: request, recording: &redirects)
    }

    // MARK: Adapting

    /// Runs the adapters from the next one on. Returns the first that may wait; nil when all are done.
    private func adapt(_ attempt: inout CallAttempt) throws -> KnownAdapter? {
        if attempt.adapterCount == 0, let idempotencyKey { attempt.request.headers["Idempotency-Key"] = idempotencyKey }
        let clientAdapters = core.adapters
        while attempt.adapterCount < clientAdapters.count + adapters.count {
            let index = attempt.adapterCount
            attempt.beginAdapter()
            if index < clientAdapters.count {
                if try !clientAdapters[index].adaptNow(&attempt) { return clientAdapters[index] }
            } else {
                let adapter = adapters[index - clientAdapters.count]
                if try !adapter.adaptNow(&attempt.request) {
                    let known = KnownAdapter(adapter)
                    if !known.authenticateNow(&attempt) { return known }
                }
            }
            settle(&attempt)
        }
        // The key tells the server that a request was sent before.
        if let idempotencyKey {
            attempt.request.headers["Idempotency-Key"] = idempotencyKey
        } else {
            idempotencyKey = attempt.request.headers["Idempotency-Key"]
        }
        // Additions by authentication are marked, because they don't follow a cross-origin redirect.
        attempt.request.beginAdditions()
        return nil
    }

    /// Keeps secrets where they belong after the last adapter.
    @inline(__always)
    private func settle(_ attempt: inout CallAttempt, isAuthenticated: Bool = false) {
        // Most adapters leave the request at the configuration's origin.
        if attempt.request.marksAdditions, attempt.request.base === attempt.base, core.builder.isHome(attempt.request) { return }
        settleMoved(&attempt, isAuthenticated: isAuthenticated)
    }

    @inline(never)
    private func settleMoved(_ attempt: inout CallAttempt, isAuthenticated: Bool) {
        if !attempt.request.marksAdditions, let built { attempt.request.takeOver(from: built) }
        if attempt.request.origin != attempt.base.origin {
            // The adapter moved the request to another origin, which gets none of the earlier secrets.
            attempt.request.removeSecrets(added: false)
            core.builder.removeSecrets(from: &attempt.request)
        } else if !isAuthenticated, attempt.adapterCount <= core.adapters.count, !core.builder.isHome(attempt.request) {
            // The client's additions aren't meant for other origins.
            attempt.request.removeSecrets(added: true)
        }
    }

    /// Waits for an adapter in a task of its own.
    private func wait(for known: KnownAdapter, on attempt: inout CallAttempt) async throws {
        let before = attempt.request
        let adapter = known.adapter
        let (adapted, stamp) = try await handle.waiting { try await TokenStamp.noted { try await adapter.adapt(before) } }
        attempt.request = adapted
        attempt.stamp = stamp ?? attempt.stamp
    }

    /// Authenticates where the endpoint wants it, and the request goes to the configuration's own origin. Returns what may wait.
    private func authenticate(_ attempt: inout CallAttempt) throws -> KnownAdapter? {
        guard isAuthenticated, let authentication = core.authentication, core.builder.isHome(attempt.request) else { return nil }
        attempt.beginAuthentication()
        return try authenticateNow(&attempt, with: authentication) ? nil : authentication
    }

    private func authenticateNow(_ attempt: inout CallAttempt, with authentication: KnownAdapter) throws -> Bool {
        do {
            guard try authentication.adaptNow(&attempt) else { return false }
        } catch { throw Self.authenticationFailure(error) }
        settle(&attempt, isAuthenticated: true)
        return true
    }

    private func waitForAuthentication(_ authentication: KnownAdapter, on attempt: inout CallAttempt) async throws {
        do { try await wait(for: authentication, on: &attempt) } catch { throw Self.authenticationFailure(error) }
        settle(&attempt, isAuthenticated: true)
    }

    private static func authenticationFailure(_ error: any Error) -> any Error {
        if error is APIError || error is CancellationError { return error }
        return APIError(.authentication, "The request could not be authenticated: \(error.sentence).", underlying: error)
    }

    /// The name of the last adapter.
    private func adapterName(_ count: Int) -> String? {
        let adapters = core.adapters.map(\.adapter) + adapters
        if adapters.indices.contains(count - 1) { return "\(type(of: adapters[count - 1]))" }
        return count == 0 ? nil : core.authentication.map { "\(type(of: $0.adapter))" }
    }

    // MARK: Judging

    /// Whether the response is a success that only the parser judges, so that the other decisions needn't be asked.
    var isUndisputed: Bool {
        guard core.passesSuccesses, !bounds.retriesSuccesses, timeline.ofLast({ $0.status })?.isSuccess == true else { return false }
        return hasClientDecisions
    }

    /// Whether nothing has edited the client's decisions. Comparing the buffers tells without looking at each decision's type.
    private var hasClientDecisions: Bool {
        decisions.withUnsafeBufferPointer { own in core.decisions.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress } }
    }

    /// Keeps the answer that the value was made of, for ``Call/response``.
    func keep(_ answer: consuming Answer) {
        if isMeasured { timeline.replace(answer) }
    }

    /// The last attempt as the decisions see it.
    var record: AttemptRecord? {
        let record = timeline.ofLast {
            AttemptRecord(endpoint: handle.endpoint, $0, refreshes: refreshes, decisions: decisions, bounds: bounds)
        }
        obstacle = record?.obstacle
        return record
    }

    // MARK: Restarting

    /// Throws where no attempt is left.
    func restart(after wait: Duration, by decision: any ResponseDecision, _ record: AttemptRecord) throws {
        // Releases a body that nobody will read.
        if let answer = record.withoutContent.answer { timeline.replace(answer) }
        timeline.end(by: type(of: decision), wait: wait)
        if decision is RefreshTokenDecision { refreshes += 1 }
        guard timeline.count < core.policies.attemptLimit else {
            throw APIError(
                .restartLimit, "The call was given up after \(timeline.count) attempts, as its decisions kept restarting it.",
                response: record.response)
        }
        self.wait = wait
        obstacle = nil
        reporter?.report(.retry(after: wait))
    }

    /// The error of an attempt that no decision ended: the transport's own, if there is one.
    func undecided(_ record: AttemptRecord) -> any Error {
        switch record.result {
        case .failure(let error): error
        case .success(let answer):
            APIError(.undecided, "No decision gave a verdict on the response \(answer.response.status).", response: answer.response)
        }
    }

    // MARK: The one outcome

    private var isEnded: Bool { handle.isEnded || Task.isCancelled }

    private func outcome(of error: any Error) -> Attempt.Outcome {
        isEnded ? .cancelled : .failed((error as? APIError)?.code ?? .custom)
    }

    /// Replaces the error of a call that was ended from outside, or whose task was cancelled, by that ending. A cancellation of anything else
    /// is a failure of this call.
    private func caused(_ error: any Error) -> any Error {
        if let ending = handle.ending { return APIError(ending: ending) }
        if Task.isCancelled { return CancellationError() }
        guard error.isCancellation else { return error }
        return APIError(
            .custom, "The call failed, as something it waited for was cancelled: \(error.sentence).", underlying: error)
    }

    /// Adds the request and the attempts to an ``APIError``. Other errors stay unchanged.
    private func completed(_ error: any Error) -> any Error {
        let error = caused(error)
        if error is CancellationError { handle.noteTaskCancellation() }
        guard var failure = error as? APIError else { return error }
        failure.request = failure.request ?? (timeline.ofLast { $0.request } ?? built).map(APIError.RequestSummary.init)
        if failure.attempts.isEmpty { failure.attempts = timeline.attempts }
        failure.decoder = failure.decoder ?? core.decoder
        if handle.ending == nil { failure.noRetryReason = obstacle?.reason }
        return failure
    }

    /// Ends the call with a value. Throws where a cancel came first.
    func conclude() throws {
        if let ending = handle.conclude() { throw APIError(ending: ending) }
        reporter?.report(.finished(timeline.attempts))
    }

    /// Ends the call with an error, and reports it to observers and groups.
    func concluded(by error: any Error) -> any Error {
        _ = handle.conclude()
        let error = completed(error)
        reporter?.report(error.isCancellation ? .cancelled(error) : .failed(error))
        handle.fail(with: error)
        return error
    }

    /// Ends the call with an error and leaves. Returns the error for the caller.
    func left(with error: any Error) -> any Error {
        let failure = concluded(by: error)
        leave()
        return failure
    }

    /// Ends the call with `result`, unless a cancel came first.
    func concluded<Value>(_ result: Result<Value, any Error>) -> Result<Value, any Error> {
        do {
            let value = try result.get()
            try conclude()
            return .success(value)
        } catch {
            return .failure(concluded(by: error))
        }
    }

    /// Leaves the client and the groups, after the caller has the outcome.
    func leave() { handle.leave() }
}
