extension APIClient {
    /// The calls that are on their way, or wait for their turn; of a stream, until its body is read or let go of.
    public final var activeCalls: [CallHandle] { registry.all.reversed() }

    /// Of the active calls, those that wait for their turn: see ``ClientPolicies/concurrentCalls``.
    public final var waitingCallCount: Int { limit?.waitingCount ?? 0 }

    /// Ends every active call of this client with ``APIError/Code/cancelled`` and the reason ``APIError/CancellationReason/client``. Calls that
    /// start later are not affected.
    public final func cancelAll() { for call in registry.all { call.end(.cancelled(.client)) } }

    /// Ends the active calls whose endpoint meets `predicate`.
    public final func cancelCalls(where predicate: (any Endpoint) -> Bool) {
        for call in registry.all where predicate(call.endpoint) { call.end(.cancelled(.client)) }
    }

    /// Ends the active calls that have this tag.
    public final func cancelCalls(tagged tag: String) {
        for call in registry.all where call.tags.contains(tag) { call.end(.cancelled(.client)) }
    }
}
