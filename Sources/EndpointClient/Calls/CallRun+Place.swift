/// A request holds a slot in the client's limits only while its bytes can move, never while it waits for a token or for the caller's code.
extension CallRun {
    /// Returns a request that may be sent now: it is signed and checked, and holds a slot. Values such as `ts` are computed after the wait
    /// for the slot. A token is awaited before that wait, because its refresh may need a slot.
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

    /// Waits for a slot, after a check.
    func enter(checking check: () throws -> Void = {}) async throws {
        try check()
        if plan.isStream, let streams = core.streams, !BodySource.isRead { try await handle.enter(streams, priority: priority) }
        guard let limit else { return }
        do { try await limit.enter(handle.interruption, priority: priority) } catch {
            if plan.isStream { handle.leaveStream() }
            throw error
        }
    }

    /// Releases the slot after each request. A stream keeps its slot while the caller reads it.
    func leave(keepingStream: Bool) {
        limit?.leave()
        if plan.isStream, !keepingStream { handle.leaveStream() }
    }

    /// nil for a run that needs no slot. A call whose response is read by the body of another request needs none, because that request
    /// holds a slot and waits for the call.
    private var limit: ConcurrencyLimit? {
        membership.isValidation || modifiers?.options.needsPlace == false || BodySource.isRead ? nil : core.limit
    }

    private var priority: TaskPriority { modifiers?.options.priority ?? Task.currentPriority }
}
