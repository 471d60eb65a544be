/// Equal calls share one run: one slot, one cache look-up, one refresh, one set of retries.
extension CallRun {
    /// Whether the call may share its run, provided that its request allows it. The call must have no adapters besides the client's, and
    /// must not stream, download or report progress.
    var mayShare: Bool {
        guard !isOfRefresh, !BodySource.isRead, plan.isPlain, reporter?.followsProgress != true, plan.endpoint.adapters.isEmpty else {
            return false
        }
        guard let options = modifiers?.options else { return true }
        return options.progress == nil && options.adapters.isEmpty
    }

    /// Returns nil if the call doesn't share its run.
    func sharingKey(_ exchanger: Exchanger) async throws -> SharedRuns.Key? {
        let request = try await exchanger.prepare()
        guard request.onlyReads, request.body == nil, let whole = try? core.jar?.adding(to: request) ?? request else { return nil }
        let decisions = exchanger.decisions.compactMap { ($0 as? any SharedDecision)?.sharingKey }
        let retry = modifiers?.options.retry.map(\.sharingKey)
        let json = plan.endpoint.json.map(\.sharingKey)
        guard decisions.count == exchanger.decisions.count, retry.map({ $0 != nil }) ?? true, json.map({ $0 != nil }) ?? true else {
            return nil
        }
        // A call that is answered locally has nothing to share.
        if CacheDemand(request, exchanger.cacheUse).staysLocal { return nil }
        let signer: Signer
        do { signer = try await exchanger.adapters.signer(of: request) } catch { throw exchanger.noted(error) }
        if signer == .unknown { return nil }
        return SharedRuns.Key(
            request: RequestKey(whole, of: signer, over: core.connection(for: request).policy, withFields: true), signer: signer,
            decisions: decisions, retry: retry ?? nil, json: json ?? nil, bodyLimit: request.bodyLimit, timeout: request.timeout,
            needsPlace: exchanger.needsSlot, cacheUse: exchanger.cacheUse)
    }

    /// Creates the value from the response of a run that equal calls share.
    func sharedValue<Value: Sendable>(
        of runs: SharedRuns, _ key: SharedRuns.Key, _ exchanger: Exchanger, _ make: @escaping Exchanger.Make<Value>
    ) async throws -> Value {
        while true {
            try Task.checkCancellation()
            let run = runs.run(key)
            let end: SharedRun.End?
            do {
                end = try await run.end(for: reporter, handle.interruption) {
                    let reporter = reporter.map { _ in
                        CallReporter(core: core, handle: handle, start: start, isInGroup: false, shared: run)
                    }
                    let inner = exchanger.withoutCaller(modifiers, reporter: reporter, sharedRun: run)
                    return { await SharedRun.End(of: inner) }
                } abandoned: {
                    runs.remove(run, key)
                }
            } catch {
                shared = SharedRun.End(.failure(error), attempts: run.attempts)
                throw error
            }
            if let end {
                // If another user has signed in meanwhile, or the cookies have changed, this call must not see the response.
                guard run.isOnly(for: key, sending: userOfNow) else { return try await exchanger.value(make) }
                shared = end
                return try exchanger.made(from: Answer(response: end.result.get()), make)
            }
            runs.remove(run, key)
        }
    }

    /// The user whose cookies a request after a redirect would carry now.
    private func userOfNow(_ request: HTTPRequest, _ signer: Signer) -> KeyDigest? {
        let whole = (try? core.jar?.adding(to: request)) ?? request
        return RequestKey(whole, of: signer, over: core.connection(for: request).policy).user
    }
}
