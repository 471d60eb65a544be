/// Sends a request again, once, if another user has signed it than the one for whom the steps below prepared it.
struct SenderStep: ExchangeStep {
    func send(
        _ request: consuming HTTPRequest, _ context: ExchangeContext, _ attempt: inout AttemptState, _ next: Next
    ) async throws -> ExchangeResult {
        let plain = request
        let end = try await next.send(plain, context, &attempt)
        if end.unsent != .otherSender { return end }
        var again = context
        again.isPreparedAgain = true
        return try await next.send(plain, again, &attempt)
    }
}
