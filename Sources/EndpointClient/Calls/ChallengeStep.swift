/// Sends a request again as long as the authentication answers the responses. Each answer begins another attempt.
struct ChallengeStep: ExchangeStep {
    /// The maximum number of challenges that are answered for one request.
    private static let limit = 2

    func send(
        _ request: consuming HTTPRequest, _ context: ExchangeContext, _ attempt: inout AttemptState, _ next: Next
    ) async throws -> ExchangeResult {
        let exchanger = context.exchanger
        guard let authentication = exchanger.adapters.authentication, authentication.answersChallenges else {
            return try await next.send(request, context, &attempt)
        }
        var (plain, context) = (request, context)
        var end = try await next.send(plain, context, &attempt)
        while attempt.answers < Self.limit, exchanger.hasAttemptsLeft {
            guard case .success(let answer) = end.result, let signature = end.signature else { break }
            var (again, renewed) = (plain, context)
            // The challenge may have set a cookie.
            for listener in context.listeners { try listener.renew(&again, &renewed) }
            guard let (signed, signature) = try await exchanger.adapters.answer(answer.response, to: end.sent, signature, repeating: again)
            else { break }
            for listener in context.listeners { listener.rejected(answer.response) }
            (plain, context) = (again, renewed)
            try exchanger.begin(after: end, &attempt, by: authentication.authentication)
            (context.signature, context.unsigned, context.isSigned) = (signature, ExchangeContext.Kept(plain), true)
            try signed.validate()
            end = try await next.send(signed, context, &attempt)
        }
        return end
    }
}
