internal import Synchronization

/// One use of a call, in flight or finished. Use it to cancel the call and to inspect its state.
public final class CallHandle: Sendable, Identifiable {
    /// Unique in this process.
    public let id: UInt64
    /// The tags that ``Call/tagged(_:)`` added.
    public let tags: Set<String>
    /// Interrupts the call's waits.
    let interruption = Interruption()
    private let plannedEndpoint: any Endpoint
    let continuesAfter: (@Sendable (any Error) -> Bool)?
    let groups: [CallGroup.Members]
    let state = Mutex(State())
    private static let lastID = Atomic<UInt64>(0)

    /// Why a call was ended from outside.
    enum Ending: Sendable {
        case cancelled(APIError.CancellationReason)
        case deadline(Duration)
        /// The call joined a group that had been cancelled.
        case late(cause: (any Error)?)
        /// The call's client had been shut down.
        case closed

        var isCancel: Bool { if case .deadline = self { false } else { true } }
    }

    /// How a delivered body ended.
    enum BodyEnd: Sendable {
        case complete
        case failed(any Error)
        /// The reader released the body before its end.
        case released
    }

    enum Phase {
        case running
        /// The value is available, but the caller doesn't have it yet: only a cancellation can still replace it.
        case made
        /// The caller has the outcome.
        case over
    }

    struct State {
        var phase = Phase.running
        var ending: Ending?
        var isTaskCancelled = false
        /// Whether the caller has the outcome, and the run is over.
        var hasLeft = false
        /// The number of delivered bodies that are still being read.
        var bodies = 0
        /// Called when the last body ends.
        var bodyEnded: (@Sendable (BodyEnd) -> Void)?
        /// What the errors of these bodies carry.
        var facts: CallFacts?
        /// The client's resources that the call holds; nil before the call joins its client, and after it has ended.
        var membership: ActiveCall?
        /// Whether the deadline applies until the body is read.
        var deadlineCoversBody = false
    }

    init(_ endpoint: any Endpoint, _ modifiers: CallOptions.Shared?, groups: [CallGroup.Members]) {
        id = Self.lastID.wrappingAdd(1, ordering: .relaxed).newValue
        tags = modifiers?.options.tags ?? []
        continuesAfter = modifiers?.options.continuesAfter
        plannedEndpoint = endpoint
        self.groups = groups
    }

    /// The endpoint of the call.
    public var endpoint: any Endpoint { plannedEndpoint.subject }

    /// Ends the call at once with ``APIError/Code/cancelled``: the connection is closed, or the request isn't sent at all. Cancelling a
    /// finished call has no effect.
    public func cancel() { end(.cancelled(.caller)) }

    /// Whether the call's handle, group, client or task cancelled it before its outcome was delivered.
    public var isCancelled: Bool { state.withLock { $0.isTaskCancelled || $0.ending?.isCancel == true } }

    /// Whether the call's outcome has been delivered.
    public var isFinished: Bool { state.withLock { $0.phase == .over } }

    // MARK: Ending the call from outside

    func end(_ ending: Ending) {
        let ends = state.withLock { state in
            // After the outcome, only a body that is still being read can be ended.
            let mayEndLater = ending.isCancel ? state.phase == .made || state.bodies > 0 : state.bodies > 0 && state.deadlineCoversBody
            guard state.ending == nil, state.phase == .running || mayEndLater else { return false }
            state.ending = ending
            return true
        }
        if ends { interruption.interrupt() }
    }

    /// What the errors of a body carry; nil until the body is delivered.
    var facts: CallFacts? { state.withLock { $0.facts } }

    /// Why the call was ended from outside; nil if it wasn't.
    var ending: Ending? { state.withLock { $0.ending } }

    /// Throws if the call was ended from outside.
    func checkEnding() throws { if let ending { throw APIError(ending: ending) } }

    /// Notes that the call failed because its task was cancelled.
    func noteTaskCancellation() { state.withLock { $0.isTaskCancelled = true } }

    // MARK: The call's end

    /// Notes that the value is available. Throws if the call has already been ended.
    func made() throws {
        let ending = state.withLock { state in
            if state.ending == nil { state.phase = .made }
            return state.ending
        }
        if let ending { throw APIError(ending: ending) }
    }

    /// Notes that the outcome is delivered now. Returns an earlier ending, which replaces the outcome, and whether all delivered bodies
    /// have been read or released.
    ///
    /// - Parameters:
    ///   - facts: what the errors of bodies that are still being read carry.
    ///   - bodyEnded: called when the last of these bodies ends.
    func deliver(
        _ facts: CallFacts? = nil, telling bodyEnded: (@Sendable (BodyEnd) -> Void)? = nil
    ) -> (ending: Ending?, isRead: Bool) {
        state.withLock { state in
            state.phase = .over
            if state.bodies > 0 { (state.facts, state.bodyEnded) = (facts, bodyEnded) }
            return (state.ending, state.bodies == 0)
        }
    }
}

extension Error {
    /// Whether the error is a cancellation.
    var isCancellation: Bool { self is CancellationError || (self as? APIError)?.code == .cancelled }
}

extension APIError {
    init(ending: CallHandle.Ending) {
        switch ending {
        case .cancelled(let reason): self.init(reason)
        case .late(let cause):
            self.init(.group(cause: cause))
            let reason = cause.map { ", because a call in it failed: \($0.sentence)" } ?? ""
            message = "The call wasn't made: its group was cancelled earlier\(reason). Call `reset()` to use the group again."
        case .closed:
            self.init(.shutDown)
            message = "The call wasn't made: its client has been shut down."
        case .deadline(let deadline): self.init(.deadline, "The call took longer than its deadline of \(deadline).")
        }
    }
}
