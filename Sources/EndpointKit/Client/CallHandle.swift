internal import Synchronization

/// One use of a call, while it is on its way and after: to cancel it, or to look at it.
public final class CallHandle: Sendable, Identifiable {
    /// No other's in this process.
    public let id: UInt64
    public let tags: Set<String>
    private let operation: any CallOperation
    private let state: Mutex<State>
    private static let lastID = Atomic<UInt64>(0)

    // Its neighbours among the active calls of its client: under the lock of `ActiveCalls`.
    nonisolated(unsafe) var previous: CallHandle?
    nonisolated(unsafe) var next: CallHandle?

    /// Why a call ends before it would.
    enum Ending: Sendable {
        case cancelled(APIError.CancellationReason)
        case deadline(Duration)
    }

    private struct State: ~Copyable {
        var ending: Ending?
        var isOver = false
        /// What moves its bytes, or makes it wait.
        var wait: (any Interruptible)?
        /// The task it runs in, if that is its own.
        var task: (any Interruptible)?
        /// Such a task is there, or will be as soon as it is known here.
        var hasOwnTask = false
        /// Its run is done with it.
        var hasLeft = false
        /// Handed out, and still read.
        var bodies = 0
        var groups: [CallGroup.Members]
    }

    init(operation: any CallOperation, tags: Set<String>, groups: [CallGroup.Members]) {
        id = Self.lastID.wrappingAdd(1, ordering: .relaxed).newValue
        self.operation = operation
        self.tags = tags
        state = Mutex(State(groups: groups))
    }

    /// What the call was made for.
    public var endpoint: any Endpoint { operation.endpoint }

    /// Ends the call at once, with ``APIError/Code/cancelled``: its connection is closed, or it isn't sent at all. Does nothing to one that is
    /// over.
    public func cancel() { end(.cancelled(.caller)) }

    /// Whether a cancel, by whomever, came before its outcome.
    public var isCancelled: Bool {
        state.withLock { state in
            if case .cancelled? = state.ending { true } else { false }
        }
    }

    /// Whether its outcome is there.
    public var isFinished: Bool { state.withLock { $0.isOver } }

    // MARK: Ending it from outside

    func end(_ ending: Ending) {
        let (wait, task): ((any Interruptible)?, (any Interruptible)?) = state.withLock { state in
            // After the outcome there is nothing to end but a body that is still read.
            guard state.ending == nil, !state.isOver || state.bodies > 0 else { return (nil, nil) }
            state.ending = ending
            return (state.wait, state.task)
        }
        wait?.interrupt()
        task?.interrupt()
    }

    /// Why it was ended from outside.
    var ending: Ending? { state.withLock { $0.ending } }

    /// Throws when the call was ended from outside.
    func checkEnding() throws {
        if let ending { throw APIError(ending: ending) }
    }

    // MARK: What it waits for

    /// Interrupts `wait` from now on when the call is ended; throws if it was before.
    func attach(_ wait: any Interruptible) throws {
        try state.withLock { state in
            if state.ending != nil { throw CancellationError() }
            state.wait = wait
        }
    }

    func detach(_ wait: any Interruptible) {
        state.withLock { state in
            if state.wait === wait { state.wait = nil }
        }
    }

    /// Starts a task that it runs in, until it is closed.
    func run(priority: TaskPriority?, _ body: @escaping @Sendable () async -> Void) {
        state.withLock { $0.hasOwnTask = true }
        attach(task: Task<Void, any Error>(priority: priority) { await body() })
    }

    /// Runs `body` in a task that is cancelled when the call is ended, or the surrounding task is cancelled.
    func interruptible<Success: Sendable>(
        priority: TaskPriority? = nil, _ body: @escaping @Sendable () async throws -> Success
    ) async throws -> Success {
        let isInside = state.withLock { state in
            defer { state.hasOwnTask = true }
            return state.hasOwnTask
        }
        if isInside { return try await body() }
        let task = Task(priority: priority) { try await body() }
        attach(task: task)
        defer { state.withLock { ($0.hasOwnTask, $0.task) = (false, nil) } }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func attach<Success>(task: Task<Success, any Error>) {
        let isEnded = state.withLock { state in
            guard state.hasOwnTask else { return false }
            state.task = TaskInterruption(task: task)
            return state.ending != nil
        }
        if isEnded { task.cancel() }
    }

    // MARK: Its end

    /// Its outcome is there; but what this returns, if it does, came first, and is the outcome.
    func close() -> Ending? {
        state.withLock { state in
            state.isOver = true
            (state.hasOwnTask, state.task) = (false, nil)
            // A body that was handed out is still moved.
            if state.bodies == 0 { state.wait = nil }
            return state.ending
        }
    }

    /// Whether what moves its bytes ends with it by itself.
    var endsItsTransfers: Bool { operation.client.transport is any EndsWithCall }

    /// Leaves its client and its groups; not before the bodies it handed out.
    func leave(failure: (any Error)? = nil) {
        leave(failure: failure) { $0.hasLeft = true }
    }

    /// A body that is handed out is part of the call until it is read, or let go of.
    func holdBody() { state.withLock { $0.bodies += 1 } }

    func letGoOfBody(failure: (any Error)? = nil) {
        leave(failure: failure) { $0.bodies -= 1 }
    }

    private func leave(failure: (any Error)?, _ change: (inout State) -> Void) {
        let (groups, isLast) = state.withLock { state in
            change(&state)
            return (state.groups, state.hasLeft && state.bodies == 0)
        }
        for group in groups {
            if let failure { group.fail(with: failure) }
            if isLast { group.remove(self) }
        }
        if isLast { operation.client.registry.remove(self) }
    }

    /// Becomes a member of its groups, and an active call of its client.
    func join() {
        let groups = state.withLock { $0.groups }
        operation.client.registry.insert(self)
        for group in groups { group.insert(self) }
    }
}

/// What ends early when it is told to.
protocol Interruptible: AnyObject, Sendable {
    func interrupt()
}

private final class TaskInterruption<Success: Sendable>: Interruptible {
    private let task: Task<Success, any Error>

    init(task: Task<Success, any Error>) { self.task = task }

    func interrupt() { task.cancel() }
}
