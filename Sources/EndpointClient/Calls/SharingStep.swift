/// Tells the runs that equal calls share who sends which request, and ends the sharing of runs for resources that a write may have changed.
struct SharingStep: ExchangeStep {
    let runs: SharedRuns

    func send(
        _ request: consuming HTTPRequest, _ context: ExchangeContext, _ attempt: inout AttemptState, _ next: Next
    ) async throws -> ExchangeResult {
        let (request, core) = (request, context.exchanger.core)
        if let run = context.exchanger.sharedRun {
            let listener = Listener(run: run, core: core, redirected: attempt.chain == nil ? nil : request)
            return try await next.send(request, context.listening(listener), &attempt)
        }
        if request.onlyReads { return try await next.send(request, context, &attempt) }
        var response: HTTPResponse?
        defer { runs.retire(request.resourcesChanged(by: response, socket: core.connection(for: request).policy.unixSocket)) }
        let end = try await next.send(request, context, &attempt)
        response = try? end.result.get().response
        return end
    }

    private struct Listener: ExchangeListener {
        let run: SharedRun
        let core: ClientCore
        /// The request before cookies were added, if a redirect has led to it.
        let redirected: HTTPRequest?

        func identified(_ signer: Signer, of unsigned: HTTPRequest) {
            run.note(signer, RequestKey(unsigned, of: signer, over: core.connection(for: unsigned).policy), redirected: redirected)
        }
    }
}
