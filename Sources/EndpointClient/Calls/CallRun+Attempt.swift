/// The number of an attempt, and the time from the start of the call to the start of the attempt.
struct AttemptStart {
    var number = 0
    var start = Duration.zero
}

extension CallRun {
    func begin() throws {
        let number = timeline.count + 1
        reporter?.begin(attempt: number)
        try handle.checkEnding()
        // The first attempt starts with the call.
        attempt = AttemptStart(number: number, start: number == 1 ? .zero : core.clock.now - start)
    }

    /// Returns the request of an attempt before it is signed.
    func adapted(by adapters: AdapterChain) async throws -> HTTPRequest {
        do {
            try Task.checkCancellation()
            return if let resumed = chain?.chain.resumed { resumed } else { try await adapters.adapted() }
        } catch { throw noted(error, adapters) }
    }

    /// Notes an attempt that wasn't sent.
    func noted(_ error: any Error, _ adapters: AdapterChain) -> any Error {
        let error = caused(error)
        note(
            Attempt(
                number: attempt.number, start: attempt.start, duration: core.clock.now - start - attempt.start,
                outcome: isEnded ? .cancelled : .failed((error as? APIError)?.code ?? .custom), adapter: adapters.failed))
        return error
    }

    /// Notes an attempt that isn't judged.
    private func note(_ attempt: Attempt) {
        timeline.append(attempt)
        reporter?.report(.received(attempt))
    }

    /// Sends the request, and follows redirects. The decisions judge errors from the transport as well as its responses.
    func sent(_ request: consuming HTTPRequest, by adapters: AdapterChain) async throws -> AttemptRecord {
        // The retry budget counts one request for each call.
        var state = AttemptState(chain, isCounted: attempt.number > 1)
        let end: ExchangeResult
        do { end = try await core.steps.send(consume request, ExchangeContext(self, adapters), &state) } catch {
            // Decisions don't judge why a request wasn't sent.
            throw noted(error, adapters)
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
    func append(_ record: AttemptRecord) {
        timeline.append(record)
        if case .shared(let run, _) = membership { run.note(timeline.attempts) }
        reporter?.report(.received(record.summary()), after: record.end)
    }

    private func record(of end: borrowing ExchangeResult) -> AttemptRecord {
        AttemptRecord(
            endpoint: plan.endpoint, number: attempt.number, start: attempt.start, end: core.clock.now - start, request: end.sent,
            chain: chain, result: end.result, refreshes: refreshes, decisions: decisions, bounds: bounds, signature: end.signature)
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

    /// The last request that was sent; nil until the first request has been built.
    var sent: SentRequest? {
        if let shared { return shared.sent }
        guard let adapters else { return nil }
        let first = timeline.lastRequest ?? adapters.original
        return SentRequest(
            request: chain?.chain.last ?? first, first: chain?.chain.first ?? first,
            isIdempotent: chain?.chain.requests.allSatisfy(\.isIdempotent) ?? first.isIdempotent, home: adapters.original.origin,
            provenance: adapters.provenance)
    }

    func pause(_ wait: Duration) async throws {
        if wait > .zero { try await handle.interruption.waiting { [core] in try await core.clock.sleep(for: wait) } }
    }
}
