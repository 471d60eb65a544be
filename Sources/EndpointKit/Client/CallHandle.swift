internal import Synchronization

/// One use of a call, in flight or finished. It cancels the call and shows its state.
public final class CallHandle: Sendable, Identifiable {
    /// Unique in this process.
    public let id: UInt64
    /// The tags that ``Call/tagged(_:)`` gave it.
    public let tags: Set<String>
    private let plannedEndpoint: any Endpoint
    private let continuesAfter: (@Sendable (any Error) -> Bool)?
    private let groups: [CallGroup.Members]
    private let state = Mutex(State())
    private static let lastID = Atomic<UInt64>(0)

    // The neighbours in the client's list of active calls, guarded by the lock of `ActiveCalls`.
    nonisolated(unsafe) var previous: CallHandle?
    nonisolated(unsafe) var next: CallHandle?
    /// The deadline's entry, guarded by the lock of the client's `DeadlineTimer`.
    nonisolated(unsafe) var deadlineEntry: DeadlineTimer.Entry?

    /// Why a call was ended from outside.
    enum Ending: Sendable {
        case cancelled(APIError.CancellationReason)
        case deadline(Duration)

        var isCancel: Bool { if case .cancelled = self { true } else { false } }
    }

    private struct State: ~Copyable {
        var ending: Ending?
        var isTaskCancelled = false
        var isOver = false
        /// The wait in progress; most calls wait for one thing at a time.
        var wait: (any Interruptible)?
        var otherWaits: [any Interruptible] = []
        /// The run has ended.
        var hasLeft = false
        /// The bodies that were handed out and are still read.
        var bodies = 0
        /// nil after the end: a finished handle must not retain the client.
        var core: ClientCore?

        mutating func removeWaits() -> [any Interruptible] {
            defer { (wait, otherWaits) = (nil, []) }
            return wait.map { [$0] + otherWaits } ?? otherWaits
        }
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

    /// Ends the call at once with ``APIError/Code/cancelled``: the connection is closed, or the request isn't sent at all. A finished call
    /// isn't changed.
    public func cancel() { end(.cancelled(.caller)) }

    /// Whether the call was cancelled before its outcome: by its handle, group, client or task.
    public var isCancelled: Bool { state.withLock { $0.isTaskCancelled || $0.ending?.isCancel == true } }

    /// Whether the call has its outcome.
    public var isFinished: Bool { state.withLock { $0.isOver } }

    // MARK: Ending it from outside

    func end(_ ending: Ending) {
        let waits: [any Interruptible] = state.withLock { state in
            // After the outcome only a body that is still read can be ended, and it has no deadline.
            guard state.ending == nil, !state.isOver || state.bodies > 0 && ending.isCancel else { return [] }
            state.ending = ending
            return state.removeWaits()
        }
        for wait in waits { wait.interrupt() }
    }

    /// Why the call was ended from outside; nil if it wasn't.
    var ending: Ending? { state.withLock { $0.ending } }

    var isEnded: Bool { state.withLock { $0.ending != nil } }

    /// Throws when the call was ended from outside.
    func checkEnding() throws {
        if isEnded, let ending { throw APIError(ending: ending) }
    }

    /// Notes that the call failed because its task was cancelled.
    func noteTaskCancellation() { state.withLock { $0.isTaskCancelled = true } }

    // MARK: What it waits for

    /// Waits for `body` in a task of its own. When the call is ended, or the surrounding task cancelled, that task is cancelled and left
    /// behind, as `body` may ignore its cancellation.
    func waiting<Success: Sendable>(_ body: @escaping @Sendable () async throws -> Success) async throws -> Success {
        let wait = Wait<Success>()
        try attach(wait)
        defer { detach(wait) }
        return try await withTaskCancellationHandler {
            await withUnsafeContinuation { wait.start(body, resuming: $0) }
        } onCancel: {
            wait.interrupt()
        }.get()
    }

    // MARK: Its end

    /// Closes the call with an outcome. An ending that came first is returned, and is the outcome instead.
    func conclude() -> Ending? {
        let (ending, released): (Ending?, [any Interruptible]) = state.withLock { state in
            state.isOver = true
            // A body that was handed out is still read.
            return (state.ending, state.bodies == 0 ? state.removeWaits() : [])
        }
        // Outside the lock, as they may hold the last reference to anything.
        withExtendedLifetime(released) {}
        return ending
    }

    /// Reports a failure to the groups. A cancelled call hasn't failed.
    func fail(with error: any Error) {
        if error.isCancellation || continuesAfter?(error) == true { return }
        for group in groups { group.fail(with: error) }
    }

    /// Joins the groups and the client's active calls.
    func join(_ core: ClientCore) {
        state.withLock { $0.core = core }
        core.calls.insert(self)
        for group in groups { group.insert(self) }
    }

    /// Leaves the client and the groups once all bodies that were handed out are read or released.
    func leave() { leave { $0.hasLeft = true } }

    /// A body that was handed out is part of the call until it is read or released.
    func holdBody() { state.withLock { $0.bodies += 1 } }

    func releaseBody() { leave { $0.bodies -= 1 } }

    private func leave(_ change: (inout State) -> Void) {
        let core: ClientCore? = state.withLock { state in
            change(&state)
            return state.hasLeft && state.bodies == 0 ? state.core.take() : nil
        }
        guard let core else { return }
        core.deadlines.remove(self)
        let waiters = groups.isEmpty ? [] : groups.flatMap { $0.remove(self) }
        core.calls.remove(self)
        for waiter in waiters { waiter.resume() }
    }
}

extension CallHandle: TransferCancellation {
    /// Interrupts `wait` when the call is ended from now on. Throws `CancellationError` if it has ended already.
    public func attach(_ wait: any Interruptible) throws {
        try state.withLock { state in
            // A finished call's handle may be passed in again.
            if state.isOver, state.bodies == 0 { return }
            if state.ending != nil { throw CancellationError() }
            if state.wait == nil { state.wait = wait } else { state.otherWaits.append(wait) }
        }
    }

    public func detach(_ wait: any Interruptible) {
        let released: (any Interruptible)? = state.withLock { state in
            if state.wait === wait { return state.wait.take() }
            return state.otherWaits.firstIndex { $0 === wait }.map { state.otherWaits.remove(at: $0) }
        }
        // Outside the lock, as it may hold the last reference to anything.
        withExtendedLifetime(released) {}
    }
}

private struct WaitState {
    var task: Task<Void, Never>?
    var isOver = false
}

/// Waits for a task until it is interrupted.
private final class Wait<Success: Sendable>: Interruptible {
    // The failure is returned, not thrown: a throwing continuation would box it once more.
    typealias Continuation = UnsafeContinuation<Result<Success, any Error>, Never>

    private let state = Mutex(WaitState())
    // Under the lock as well, but not in it: a lock around what depends on the type is released through the runtime, which takes its time.
    nonisolated(unsafe) private var continuation: Continuation?

    func start(_ body: @escaping @Sendable () async throws -> Success, resuming continuation: Continuation) {
        let isInterrupted = state.withLock { state in
            if !state.isOver { self.continuation = continuation }
            return state.isOver
        }
        if isInterrupted { return continuation.resume(returning: .failure(CancellationError())) }
        // Outside the lock, as it may end at once, on another thread, and would have to wait for the lock.
        let task = Task {
            let result: Result<Success, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            self.finish(result)
        }
        let isOver = state.withLock { state in
            if !state.isOver { state.task = task }
            return state.isOver
        }
        // Without a result the wait was interrupted.
        if isOver { task.cancel() }
    }

    private func finish(_ result: Result<Success, any Error>) {
        let continuation = state.withLock { state in
            state.isOver = true
            state.task = nil
            return self.continuation.take()
        }
        continuation?.resume(returning: result)
    }

    func interrupt() {
        let (continuation, task) = state.withLock { state in
            state.isOver = true
            return (self.continuation.take(), state.task.take())
        }
        task?.cancel()
        continuation?.resume(returning: .failure(CancellationError()))
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
        case .deadline(let deadline): self.init(.deadline, "The call took longer than its deadline of \(deadline).")
        }
    }
}
