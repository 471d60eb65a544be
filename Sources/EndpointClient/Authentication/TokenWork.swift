internal import Synchronization

/// The outcome of work that several callers wait for. If a caller stops waiting, neither the work nor the other callers are affected.
final class SharedOutcome: Sendable {
    private struct State {
        var result: Result<Void, APIError>?
        var waits: [ObjectIdentifier: Wait<Void>] = [:]
    }
    private let state = Mutex(State())

    /// Resumes all waiters. A second result is ignored.
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

/// Tracks which refreshers a task works for, because a request that a refresh makes must not wait for that same refresh.
enum TokenWork {
    /// The work of one refresher. A task that the work starts and doesn't await is part of it only until the work ends.
    private final class Work: Sendable {
        let refresher: ObjectIdentifier
        let isOver = Atomic(false)

        init(for refresher: AnyObject) { self.refresher = ObjectIdentifier(refresher) }
    }
    @TaskLocal private static var current: [Work] = []

    static func isPart(of refresher: AnyObject) -> Bool {
        current.contains { $0.refresher == ObjectIdentifier(refresher) && !$0.isOver.load(ordering: .acquiring) }
    }

    /// Whether this task works for any refresher. Its calls don't belong to the callers that wait for the work.
    static var isActive: Bool { current.contains { !$0.isOver.load(ordering: .acquiring) } }

    /// The refreshers that each refresher's work waits for.
    private static let waits = Mutex<[ObjectIdentifier: [ObjectIdentifier]]>([:])

    /// Waits for a refresher. Throws if that refresher's work already waits for this task's work, because neither would end.
    static func waiting(for refresher: AnyObject, _ body: () async throws -> Void) async throws {
        let own = current.filter { !$0.isOver.load(ordering: .acquiring) }.map(\.refresher)
        if own.isEmpty { return try await body() }
        let other = ObjectIdentifier(refresher)
        let isCircle = waits.withLock { waits in
            if own.contains(where: { isReached($0, from: other, in: waits) }) { return true }
            for refresher in own { waits[refresher, default: []].append(other) }
            return false
        }
        if isCircle {
            throw APIError(.authentication, "The refreshes of two tokens wait for each other: each needs the token of the other one.")
        }
        defer {
            waits.withLock { waits in
                for refresher in own {
                    if let index = waits[refresher]?.firstIndex(of: other) { waits[refresher]?.remove(at: index) }
                    if waits[refresher]?.isEmpty == true { waits[refresher] = nil }
                }
            }
        }
        try await body()
    }

    private static func isReached(
        _ end: ObjectIdentifier, from start: ObjectIdentifier, in waits: [ObjectIdentifier: [ObjectIdentifier]]
    ) -> Bool {
        var (reached, rest) = (Set([start]), [start])
        while let next = rest.popLast() {
            if next == end { return true }
            for other in waits[next] ?? [] where reached.insert(other).inserted { rest.append(other) }
        }
        return false
    }

    /// Starts work that is independent of its caller: it isn't cancelled with the caller, and isn't part of the caller's call groups.
    static func start<Value: Sendable>(
        for refresher: AnyObject, _ work: @escaping @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        // A refresh may need another refresher's token. The work then counts as part of both refreshes; otherwise they would wait for each
        // other.
        let own = Work(for: refresher)
        let all = current + [own]
        return Task.detached {
            defer { own.isOver.store(true, ordering: .releasing) }
            return try await $current.withValue(all) { try await work() }
        }
    }
}
