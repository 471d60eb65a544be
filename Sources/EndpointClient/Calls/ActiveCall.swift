internal import Synchronization

/// The client's resources that a call holds until its outcome is delivered and its bodies are read or released.
struct ActiveCall {
    /// The client. The handle drops this value when the call ends, because a finished handle must not retain the client.
    let core: ClientCore
    /// The call's index among the client's active calls; nil if the call isn't one of them.
    let place: Int?
    /// The number of the call's deadline in the client's timer.
    var deadline: Int?
    /// Whether the call holds a slot in the client's limit of streams.
    var holdsStream = false

    /// Releases everything. Returns waits for the caller to resume.
    func end() -> [Wait<Void>] {
        if let deadline { core.deadlines.remove(deadline) }
        if holdsStream { core.streams?.leave() }
        return place.map { place in core.calls.withLock { $0.remove(at: place) } } ?? []
    }
}

extension CallHandle {
    /// Joins the groups, and the client's active calls if it is one of them.
    func join(_ core: ClientCore, isActive: Bool) {
        let (place, isClosed) = isActive ? core.calls.withLock { ($0.insert(self), $0.isClosed) } : (nil, false)
        state.withLock { $0.membership = ActiveCall(core: core, place: place) }
        for group in groups { group.insert(self) }
        if isClosed { end(.closed) }
    }

    /// Makes the call end `deadline` after `start`. For a stream, the client's deadline covers the time until the head arrives; the call's
    /// own deadline covers the body too.
    func setDeadline(_ deadline: Duration, after start: Duration, by timer: DeadlineTimer, coversBody: Bool) {
        state.withLock { $0.deadlineCoversBody = coversBody }
        let number = timer.add(self, at: start, after: deadline)
        state.withLock { $0.membership?.deadline = number }
    }

    /// Takes a slot in the client's limit of streams, until the body is read or released.
    func enter(_ streams: ConcurrencyLimit, priority: TaskPriority) async throws {
        try await streams.enter(interruption, priority: priority)
        state.withLock { $0.membership?.holdsStream = true }
    }

    func leaveStream() {
        let core = state.withLock { state in
            defer { state.membership?.holdsStream = false }
            return state.membership?.holdsStream == true ? state.membership?.core : nil
        }
        core?.streams?.leave()
    }

    /// Reports a failure to the groups. A cancelled call hasn't failed.
    func tellGroups(of error: any Error) {
        if error.isCancellation || continuesAfter?(error) == true { return }
        for group in groups { group.fail(with: error) }
    }

    /// A delivered body is part of the call until it is read or released.
    func holdBody() { state.withLock { $0.bodies += 1 } }

    func releaseBody(_ end: BodyEnd) {
        let bodyEnded = state.withLock { state in state.bodies == 1 ? state.bodyEnded.take() : nil }
        bodyEnded?(end)
        leave { $0.bodies -= 1 }
    }

    /// Leaves the client and the groups once all bodies that were handed out are read or released.
    func leave() { leave { $0.hasLeft = true } }

    private func leave(_ change: (inout State) -> Void) {
        let ended = state.withLock { state in
            change(&state)
            return state.hasLeft && state.bodies == 0 ? state.membership.take() : nil
        }
        guard let ended else { return }
        let waiters = (groups.isEmpty ? [] : groups.flatMap { $0.remove(self) }) + ended.end()
        for waiter in waiters { waiter.finish(.success(())) }
    }
}
