/// The number of an attempt, and the time from the call's start to the attempt's.
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

    /// The request of an attempt, before it is signed.
    func adapted(by adapters: AdapterChain) async throws -> HTTPRequest {
        step = .adapting
        do {
            try Task.checkCancellation()
            return if let resumed = chain?.chain.resumed { resumed } else { try await adapters.adapted() }
        } catch { throw noted(error, adapters) }
    }

    /// Why the first request of an attempt wasn't sent. Decisions don't judge that.
    struct NotSent: Error {
        let reason: any Error
    }

    /// Notes an attempt that wasn't sent.
    private func noted(_ error: any Error, _ adapters: AdapterChain) -> any Error {
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

    /// Sends the request, and follows redirects. The decisions judge the transport's errors like its responses.
    func sent(_ request: consuming HTTPRequest, by adapters: AdapterChain) async throws -> AttemptRecord {
        step = .sending
        var request = consume request
        let result: Result<Answer, any Error>
        do {
            result = .success(try await exchanged(&request, by: adapters))
        } catch let error as NotSent {
            throw noted(error.reason, adapters)
        } catch { result = .failure(error) }
        let record = record(of: consume request, consume result)
        // A cancelled transfer may look like a complete response, so it isn't judged.
        if isEnded {
            timeline.noteRequest(of: record)
            note(record.summary(.cancelled))
            throw CancellationError()
        }
        timeline.append(record)
        reporter?.report(.received(record.summary()), after: record.end)
        return record
    }

    func record(of request: consuming HTTPRequest, _ result: consuming Result<Answer, any Error>) -> AttemptRecord {
        AttemptRecord(
            endpoint: plan.endpoint, number: attempt.number, start: attempt.start, end: core.clock.now - start, request: consume request,
            chain: chain, result: consume result, refreshes: refreshes, decisions: decisions, bounds: bounds,
            credential: signature?.credential)
    }

    /// Sends a request, and follows its redirects, one after the other. `request` becomes the first one as it was sent.
    private func exchanged(_ request: inout HTTPRequest, by adapters: AdapterChain) async throws -> Answer {
        let wire = wire()
        var hop = Hop(plain: request, isFirst: true, isCounted: attempt.number > 1)
        var answer: Answer
        do {
            defer {
                request = hop.sent
                noteLast(hop)
            }
            answer = try await answered(&hop, by: adapters, over: wire)
        }
        guard answer.response.status.isRedirection else { return answer }
        let rules = RedirectRules(core.policies.redirects, ownItems: core.builder.ownItems.union(adapters.addedItems))
        while true {
            var followed = chain?.chain ?? RedirectChain(hop.sent, plain: hop.plain)
            let next = try rules.next(
                after: followed.requests, followed.plain, response: answer.response, isEchoed: { echoes?.contains($0) ?? false })
            guard let next else { return answer }
            followed.append(next, answering: answer.response.status)
            chain = RedirectChain.Shared(followed)
            try Task.checkCancellation()
            hop = Hop(plain: next, isFirst: false, isCounted: hop.isCounted)
            defer { noteLast(hop) }
            answer = try await answered(&hop, by: adapters, over: wire)
        }
    }

    /// Notes the last request of a chain as it was sent.
    func noteLast(_ hop: Hop) { chain = chain.map { RedirectChain.Shared($0.chain.sending(hop.sent)) } }

    private func wire() -> Wire {
        let (callID, priority) =
            switch membership {
            case .shared(_, let callID): (callID, modifiers?.options.priority?.rawValue)
            case .validation: (handle.id, TaskPriority.background.rawValue)
            case .call, .refresh: (handle.id, modifiers?.options.priority?.rawValue)
            }
        let deadline = membership.isValidation ? start : bounds.deadline.map { start + min($0, .longestSleep) }
        return Wire(
            core: core, handle: handle, callID: callID, measures: isMeasured || reporter != nil, deadline: deadline, priority: priority)
    }

    /// The last request that was sent; nil before the first request was built.
    var sent: SentRequest? {
        if let shared { return shared.sent }
        guard let adapters else { return nil }
        let first = timeline.lastRequest ?? adapters.original
        return SentRequest(
            request: chain?.chain.last ?? first, first: chain?.chain.first ?? first,
            isIdempotent: chain?.chain.requests.allSatisfy(\.isIdempotent) ?? first.isIdempotent, adapters: adapters, echoes: echoes,
            builder: core.builder)
    }

    func pause(_ wait: Duration) async throws {
        if wait > .zero { try await handle.waiting { [core] in try await core.clock.sleep(for: wait) } }
    }
}
