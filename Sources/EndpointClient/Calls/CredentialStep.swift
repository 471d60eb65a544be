/// Signs a request. A client may have this step twice: custom code may wait, so it signs before the wait for a slot. Anything else signs
/// after it, because a token may change meanwhile, and values such as `ts` should be fresh.
struct CredentialStep: ExchangeStep {
    /// Whether the step comes before the wait for a slot.
    let waits: Bool

    func send(
        _ request: consuming HTTPRequest, _ context: ExchangeContext, _ attempt: inout AttemptState, _ next: Next
    ) async throws -> ExchangeResult {
        let exchanger = context.exchanger
        if context.isSigned {
            // A token may have changed during the wait for the slot.
            if !waits, !context.mayUseExpiredToken, await !exchanger.adapters.areTokensCurrent(in: context.signature) {
                return ExchangeResult(sent: request, result: .failure(ExchangeResult.Unsent.tokenMissing))
            }
            return try await next.send(request, context, &attempt)
        }
        if waits == exchanger.adapters.signsAtOnce { return try await next.send(request, context, &attempt) }
        var context = context
        if !context.listeners.isEmpty || exchanger.body.isDownload { context.unsigned = ExchangeContext.Kept(copy request) }
        switch try await exchanger.adapters.authenticated(request, isLast: context.mayUseExpiredToken) {
        case .tokenMissing(let request):
            return ExchangeResult(sent: request, result: .failure(ExchangeResult.Unsent.tokenMissing))
        case .signed(let signed, let signature):
            try signed.validate()
            (context.signature, context.isSigned) = (signature, true)
            return try await next.send(signed, context, &attempt)
        }
    }
}
