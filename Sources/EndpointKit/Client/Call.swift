/// A typed operation. It is lazy: nothing happens until it is used, and it can be used again.
///
///     let page = try await client.characters().value
///     let response = try await client.characters().response
///     let handle = client.characters().start { result in show(result) }
///
/// Modifiers give another call, and leave this one as it is:
///
///     client.characters().retrying(.never).deadline(.seconds(5)).tagged("list").map(\.results)
public struct Call<Value: Sendable>: Sendable {
    let core: ClientCore
    let plan: CallPlan
    /// Makes the value of a response.
    let make: @Sendable (Answer, ResponseDecoder) throws -> Value
    private var options: CallOptions.Shared?

    init(_ core: ClientCore, _ plan: CallPlan, make: @escaping @Sendable (Answer, ResponseDecoder) throws -> Value) {
        self.core = core
        self.plan = plan
        // An error here is a decoding error; the error of a transform isn't.
        self.make = { answer, decoder in
            do { return try make(answer, decoder) } catch { throw APIError.undecodable(answer.response, error) }
        }
    }

    private init(
        _ core: ClientCore, _ plan: CallPlan, options: CallOptions.Shared?,
        transformed: @escaping @Sendable (Answer, ResponseDecoder) throws -> Value
    ) {
        self.core = core
        self.plan = plan
        self.options = options
        make = transformed
    }

    /// Makes the call. Throws an ``APIError``, the error of your own decision or adapter, or `CancellationError` when the task was cancelled.
    public var value: Value {
        get async throws {
            let run = CallRun(core, plan, options)
            let judged = try await finished(run)
            return try value(judged, of: run)
        }
    }

    /// Makes the call, and returns the response beside its value. Throws as ``value`` does.
    public var response: Response<Value> {
        get async throws {
            let run = CallRun(core, plan, options, isMeasured: true)
            let judged = try await finished(run)
            return try response(judged, of: run)
        }
    }

    /// Makes the call. The failure is the error that ``value`` throws.
    public var result: Result<Value, any Error> {
        get async {
            do { return .success(try await value) } catch { return .failure(error) }
        }
    }

    /// Makes the call, and calls `completion` once, on `queue`. After a cancel that came before it, it is called with
    /// ``APIError/Code/cancelled`` and nothing else. With ``CallbackQueue/immediate`` it may be called on another thread before this returns.
    ///
    /// The call continues when the handle is released. The surrounding task's cancellation doesn't end it: ``CallHandle/cancel()`` does.
    ///
    /// - Parameters:
    ///   - group: a group that the call joins, besides those of ``CallGroup/run(_:)`` around it; nil, the default, for none.
    ///   - queue: where `completion` is called.
    ///   - completion: gets the value, or the error that ``value`` throws.
    @discardableResult
    public func start(
        in group: CallGroup? = nil, on queue: CallbackQueue, completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) -> CallHandle {
        let call = group.map(joining) ?? self
        let run = CallRun(call.core, call.plan, call.options)
        Task(priority: options?.options.priority) {
            let result: Result<Value, any Error>
            do { result = .success(try call.made(await call.judged(in: run), in: run)) } catch { result = .failure(error) }
            // The call is concluded on the queue, because a cancel counts until the completion is called.
            queue.run {
                completion(run.concluded(result))
                run.leave()
            }
        }
        return run.handle
    }

    /// Makes the call, and calls `completion` once, on the main actor.
    @discardableResult
    public func start(
        in group: CallGroup? = nil, completion: @escaping @MainActor @Sendable (Result<Value, any Error>) -> Void = { _ in }
    ) -> CallHandle {
        start(in: group, on: .main) { result in MainActor.assumeIsolated { completion(result) } }
    }

    /// The same call with a value that `transform` makes of this one's. The call throws the errors of `transform` unchanged.
    public func map<New: Sendable>(_ transform: @escaping @Sendable (Value) throws -> New) -> Call<New> {
        Call<New>(core, plan, options: options) { [make] in try transform(make($0, $1)) }
    }

    func modified(_ change: (inout CallOptions) -> Void) -> Call {
        var changed = options?.options ?? CallOptions()
        change(&changed)
        var call = self
        call.options = CallOptions.Shared(changed)
        return call
    }
}

// The way of a call, from its endpoint to its value.
extension Call {
    @inline(__always)
    private func finished(_ run: CallRun) async throws -> Judged? {
        do { return try await judged(in: run) } catch { throw run.left(with: error) }
    }

    // These two aren't inlined: in an async function each value on its way would take memory of the task, as its size isn't known at compile
    // time.
    @inline(never)
    private func value(_ judged: Judged?, of run: CallRun) throws -> Value {
        do {
            let value = try made(judged, in: run)
            try run.conclude()
            run.leave()
            return value
        } catch {
            throw run.left(with: error)
        }
    }

    @inline(never)
    private func response(_ judged: Judged?, of run: CallRun) throws -> Response<Value> {
        let value = try value(judged, of: run)
        // A decision may have made the value without a response.
        let http = if let answer = run.timeline.takeAnswer() { (consume answer).response } else { HTTPResponse(status: 0) }
        return Response(value: value, http: http, attempts: run.timeline.attempts)
    }

    /// Runs a call to its one outcome:
    ///
    /// 1. Build the request, once, and choose the decisions.
    /// 2. Stop if the call was ended, or its task cancelled.
    /// 3. Adapt: the client's adapters, the endpoint's, the call's. Wait for a place, where the client has a limit. Then authenticate, if the
    ///    endpoint wants it and the request goes to the configuration's own origin. Check that the request may go on the wire.
    /// 4. Send it with the transport, and follow the redirects it is answered with.
    /// 5. Ask the decisions in order, until one ends the attempt: with a value, an error, or a restart.
    ///    A success is parsed at once where the decisions are the client's own, and only the parser judges successes.
    /// 6. On a restart, wait as long as the decision says, and go to 2. Too many restarts end the call.
    ///
    /// Everything runs in the caller's task. A cancel from outside, or the deadline, ends whatever the call waits for.
    @inline(__always)
    private func judged(in run: CallRun) async throws -> Judged? {
        if run.isInGroup {
            // Calls that adapters and decisions make don't join the caller's groups.
            return try await CallGroup.outside { try await judgedInNoGroup(run) }
        }
        return try await judgedInNoGroup(run)
    }

    @inline(__always)
    private func judgedInNoGroup(_ run: CallRun) async throws -> Judged? {
        if let pause = run.pause { try await run.wait(for: pause) }
        try run.begin()
        while true {
            try await run.attempt()
            if run.isUndisputed { return nil }
            if let judged = try await judge(in: run) { return judged }
        }
    }

    /// The value that a decision returned. There is none for a success that only the parser judges: that is parsed when the value is made.
    private typealias Judged = @Sendable () -> Value

    private func made(_ judged: Judged?, in run: CallRun) throws -> Value {
        let value: Value
        if let judged {
            value = judged()
        } else if let answer = run.timeline.takeAnswer() {
            run.timeline.end(by: ParseDecision.self)
            do {
                // Calls that a transform makes don't join the caller's groups.
                value = run.isInGroup ? try CallGroup.outside { try make(answer, core.decoder) } : try make(answer, core.decoder)
            } catch {
                run.reporter?.report(ParseDecision.self, .failed)
                throw error
            }
            run.keep(consume answer)
            run.reporter?.report(ParseDecision.self, .done)
        } else {
            throw CancellationError()
        }
        // A cancel while the value was made counts.
        try Task.checkCancellation()
        return value
    }

    /// Asks the decisions. Returns nil for another attempt.
    @inline(never)
    private func judge(in run: CallRun) async throws -> Judged? {
        guard var record = run.record else { throw CancellationError() }
        var exchange = Exchange(record: record, make: make, decoder: core.decoder)
        for decision in run.decisions {
            guard decision.shouldApply(to: exchange) else { continue }
            let action: DecisionAction<Value>
            do {
                if let verdict = try decision.verdict(on: exchange) {
                    action = verdict
                } else {
                    action = try await run.handle.waiting { [exchange] in try await decision.apply(to: exchange) }
                }
            } catch {
                action = .errored(error)
            }
            run.reporter?.report(type(of: decision), action.verdict)
            switch action {
            case .done(let value):
                run.timeline.end(by: type(of: decision))
                return { value }
            case .errored(let error):
                run.timeline.end(by: type(of: decision))
                throw error
            case .continueWith(let response):
                record = record.with(response)
                exchange = Exchange(record: record, make: make, decoder: core.decoder)
                if let answer = record.answer { run.timeline.replace(answer) }
            case .restart(let wait):
                try run.restart(after: wait, by: decision, record)
                return nil
            case .restartWith(let others, let wait):
                run.decisions = others
                try run.restart(after: wait, by: decision, record)
                return nil
            }
        }
        throw run.undecided(record)
    }
}

extension Call: CustomStringConvertible, CustomReflectable {
    /// The type of the endpoint.
    public var description: String { "call of \(type(of: plan.endpoint.subject))" }
    // An endpoint may carry anything.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
