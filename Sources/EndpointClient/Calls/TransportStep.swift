/// Sends a request with the client's transport, if it still belongs to the user for whom it was prepared.
struct TransportStep: ExchangeStep {
    func send(
        _ request: consuming HTTPRequest, _ context: ExchangeContext, _ attempt: inout AttemptState, _ next: Next
    ) async throws -> ExchangeResult {
        let (request, signer) = (request, context.signer)
        if let unsigned = context.unsigned?.request {
            context.identified(signer, of: unsigned)
            for listener in context.listeners where try !listener.willSend(request, unsigned: unsigned, by: signer) {
                return ExchangeResult(sent: request, result: .failure(ExchangeResult.Unsent.otherSender))
            }
        }
        try context.exchanger.adapters.checkWriter(context.signature, of: request, cookiesSince: context.moment)
        attempt.report(request, to: context.exchanger.reporter)
        attempt.count(in: context.exchanger.bounds.budget)
        let result = await Wire(context).answer(to: request, of: context.unsigned?.request, by: signer, attempt.chain)
        return ExchangeResult(sent: request, result: result, signature: context.signature)
    }
}
