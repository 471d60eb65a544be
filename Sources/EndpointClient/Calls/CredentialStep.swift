/// Signs a request. A client may have this step twice: custom code may wait, so it signs before the wait for a slot. Anything else signs
/// after it, because a token may change meanwhile, and values such as `ts` should be fresh.
struct CredentialStep: ExchangeStep {
    /// Whether the step comes before the wait for a slot.
    let waits: Bool

    func send(
        _ request: consuming HTTPRequest, _ context: ExchangeContext, _ attempt: inout AttemptState, _ next: Next
    ) async throws -> ExchangeResult {
        let adapters = context.adapters
        if context.isSigned {
            // A token may have changed during the wait for the slot.
            if !waits, !context.mayUseExpiredToken, await !adapters.areTokensCurrent(in: context.signature) {
                return ExchangeResult(unsent: request, .tokenMissing)
            }
            return try await next.send(request, context, &attempt)
        }
        if waits == adapters.signsAtOnce { return try await next.send(request, context, &attempt) }
        var context = context
        if !context.listeners.isEmpty || context.run.plan.isDownload { context.unsigned = ExchangeContext.Kept(copy request) }
        switch try await adapters.authenticated(request, isLast: context.mayUseExpiredToken) {
        case .tokenMissing(let request):
            return ExchangeResult(unsent: request, .tokenMissing)
        case .signed(let signed, let signature):
            try signed.validate()
            (context.signature, context.isSigned) = (signature, true)
            return try await next.send(signed, context, &attempt)
        }
    }
}
