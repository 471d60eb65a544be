/// A request holds a slot in the client's limits only while its bytes can move, never while it waits for a token or for the caller's code.
extension CallRun {
    /// How many turns a request gets whose token expires in the queue. With the last one, it is sent with the expired token.
    static let turnLimit = 3

    /// Returns a request that may be sent now: it is signed and checked, and holds a slot. Values such as `ts` are computed after the wait
    /// for the slot. A token is awaited before that wait, because its refresh may need a slot. If the token has expired or was removed
    /// when the slot is free, the request gives the slot back and waits for both again.
    func ready(_ request: consuming HTTPRequest, by adapters: AdapterChain) async throws -> HTTPRequest {
        step = .adapting
        var rest: HTTPRequest? = consume request
        var turn = 0
        while let request = rest.take() {
            turn += 1
            if adapters.needsTokens(for: request) {
                try await adapters.awaitTokens()
                if turn < Self.turnLimit { rest = copy request }
            }
            if let signed = try await signed(consume request, by: adapters, isLast: rest == nil) {
                step = .sending
                return signed
            }
        }
        throw APIError(
            .authentication, "The request wasn't sent, because its token was removed \(turn) times while it waited for its turn.")
    }

    /// Returns the signed request, which holds a slot; nil if a token must be awaited first.
    private func signed(_ request: consuming HTTPRequest, by adapters: AdapterChain, isLast: Bool) async throws -> HTTPRequest? {
        // Custom authentications may wait, so they sign before the request has a slot.
        if adapters.signsAtOnce { try await enter() }
        let signed: HTTPRequest
        do {
            guard let next = try await adapters.authenticated(request, isLast: isLast) else {
                if adapters.signsAtOnce { leave(keepingStream: false) }
                return nil
            }
            signed = next.0
            signature = next.1
            try signed.validate()
        } catch {
            if adapters.signsAtOnce { leave(keepingStream: false) }
            throw error
        }
        if !adapters.signsAtOnce {
            try await enter()
            if !isLast, await !adapters.areTokensCurrent(in: signature) {
                leave(keepingStream: false)
                return nil
            }
        }
        return signed
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
