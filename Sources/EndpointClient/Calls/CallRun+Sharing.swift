/// Equal calls share one run: one slot, one cache look-up, one refresh, one set of retries.
extension CallRun {
    /// Whether the call may share its run, provided that its request allows it. The call must have no adapters besides the client's, and
    /// must not stream, download or report progress.
    var mayShare: Bool {
        guard membership.isActiveCall, !BodySource.isRead, plan.isPlain, reporter?.followsProgress != true, plan.endpoint.adapters.isEmpty
        else { return false }
        guard let options = modifiers?.options else { return true }
        return options.progress == nil && options.adapters.isEmpty
    }

    /// Returns nil if the call doesn't share its run.
    func sharingKey(of request: HTTPRequest, _ adapters: AdapterChain) async throws -> SharedRuns.Key? {
        guard request.onlyReads, request.body == nil, let whole = try? core.jar?.adding(to: request) ?? request else { return nil }
        let decisions = decisions.compactMap { ($0 as? any SharedDecision)?.sharingKey }
        let retry = modifiers?.options.retry.map(\.sharingKey)
        let json = plan.endpoint.json.map(\.sharingKey)
        guard decisions.count == self.decisions.count, retry.map({ $0 != nil }) ?? true, json.map({ $0 != nil }) ?? true else { return nil }
        // A call that is answered locally has nothing to share.
        if CacheDemand(request, cacheUse).staysLocal { return nil }
        let signer = try await adapters.signer(of: request)
        if signer == .unknown { return nil }
        return SharedRuns.Key(
            request: RequestKey(whole, of: signer, over: core.connection(for: request).policy, withFields: true), signer: signer,
            decisions: decisions, retry: retry ?? nil, json: json ?? nil, bodyLimit: request.bodyLimit, timeout: request.timeout,
            needsPlace: modifiers?.options.needsPlace != false, cacheUse: cacheUse)
    }

    /// Creates the value from the response of a run that equal calls share.
    func made<Value: Sendable>(
        by first: SharedRun, of runs: SharedRuns, _ key: SharedRuns.Key, first request: HTTPRequest, _ adapters: AdapterChain,
        _ make: @escaping Make<Value>
    ) async throws -> Value {
        var run = first
        while true {
            try Task.checkCancellation()
            let end: SharedRun.End?
            do {
                end = try await run.end(for: reporter, handle.interruption) { [run] in
                    let inner = CallRun(.shared(run, callID: handle.id), of: self, adapters)
                    return { await inner.end(first: request) }
                } abandoned: { [run] in
                    runs.remove(run, key)
                }
            } catch {
                shared = SharedRun.End(.failure(error), attempts: run.attempts)
                throw error
            }
            if let end {
                // If another user has signed in meanwhile, or the cookies have changed, this call must not see the response.
                if run.isOnly(for: key, sending: userOfNow) { return try made(from: end, make) }
                return try await madeByAttempts(adapters, first: request, make)
            }
            runs.remove(run, key)
            run = runs.run(key)
        }
    }

    /// The user whose cookies a request after a redirect would carry now.
    private func userOfNow(_ request: HTTPRequest, _ signer: Signer) -> KeyDigest? {
        let whole = (try? core.jar?.adding(to: request)) ?? request
        return RequestKey(whole, of: signer, over: core.connection(for: request).policy).user
    }

    private func made<Value: Sendable>(from end: SharedRun.End, _ make: Make<Value>) throws -> Value {
        shared = end
        let response = try end.result.get()
        isMaking = true
        let value = try make(Answer(response: response), decoder)
        if isMeasured { self.response = response }
        try noteValue()
        return value
    }

    /// The outcome of a run that has no caller of its own: the response, which each call decodes.
    func end(first: HTTPRequest?) async -> SharedRun.End {
        let result: Result<HTTPResponse, any Error>
        do {
            guard let adapters else { throw APIError.impossible("A run has no request") }
            if case .shared(let run, _) = membership, core.isObserved {
                reporter = CallReporter(core: core, handle: handle, start: start, isInGroup: false, shared: run)
                body = try transfer(adapters.original)
            }
            if first != nil { try begin() }
            result = .success(
                try await withTaskCancellationHandler {
                    try await madeByAttempts(adapters, first: first) { answer, _ in answer.response }
                } onCancel: {
                    handle.cancel()
                })
        } catch { result = .failure(caused(error)) }
        return SharedRun.End(result, attempts: timeline.attempts, sent: sent, obstacle: timeline.obstacle)
    }

    /// Validates a stale response that a call receives at once (RFC 5861, section 3). The validation ends at the request's timeout, or with
    /// the client.
    func validate(_ stored: StoredResponse, _ visit: CacheVisit, _ plain: HTTPRequest, by adapters: AdapterChain) {
        // Only this request is validated, because the redirect of a write may have led to it.
        let run = CallRun(.validation, of: self, adapters, sending: plain)
        let (cache, method) = (visit.cache, visit.request.method)
        core.background.start {
            switch await run.end(first: nil).result {
            case .success(let response):
                cache.endValidation(method, stored, hasFailed: response.source == .stale || response.status.rawValue >= 400)
            case .failure(let error):
                // The stored response is removed, so that the next call gets the refusal itself.
                if [401, 403].contains((error as? APIError)?.status?.rawValue) { cache.remove(stored) }
                // A cancellation doesn't count as a failure, because other clients wait after a failure.
                cache.endValidation(method, stored, hasFailed: !Task.isCancelled)
            }
        }
    }
}
