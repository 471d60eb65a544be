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
        step = .adapting
        do {
            try Task.checkCancellation()
            return if let resumed = chain?.chain.resumed { resumed } else { try await adapters.adapted() }
        } catch { throw noted(error, adapters) }
    }

    /// Why the first request of an attempt wasn't sent. Decisions don't judge this error.
    struct NotSent: Error {
        let reason: any Error
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
        step = .sending
        let end: HopEnd
        do {
            end = try await exchanged(consume request, by: adapters)
        } catch let error as NotSent { throw noted(error.reason, adapters) }
        let record = record(of: end.sent, end.result)
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

    func record(of request: consuming HTTPRequest, _ result: consuming Result<Answer, any Error>) -> AttemptRecord {
        AttemptRecord(
            endpoint: plan.endpoint, number: attempt.number, start: attempt.start, end: core.clock.now - start, request: consume request,
            chain: chain, result: consume result, refreshes: refreshes, decisions: decisions, bounds: bounds,
            signature: signature)
    }

    /// Sends a request, and follows its redirects one after another. Throws only ``NotSent``; any other error is returned with the request.
    private func exchanged(_ request: consuming HTTPRequest, by adapters: AdapterChain) async throws -> HopEnd {
        let wire = wire()
        let first: HopEnd
        do {
            first = try await end(of: consume request, Hop(isCounted: attempt.number > 1, isFirst: true, by: adapters, over: wire))
        } catch { throw NotSent(reason: error) }
        if chain != nil { noteLast(first.sent) }
        guard first.isRedirection else { return first }
        do {
            return HopEnd(sent: first.sent, result: .success(try await followed(first, by: adapters, over: wire)))
        } catch { return HopEnd(sent: first.sent, result: .failure(error)) }
    }

    private func followed(_ first: HopEnd, by adapters: AdapterChain, over wire: Wire) async throws -> Answer {
        var (last, answer) = (first, try first.result.get())
        var isCounted = answer.response.source == .network
        while true {
            var chain = chain?.chain ?? RedirectChain(last.sent, plain: last.plain ?? adapters.unsigned(last.sent))
            let rules = RedirectRules(adapters.provenance)
            guard let next = try rules.next(after: chain.requests, chain.plain, response: answer.response) else { return answer }
            try await waitAsAsked(by: answer.response) { rules.refusal(of: next, after: chain.last, answer.response, $0) }
            chain.append(next, answering: answer.response.status)
            self.chain = RedirectChain.Shared(chain)
            try Task.checkCancellation()
            last = try await end(
                of: next, Hop(isCounted: isCounted || attempt.number > 1, isFirst: false, by: adapters, over: wire))
            noteLast(last.sent)
            answer = try last.result.get()
            isCounted = isCounted || answer.response.source == .network
        }
    }

    /// Waits before a redirect is followed, if the server asks for a wait (RFC 9110, section 10.2.3).
    private func waitAsAsked(by response: HTTPResponse, orThrow refusal: (_ reason: String) -> APIError) async throws {
        guard response.source == .network, let wait = RetryAfter(response)?.wait, wait > .zero else { return }
        let (longest, left) = (bounds.retry.maxRetryAfter, bounds.deadline.map { $0 - (core.clock.now - start) })
        if wait > longest {
            throw refusal("its Retry-After is \(wait.inSeconds), and maxRetryAfter is \(longest.inSeconds)")
        }
        if let left, wait >= left {
            throw refusal("its Retry-After of \(wait.inSeconds) would end after the deadline")
        }
        try await pause(wait)
    }

    /// Notes the last request of a redirect chain as it was sent.
    func noteLast(_ sent: HTTPRequest) { chain = chain.map { RedirectChain.Shared($0.chain.sending(sent)) } }

    private func wire() -> Wire {
        let (callID, priority) =
            switch membership {
            case .shared(_, let callID): (callID, modifiers?.options.priority?.rawValue)
            case .validation: (handle.id, TaskPriority.background.rawValue)
            case .call, .refresh: (handle.id, modifiers?.options.priority?.rawValue)
            }
        let deadline = membership.isValidation ? start : bounds.deadline.map { start + min($0, .longestSleep) }
        return Wire(
            core: core, handle: handle, callID: callID, measures: isMeasured || reporter != nil, deadline: deadline, priority: priority,
            isMisdirected: timeline.isMisdirected,
            bodyTimeout: modifiers?.options.timeout == nil ? plan.bodyTimeout : nil)
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
        if wait > .zero { try await handle.waiting { [core] in try await core.clock.sleep(for: wait) } }
    }
}
