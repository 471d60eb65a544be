/// A request takes its place in the limits of the client only while its bytes can move, never while it waits for a token or for code of the
/// caller.
extension CallRun {
    /// A request that may be sent now: authenticated, in its place, and checked. Values such as `ts` are made after the wait for the place. A
    /// token is awaited before it, because its refresh may need the place.
    func ready(_ request: consuming HTTPRequest, by adapters: AdapterChain) async throws -> HTTPRequest {
        step = .adapting
        if adapters.signsAtOnce { try await enter() }
        do {
            (request, signature) = try await adapters.authenticated(request)
            try request.validate()
        } catch {
            if adapters.signsAtOnce { leave(keepingStream: false) }
            throw error
        }
        if !adapters.signsAtOnce { try await enter() }
        step = .sending
        return request
    }

    /// Waits for a place, after a check.
    func enter(checking check: () throws -> Void = {}) async throws {
        try check()
        if plan.isStream, let streams = core.streams, !BodySource.isRead { try await handle.enter(streams, priority: priority) }
        guard let limit else { return }
        do { try await limit.enter(handle.interruption, priority: priority) } catch {
            if plan.isStream { handle.leaveStream() }
            throw error
        }
    }

    /// Gives the place back after each request. That of a stream is kept while the caller reads it.
    func leave(keepingStream: Bool) {
        limit?.leave()
        if plan.isStream, !keepingStream { handle.leaveStream() }
    }

    /// nil for a run that needs no place. What the body of another request reads needs none, because that request waits for it in its place.
    private var limit: ConcurrencyLimit? {
        membership.isValidation || modifiers?.options.needsPlace == false || BodySource.isRead ? nil : core.limit
    }

    private var priority: TaskPriority { modifiers?.options.priority ?? Task.currentPriority }
}
