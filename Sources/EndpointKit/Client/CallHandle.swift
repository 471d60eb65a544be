internal import Synchronization

/// One use of a call, while it is on its way and after: to cancel it, or to look at it.
public final class CallHandle: Sendable, Identifiable {
    /// No other's in this process.
    public let id: UInt64
    public let tags: Set<String>
    private let goesOnAfter: (@Sendable (any Error) -> Bool)?
    private let state: Mutex<State>
    private static let lastID = Atomic<UInt64>(0)

    // Its neighbours among the active calls of its client: under the lock of `ActiveCalls`.
    nonisolated(unsafe) var previous: CallHandle?
    nonisolated(unsafe) var next: CallHandle?

    /// Why a call ends before it would.
    enum Ending: Sendable {
        case cancelled(APIError.CancellationReason)
        case deadline(Duration)

        var isCancel: Bool { if case .cancelled = self { true } else { false } }
    }

    private struct State: ~Copyable {
        var ending: Ending?
        var isOver = false
        /// What moves its bytes, or makes it wait.
        var wait: (any Interruptible)?
        /// The task it runs in, if that is its own.
        var task: (any Interruptible)?
        /// Its run is done with it.
        var hasLeft = false
        /// Handed out, and still read.
        var bodies = 0
        var groups: [CallGroup.Members]
        var subject: Subject
    }

    /// Who keeps a request keeps its handle: of a call that is over that must not keep the client.
    private enum Subject {
        case active(any CallOperation)
        case over(any CallSubject)
    }

    init(operation: any CallOperation, options: CallOptions?, groups: [CallGroup.Members]) {
        id = Self.lastID.wrappingAdd(1, ordering: .relaxed).newValue
        tags = options?.tags ?? []
        goesOnAfter = options?.goesOnAfter
        state = Mutex(State(groups: groups, subject: .active(operation)))
    }

    /// What the call was made for.
    public var endpoint: any Endpoint {
        switch state.withLock({ $0.subject }) {
        case .active(let operation): operation.endpoint
        case .over(let subject): subject.endpoint
        }
    }

    /// Ends the call at once, with ``APIError/Code/cancelled``: its connection is closed, or it isn't sent at all. Does nothing to one that is
    /// over.
    public func cancel() { end(.cancelled(.caller)) }

    /// Whether a cancel, by whomever, came before its outcome.
    public var isCancelled: Bool {
        state.withLock { $0.ending?.isCancel == true }
    }

    /// Whether its outcome is there.
    public var isFinished: Bool { state.withLock { $0.isOver } }

    // MARK: Ending it from outside

    func end(_ ending: Ending) {
        let (wait, task): ((any Interruptible)?, (any Interruptible)?) = state.withLock { state in
            // After the outcome there is nothing to end but a body that is still read, and that has no deadline.
            guard state.ending == nil, !state.isOver || state.bodies > 0 && ending.isCancel else { return (nil, nil) }
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
            // Its request was kept, and is sent again by someone else.
            if state.isOver { return }
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
        _ = ownTask(priority: priority) { await body() }
    }

    /// Runs `body` in a task that is cancelled when the call is ended, or the surrounding task is cancelled.
    func interruptible<Success: Sendable>(
        priority: TaskPriority? = nil, _ body: @escaping @Sendable () async throws -> Success
    ) async throws -> Success {
        guard let task = ownTask(priority: priority, body) else { return try await body() }
        // Let go of outside the lock, as it holds a value of the caller's.
        defer { _ = state.withLock { $0.task.take() } }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// nil inside of such a task.
    private func ownTask<Success>(
        priority: TaskPriority?, _ body: @escaping @Sendable () async throws -> Success
    ) -> Task<Success, any Error>? {
        let (task, isEnded): (Task<Success, any Error>?, Bool) = state.withLock { state in
            if state.task != nil { return (nil, false) }
            // Under the lock: it may be over, and another be there, before it were known otherwise.
            let task = Task(priority: priority) { try await body() }
            state.task = TaskInterruption(task: task)
            return (task, state.ending != nil)
        }
        if isEnded { task?.cancel() }
        return task
    }

    // MARK: Its end

    /// Its outcome is there; but what this returns, if it does, came first, and is the outcome.
    func close() -> Ending? {
        state.withLock { state in
            state.isOver = true
            state.task = nil
            // A body that was handed out is still moved.
            if state.bodies == 0 { state.wait = nil }
            return state.ending
        }
    }

    /// Whether what moves its bytes ends with it by itself.
    var endsItsTransfers: Bool {
        guard case .active(let operation) = state.withLock({ $0.subject }) else { return false }
        return operation.client.transport is any EndsWithCall
    }

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
        let (groups, last): ([CallGroup.Members], (any CallOperation)?) = state.withLock { state in
            change(&state)
            guard state.hasLeft, state.bodies == 0, case .active(let operation) = state.subject else { return (state.groups, nil) }
            state.subject = .over(operation.subject())
            return (state.groups, operation)
        }
        for group in groups {
            if let failure, goesOnAfter?(failure) != true { group.fail(with: failure) }
            if last != nil { group.remove(self) }
        }
        last?.client.registry.remove(self)
    }

    /// Becomes a member of its groups, and an active call of its client.
    func join(_ client: APIClient) {
        let groups = state.withLock { $0.groups }
        client.registry.insert(self)
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
