/// Sends a request until a decision ends it: adapts the request, sends it through the client's steps, judges the response, and starts again
/// if a decision says so.
///
/// It knows no caller. ``CallRun`` adds the handle, the groups, the deadline and the value of a call. A run that equal calls share has
/// several callers, and the validation of a stale response has none.
///
/// Sendable because only one task uses it at a time.
final class Exchanger: @unchecked Sendable {
    let core: ClientCore
    /// Ends all waits.
    let interruption: Interruption
    let reporter: CallReporter?
    let bounds: CallBounds
    /// The client's decoder, unless the endpoint has its own convention.
    let decoder: ResponseDecoder
    let isMeasured: Bool
    /// The run that equal calls share; nil unless this exchange belongs to one.
    let sharedRun: SharedRun?
    var adapters: AdapterChain
    var body = BodyTransfer.none
    var decisions: [any ResponseDecision]
    var timeline = Timeline()
    /// Whether the value is being decoded, and transformed by the caller's code.
    var isMaking = false
    /// The response that the value was created from, if it is measured; nil if a decision supplied the value without a response.
    var response: HTTPResponse?

    private let plan: CallPlan
    private let options: CallOptions.Shared?
    /// The ID by which transports and observers know the call.
    private let callID: UInt64
    private let start: Duration
    /// The only request of a validation; nil for any other exchange.
    private let validated: HTTPRequest?
    /// The request of the first attempt, if its adapters have run before.
    private var prepared: HTTPRequest?
    /// The redirects of the last attempt; nil if there were none.
    private var chain: RedirectChain.Shared?
    /// The time from the start of the exchange to the start of the attempt.
    private var attemptStart = Duration.zero
    /// How many attempts ended with a token refresh or a challenge. These don't count as retries.
    private var refreshes = 0

    init(
        _ core: ClientCore, _ plan: CallPlan, _ options: CallOptions.Shared?, callID: UInt64, start: Duration, _ adapters: AdapterChain,
        _ decisions: [any ResponseDecision], _ decoder: ResponseDecoder, _ bounds: CallBounds, reporter: CallReporter?,
        isMeasured: Bool = true, sharedRun: SharedRun? = nil, prepared: HTTPRequest? = nil, validated: HTTPRequest? = nil
    ) {
        interruption = adapters.interruption
        (self.core, self.plan, self.options, self.callID, self.start) = (core, plan, options, callID, start)
        (self.adapters, self.decisions, self.decoder, self.bounds) = (adapters, decisions, decoder, bounds)
        (self.reporter, self.isMeasured, self.sharedRun) = (reporter, isMeasured, sharedRun)
        (self.prepared, self.validated) = (prepared, validated)
    }

    /// The exchange that calls equal to this one share, or that validates a response. Each caller has its own deadline.
    func withoutCaller(
        _ options: CallOptions.Shared?, reporter: CallReporter? = nil, sharedRun: SharedRun? = nil, validating request: HTTPRequest? = nil
    ) -> Exchanger {
        var adapters = adapters
        adapters.interruption = Interruption()
        return Exchanger(
            core, plan, options, callID: callID, start: core.clock.now, adapters, decisions, decoder,
            CallBounds(retry: bounds.retry, deadline: nil, budget: bounds.budget), reporter: reporter, sharedRun: sharedRun,
            prepared: prepared, validated: request)
    }

    typealias Make<Value> = @Sendable (Answer, ResponseDecoder) throws -> Value

    /// Makes attempts until one ends with a value.
    func value<Value: Sendable>(_ make: @escaping Make<Value>) async throws -> Value {
        while true {
            let record = try await sent(try await adapted())
            if isParsedAtOnce(record) { return try parsed(record, make) }
            switch try await verdict(on: consume record, make) {
            case .made(let made): return made.value
            case .restart(let wait): try await pause(wait)
            }
        }
    }

    /// Returns the request of the first attempt, for which ``value(_:)`` then doesn't run the adapters again.
    func prepare() async throws -> HTTPRequest {
        let request = try await adapted()
        prepared = request
        return request
    }

    // MARK: Attempts

    /// The number of the current attempt.
    private var number: Int { timeline.count + 1 }

    private func begin() throws {
        reporter?.begin(attempt: number)
        if interruption.isInterrupted { throw CancellationError() }
        // The first attempt starts with the exchange.
        attemptStart = number == 1 ? .zero : core.clock.now - start
    }

    /// Begins an attempt, and returns its request before it is signed.
    private func adapted() async throws -> HTTPRequest {
        try begin()
        if let prepared = prepared.take() { return prepared }
        do {
            try Task.checkCancellation()
            return if let resumed = chain?.chain.resumed ?? validated { resumed } else { try await adapters.adapted() }
        } catch { throw noted(error) }
    }

    /// Notes an attempt that wasn't sent.
    func noted(_ error: any Error) -> any Error {
        let code = error.isCancellation ? nil : (error as? APIError)?.code
        note(
            Attempt(
                number: number, start: attemptStart, duration: core.clock.now - start - attemptStart,
                outcome: isEnded ? .cancelled : .failed(code ?? .custom), adapter: adapters.failed))
        return error
    }

    /// Notes an attempt that isn't judged.
    private func note(_ attempt: Attempt) {
        timeline.append(attempt)
        reporter?.report(.received(attempt))
    }

    /// Sends the request, and follows redirects. The decisions judge errors from the transport as well as its responses.
    private func sent(_ request: consuming HTTPRequest) async throws -> AttemptRecord {
        // The retry budget counts one request for each call.
        var state = AttemptState(chain, isCounted: number > 1)
        let end: ExchangeResult
        do { end = try await core.steps.send(consume request, ExchangeContext(self), &state) } catch {
            // Decisions don't judge why a request wasn't sent.
            throw noted(error)
        }
        chain = state.chain
        let record = record(of: end)
        // A cancelled transfer may look like a complete response, so it isn't judged.
        if isEnded {
            timeline.noteRequest(of: record)
            note(record.summary(.cancelled))
            throw CancellationError()
        }
        append(record)
        return record
    }

    /// Appends a completed attempt to the timeline.
    private func append(_ record: AttemptRecord) {
        timeline.append(record)
        sharedRun?.note(timeline.attempts)
        reporter?.report(.received(record.summary()), after: record.end)
    }

    private func record(of end: borrowing ExchangeResult) -> AttemptRecord {
        AttemptRecord(
            endpoint: plan.endpoint, number: number, start: attemptStart, end: core.clock.now - start, request: end.sent, chain: chain,
            result: end.result, refreshes: refreshes, decisions: decisions, bounds: bounds, signature: end.signature)
    }

    /// Returns to the request with which the next attempt begins.
    ///
    /// - Parameter isChallenge: whether the last request is repeated because of its credentials. This doesn't count as a retry.
    func goBack(after wait: Duration, isChallenge: Bool) {
        if isChallenge { refreshes += 1 }
        // This releases a body that nobody will read.
        timeline.settle()
        body.reader?.leaveStream()
        chain = chain?.chain.rewound(isChallenge: isChallenge).map(RedirectChain.Shared.init)
        reporter?.report(.retry(after: wait))
    }

    /// The request that was sent last; the built request before that.
    var lastRequest: HTTPRequest { timeline.lastRequest ?? adapters.original }

    /// The last request that was sent.
    var sent: SentRequest {
        SentRequest(
            request: chain?.chain.last ?? lastRequest, first: chain?.chain.first ?? lastRequest,
            isIdempotent: chain?.chain.requests.allSatisfy(\.isIdempotent) ?? lastRequest.isIdempotent, home: adapters.original.origin,
            provenance: adapters.provenance)
    }

    // MARK: What the steps ask

    var cacheUse: CacheUse { core.cache?.policy.isOffline == true ? .only : options?.options.cacheUse ?? .standard }
    /// Whether an earlier attempt may have stored a response, or the stored response is being validated.
    var isRepeated: Bool { number - refreshes > 1 || validated != nil }
    /// Whether a request takes a slot in the client's limit.
    var needsSlot: Bool { options?.options.needsPlace != false }
    var priority: TaskPriority { options?.options.priority ?? Task.currentPriority }
    /// The time until the call's deadline; nil if there is no deadline. Zero for a validation, which waits neither for the quota nor before a
    /// redirect.
    var timeLeft: Duration? { validated == nil ? bounds.deadline.map { min($0, .longestSleep) - (core.clock.now - start) } : .zero }
    /// Whether the exchange was ended from outside.
    var isEnded: Bool { interruption.isInterrupted || Task.isCancelled }
    /// Whether another attempt may begin after the current one.
    var hasAttemptsLeft: Bool { number < CallBounds.attemptLimit }

    func pause(_ wait: Duration) async throws {
        if wait > .zero { try await interruption.waiting { [core] in try await core.clock.sleep(for: wait) } }
    }

    /// Notes an attempt that ended with a challenge, and begins the next attempt with the same request.
    func begin(after end: borrowing ExchangeResult, _ state: inout AttemptState, by authentication: any Authentication) throws {
        state.noteLast(end.sent)
        chain = state.chain
        append(record(of: end))
        timeline.end(by: type(of: authentication), wait: .zero)
        reporter?.report(type(of: authentication), .restarted)
        goBack(after: .zero, isChallenge: true)
        state.chain = chain
        state.answers += 1
        try begin()
    }

    /// The exchange that validates a stored response with a request whose adapters have run, even if the redirect of a write led to it. It
    /// never delays a call: it takes no slot, and fails if it would have to wait for the quota.
    func validation(with request: HTTPRequest) -> Exchanger {
        var options = options?.options ?? CallOptions()
        (options.needsPlace, options.priority) = (false, .background)
        return withoutCaller(CallOptions.Shared(options), validating: request)
    }

    func transferContext(for request: HTTPRequest) -> TransferContext {
        var context = TransferContext(
            core.connection(for: request), bodyLimit: request.bodyLimit, wantsMetrics: isMeasured || reporter != nil)
        // A custom transport runs in its own task, which is cancelled instead.
        if core.awaitsTransportInPlace { context.interruption = interruption }
        context.callID = callID
        context.needsNewConnection = timeline.isMisdirected
        context.followsRedirects = core.policies.redirects.limit > 0
        context.timeLeft = timeLeft
        context.rawPriority = options?.options.priority?.rawValue
        // Only a request that may be sent again has a timeout of its own for the body.
        if request.isIdempotent, options?.options.timeout == nil { context.bodyTimeout = plan.bodyTimeout }
        return context
    }
}
