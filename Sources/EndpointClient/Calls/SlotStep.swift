/// Holds a slot in the client's limits while a request and its response are on the way, never while the request waits for a token or for
/// the caller's code. A stream keeps its slot while the caller reads it.
struct SlotStep: ExchangeStep {
    let limit: ConcurrencyLimit?
    let streams: ConcurrencyLimit?

    func send(
        _ request: consuming HTTPRequest, _ context: ExchangeContext, _ attempt: inout AttemptState, _ next: Next
    ) async throws -> ExchangeResult {
        let exchanger = context.exchanger
        // A call whose response is read by the body of another request needs no slot, because that request holds one and waits for the call.
        if BodySource.isRead { return try await next.send(request, context, &attempt) }
        let (reader, limit) = (exchanger.body.reader, exchanger.needsSlot ? limit : nil)
        var keepsStream = false
        if let streams { try await reader?.enter(streams, priority: exchanger.priority) }
        defer { if !keepsStream { reader?.leaveStream() } }
        try await limit?.enter(exchanger.interruption, priority: exchanger.priority)
        defer { limit?.leave() }
        let end = try await next.send(request, context, &attempt)
        keepsStream = end.isStreamed
        return end
    }
}
