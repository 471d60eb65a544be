/// Runs one call to its one outcome. This is all there is between an endpoint and its value:
///
/// 1. Build the request, once, and choose the decisions.
/// 2. Wait for a place, where the client has a limit. Stop if the call was cancelled, or its task.
/// 3. Adapt: the client's adapters, the endpoint's, the call's, then authentication, if the endpoint wants it and the request goes to the
///    configuration's own origin. Check that what they made may go on the wire.
/// 4. Send it with the transport, and follow the redirects it is answered with.
/// 5. Ask the decisions in order, until one ends the attempt: with a value, an error, or a restart.
/// 6. On a restart wait as long as it says, and go to 2; too many restarts end the call.
///
/// A cancel from outside, the deadline included, ends whatever is waited for. It takes a task of the call's own for that, unless all that
/// is waited for is known to end by itself: see ``EndsWithCall``.
struct AttemptLoop<Value: Sendable>: Sendable {
    let operation: any CallOperation<Value>
    let modifiers: CallModifiers?
    let handle: CallHandle
    let reporter: CallReporter?
    private let start: Duration

    init(operation: any CallOperation<Value>, modifiers: CallModifiers?, handle: CallHandle) {
        self.operation = operation
        self.modifiers = modifiers
        self.handle = handle
        let client = operation.client
        start = client.clock.now
        reporter = client.observers.isEmpty ? nil : CallReporter(client: client, handle: handle, start: start)
    }

    /// `timeline` tells what happened, when it returns.
    func run(isInOwnTask: Bool = false, noting timeline: inout Timeline) async throws -> Value {
        if let pause = modifiers?.options.pause { try await handle.interruptible(pause) }
        let deadline = modifiers?.options.deadline ?? operation.client.bounds.deadline
        let timer = deadline.map { deadline in
            let elapsed = elapsed
            return Task { [handle, clock = operation.client.clock] in
                try await clock.sleep(for: deadline - elapsed)
                handle.end(.deadline(deadline))
            }
        }
        defer { timer?.cancel() }
        let decisions = chosenDecisions()
        if isInOwnTask || endsByItself(decisions) { return try await attempts(judgedBy: decisions, noting: &timeline) }
        let value: Value
        (value, timeline) = try await handle.interruptible(priority: modifiers?.options.priority) {
            var timeline = Timeline()
            let value = try await attempts(judgedBy: decisions, noting: &timeline)
            return (value, timeline)
        }
        return value
    }

    private var elapsed: Duration { operation.client.clock.now - start }

    // MARK: What the call is made of

    private func chosenDecisions() -> [any ResponseDecision] {
        let decisions = operation.decisions()
        guard let edits = modifiers?.options.decisions else { return decisions }
        return edits.reduce(decisions) { $1($0) }
    }

    /// Nothing of the caller's own is waited for.
    private func endsByItself(_ decisions: [any ResponseDecision]) -> Bool {
        let client = operation.client
        return client.endsWithCall && operation.adapters.isEmpty && modifiers?.options.adapters.isEmpty ?? true
            && decisions.isSameArray(as: client.decisions)
    }

    private func builtRequest() throws -> HTTPRequest {
        var request = try operation.builtRequest()
        if let timeout = modifiers?.options.timeout { request.timeout = timeout }
        if reporter != nil || modifiers?.options.isMeasured == true { request.measures = true }
        return request
    }

    private func bounds() -> CallBounds {
        let client = operation.client
        guard let options = modifiers?.options, options.retry != nil || options.deadline != nil else { return client.bounds }
        return CallBounds(
            retry: options.retry ?? client.bounds.retry, deadline: options.deadline ?? client.bounds.deadline, budget: client.bounds.budget)
    }

    private func transport(for request: HTTPRequest) throws -> any Transport {
        var transport = operation.client.transport
        let progress = modifiers?.options.progress
        if progress != nil || reporter != nil { transport = ReportingTransport(base: transport, progress: progress, reporter: reporter) }
        return try operation.transport(over: transport, for: request)
    }

    // MARK: The attempts

    @inline(__always)
    private func attempts(judgedBy first: [any ResponseDecision], noting timeline: inout Timeline) async throws -> Value {
        let client = operation.client
        let bounds = bounds()
        bounds.budget.countCall()
        let built = try builtRequest()
        let transport = try transport(for: built)
        var decisions = first

        while true {
            reporter?.begin(attempt: timeline.count + 1)
            var record: AttemptRecord
            if let limit = client.limit {
                let priority = modifiers?.options.priority ?? Task.currentPriority
                do {
                    record = try await limit.run(handle, priority: priority) {
                        try await attempt(built, over: transport, judgedBy: decisions, bounds, &timeline)
                    }
                } catch {
                    throw failed(error, timeline, request: built)
                }
            } else {
                record = try await attempt(built, over: transport, judgedBy: decisions, bounds, &timeline)
            }
            timeline.append(record)

            var delay: Duration?
            for decision in decisions {
                let exchange = Exchange(record: record, operation: operation)
                guard decision.shouldApply(to: exchange) else { continue }
                let action: DecisionAction<Value>
                do {
                    action = try await decision.apply(to: exchange)
                } catch {
                    timeline.end(by: type(of: decision))
                    throw failed(error, timeline, request: built)
                }
                reporter?.report(decision, action)
                switch action {
                case .done(let value):
                    timeline.end(by: type(of: decision))
                    // Who cancels while the value is made has cancelled.
                    if Task.isCancelled { throw failed(CancellationError(), timeline, request: built) }
                    return value
                case .errored(let error):
                    timeline.end(by: type(of: decision))
                    throw failed(error, timeline, request: built)
                case .continueWith(let response):
                    record = record.with(response)
                    timeline.replace(record)
                case .restart(let wait): delay = wait
                case .restartWith(let others, let wait): (decisions, delay) = (others, wait)
                }
                if let delay {
                    timeline.end(by: type(of: decision), wait: delay)
                    break
                }
            }

            guard let delay else { throw undecided(record, timeline) }
            guard timeline.count < client.policies.restartLimit else {
                let error = APIError(
                    .restartLimit, "The call was given up after \(timeline.count) attempts, as its decisions kept restarting it.",
                    response: record.response)
                throw failed(error, timeline, request: built)
            }
            reporter?.report(.retry(after: delay))
            if delay > .zero {
                do {
                    try await handle.interruptible { try await client.clock.sleep(for: delay) }
                } catch {
                    throw failed(error, timeline, request: built)
                }
            }
        }
    }

    /// Makes one attempt. What the transport throws is judged like what it returns; what an adapter throws ends the call.
    @inline(__always)
    private func attempt(
        _ built: HTTPRequest, over transport: any Transport, judgedBy decisions: [any ResponseDecision], _ bounds: CallBounds,
        _ timeline: inout Timeline
    ) async throws -> AttemptRecord {
        let attemptStart = elapsed
        var request: HTTPRequest
        var adapterCount = 0
        do {
            try handle.checkEnding()
            try Task.checkCancellation()
            request = try await adapted(built, count: &adapterCount)
            request.call = handle
        } catch {
            let error = cause(of: error)
            note(
                Attempt(
                    number: timeline.count + 1, start: attemptStart, duration: elapsed - attemptStart, outcome: outcome(of: error),
                    adapter: adapterName(adapterCount)), in: &timeline)
            throw timeline.completed(error, request: built)
        }
        reporter?.report(.adapted(request))

        let result: Result<HTTPResponse, any Error>
        var redirects: [Redirect] = []
        do {
            let response = try await transport.send(request)
            result = .success(
                response.status.isRedirection
                    ? try await follow(response, to: request, over: transport, recording: &redirects) : response)
        } catch {
            let error = cause(of: error)
            result = .failure(error)
            if isEnded {
                note(
                    Attempt(
                        number: timeline.count + 1, start: attemptStart, duration: elapsed - attemptStart, redirects: redirects,
                        outcome: outcome(of: error)), in: &timeline)
                throw timeline.completed(error, request: request)
            }
        }
        let record = AttemptRecord(
            request: request, redirects: redirects, result: result, number: timeline.count + 1, start: attemptStart, elapsed: elapsed,
            decisions: decisions, bounds: bounds)
        reporter?.report(.received(record.summary))
        return record
    }

    /// An attempt that nothing judges.
    private func note(_ attempt: Attempt, in timeline: inout Timeline) {
        timeline.append(attempt)
        reporter?.report(.received(attempt))
    }

    @inline(__always)
    private func adapted(_ built: HTTPRequest, count: inout Int) async throws -> HTTPRequest {
        let client = operation.client
        var request = built
        for adapter in client.adapters {
            count += 1
            request = try await adapter.adapt(consume request)
        }
        for adapter in operation.adapters {
            count += 1
            request = try await adapter.adapt(consume request)
        }
        if let modifiers {
            for adapter in modifiers.options.adapters {
                count += 1
                request = try await adapter.adapt(consume request)
            }
        }
        // What authentication adds is known as such: it doesn't follow a redirect to another origin.
        request.beginAdditions()
        if let authentication = client.authentication, operation.isAuthenticated, request.origin == client.builder.origin {
            count += 1
            request = try await authentication.authenticate(consume request)
        }
        try request.validate()
        return request
    }

    private func follow(
        _ response: HTTPResponse, to request: HTTPRequest, over transport: any Transport, recording redirects: inout [Redirect]
    ) async throws -> HTTPResponse {
        let client = operation.client
        return try await RedirectFollower(
            rules: RedirectRules(limit: client.policies.redirects.limit), transport: transport,
            authentication: client.authentication
        ).follow(response, to: request, recording: &redirects)
    }

    // MARK: Its failures

    /// What fails while the call is ended from outside, or its task cancelled, failed because of it.
    private func cause(of error: any Error) -> any Error {
        if let ending = handle.ending { return APIError(ending: ending) }
        return Task.isCancelled ? CancellationError() : error
    }

    private func failed(_ error: any Error, _ timeline: Timeline, request: HTTPRequest) -> any Error {
        timeline.completed(cause(of: error), request: request)
    }

    private var isEnded: Bool { handle.ending != nil || Task.isCancelled }

    private func outcome(of error: any Error) -> Attempt.Outcome {
        isEnded ? .cancelled : .failed((error as? APIError)?.code ?? .custom)
    }

    /// No decision ended the attempt: the transport's own error, if there is one.
    private func undecided(_ record: AttemptRecord, _ timeline: Timeline) -> any Error {
        switch record.result {
        case .failure(let error): failed(error, timeline, request: record.request)
        case .success(let response):
            failed(
                APIError(.undecided, "No decision gave a verdict on the response \(response.status).", response: response), timeline,
                request: record.request)
        }
    }

    /// Of the adapter that was asked last.
    private func adapterName(_ count: Int) -> String? {
        let client = operation.client
        let adapters = client.adapters + operation.adapters + (modifiers?.options.adapters ?? [])
        if adapters.indices.contains(count - 1) { return "\(type(of: adapters[count - 1]))" }
        return count == 0 ? nil : client.authentication.map { "\(type(of: $0))" }
    }
}

extension [any ResponseDecision] {
    /// Whether it is the other one, and not only like it.
    fileprivate func isSameArray(as other: Self) -> Bool {
        withUnsafeBufferPointer { mine in other.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress && mine.count == $0.count } }
    }
}
