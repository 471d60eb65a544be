/// Waits for the tokens that sign a request, before the request waits for a slot: their refresh may need a slot. If a token has expired or
/// was removed when the slot is free, the request gives the slot back, waits for both again, and all its credentials sign it again.
struct TokenStep: ExchangeStep {
    /// How many turns a request gets whose token expires in the queue. With the last one, it is sent with the expired token.
    private static let turnLimit = 3

    func send(
        _ request: consuming HTTPRequest, _ context: ExchangeContext, _ attempt: inout AttemptState, _ next: Next
    ) async throws -> ExchangeResult {
        guard context.exchanger.adapters.needsTokens(for: request) else { return try await next.send(request, context, &attempt) }
        var (request, context) = (request, context)
        for turn in 1...Self.turnLimit {
            // An answer to a challenge is signed already.
            if !context.isSigned { try await context.exchanger.adapters.awaitTokens() }
            context.mayUseExpiredToken = turn == Self.turnLimit
            let end = try await next.send(request, context, &attempt)
            if end.unsent != .tokenMissing { return end }
            request = context.unsigned?.request ?? request
            (context.isSigned, context.unsigned) = (false, nil)
        }
        throw APIError(
            .authentication, "The request wasn't sent, because its token was removed \(Self.turnLimit) times while it waited for its turn.")
    }
}
