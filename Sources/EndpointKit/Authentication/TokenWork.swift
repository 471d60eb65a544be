internal import Synchronization

/// The outcome of work that several callers wait for. Each of them may stop waiting without an effect on the work or the others.
final class SharedOutcome: Sendable {
    private struct State {
        var result: Result<Void, APIError>?
        var waits: [ObjectIdentifier: Wait<Void>] = [:]
    }
    private let state = Mutex(State())

    /// Resumes all waiters. A second outcome is ignored.
    func finish(_ result: Result<Void, APIError>) {
        let waits = state.withLock { state in
            guard state.result == nil else { return State().waits }
            state.result = result
            return state.waits
        }
        for wait in waits.values { wait.finish(result.mapError { $0 }) }
    }

    /// Throws `CancellationError` as soon as the task is cancelled, or the call of `interruption` ends.
    func wait(_ interruption: Interruption? = nil) async throws {
        let wait = Wait<Void>()
        try interruption?.attach(wait)
        defer { interruption?.detach(wait) }
        let result = state.withLock { state in
            if state.result == nil { state.waits[ObjectIdentifier(wait)] = wait }
            return state.result
        }
        defer { state.withLock { $0.waits[ObjectIdentifier(wait)] = nil } }
        if let result { return try result.get() }
        try await wait.value()
    }
}

/// Tracks which refreshers a task works for: a request of a refresh must not wait for that same refresh.
enum TokenWork {
    /// Work of one refresher. A task that it starts and leaves behind is part of it until it ends.
    private final class Work: Sendable {
        let refresher: ObjectIdentifier
        let isOver = Atomic(false)

        init(for refresher: AnyObject) { self.refresher = ObjectIdentifier(refresher) }
    }
    @TaskLocal private static var current: [Work] = []

    static func isPart(of refresher: AnyObject) -> Bool {
        current.contains { $0.refresher == ObjectIdentifier(refresher) && !$0.isOver.load(ordering: .acquiring) }
    }

    /// Whether this task works for any refresher. Its calls don't belong to the callers that wait for it.
    static var isActive: Bool { current.contains { !$0.isOver.load(ordering: .acquiring) } }

    /// Starts work that is independent of its caller: it isn't cancelled with it, and isn't part of its call groups.
    static func start<Value: Sendable>(
        for refresher: AnyObject, _ work: @escaping @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        // A refresh may need another refresher's token. It then works for both, or they would wait for each other.
        let own = Work(for: refresher)
        let all = current + [own]
        return Task.detached {
            defer { own.isOver.store(true, ordering: .releasing) }
            return try await $current.withValue(all) { try await work() }
        }
    }
}
