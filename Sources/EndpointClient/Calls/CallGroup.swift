internal import Synchronization

/// Calls that are cancelled and awaited together.
///
///     let group = CallGroup()
///     client.characters().start(in: group) { show($0) }
///     client.comics(of: id).start(in: group) { show($0) }
///     try await group.finish()
///
/// By default, the first call that fails cancels all others, and its failure is the cause in their cancellation reason. A cancelled call
/// doesn't count as failed.
public final class CallGroup: Sendable {
    /// How a group reacts to the failure of a member.
    public enum FailurePolicy: Sendable {
        /// The first failure cancels all other members, including those that join later, and counts as a failure in the parent group.
        case cancelAll
        /// The other members continue, and the parent group isn't affected.
        case keepGoing
    }

    /// A label for the caller's own use. Empty by default.
    public let name: String
    let members: Members
    private let cancelsOnDeinit: Bool

    /// The runs that this task is part of, innermost last.
    @TaskLocal private static var runs: [Run] = []

    /// One use of ``run(_:)``. A task that the run starts and doesn't await is part of it only until the run ends.
    private final class Run: Sendable {
        let members: Members
        let isOver = Atomic(false)

        init(_ members: Members) { self.members = members }
    }

    /// The groups whose ``run(_:)`` this task is part of, innermost last.
    static var current: [Members] {
        runs.isEmpty ? [] : runs.filter { !$0.isOver.load(ordering: .acquiring) }.map(\.members)
    }

    /// Creates a group without members.
    ///
    /// - Parameters:
    ///   - name: a label for the caller's own use.
    ///   - parent: a group that also contains all members of this one.
    ///   - onFailure: how a member's failure affects the other members.
    ///   - cancelsOnDeinit: whether to cancel the members when the last reference to the group is released. By default they continue, and a
    ///     failure still cancels the others.
    public init(
        name: String = "", parent: CallGroup? = nil, onFailure: FailurePolicy = .cancelAll, cancelsOnDeinit: Bool = false
    ) {
        self.name = name
        self.cancelsOnDeinit = cancelsOnDeinit
        members = Members(parent: parent?.members, onFailure: onFailure)
    }

    deinit {
        if cancelsOnDeinit { members.cancel(cause: nil) }
    }

    /// Ends every member, running or waiting, with ``APIError/Code/cancelled``. A call that joins later ends before it is sent.
    public func cancel() { members.cancel(cause: nil) }

    /// Whether ``cancel()``, a failure or the parent group cancelled the group.
    public var isCancelled: Bool { members.isCancelled }

    /// The number of members that haven't finished, including members of child groups.
    public var activeCount: Int { members.count }

    /// The first failure of a member. An error that isn't an ``APIError`` is the `underlying` error of an ``APIError`` of code `custom`.
    public var failure: APIError? {
        members.failure.map { $0 as? APIError ?? APIError(.custom, "A call of the group failed: \($0.sentence).", underlying: $0) }
    }

    /// Forgets a failure or a cancellation, so that the group can be used again, for example by a screen that keeps its group. Members that
    /// are still active aren't affected.
    public func reset() { members.reset() }

    /// Waits until all members have finished. Throws the first failure unchanged, or ``APIError/Code/cancelled`` if the group was cancelled
    /// without a failure. A cancelled task stops waiting, but doesn't cancel the members.
    public func finish() async throws {
        try await members.wait()
        if let failure = members.failure { throw failure }
        if let cancellation = members.cancellation { throw APIError(.group(cause: cancellation.cause)) }
    }

    /// Runs `body`, and adds every call that `body` makes to the group: calls with any client, in the same task or a child task.
    ///
    /// An error that `body` throws counts as a failure of the group. If the error is a cancellation that a member's failure caused, this
    /// method throws that failure instead.
    public func run<T>(_ body: () async throws -> T) async throws -> T {
        let run = Run(members)
        defer { run.isOver.store(true, ordering: .releasing) }
        return try await CallGroup.$runs.withValue(CallGroup.runs + [run]) {
            do {
                return try await body()
            } catch {
                // A cancelled task may have been awaited before the task that failed.
                if error.isCancellation { throw members.cancellation?.cause ?? error }
                members.fail(with: error)
                throw error
            }
        }
    }
}

extension CallGroup {
    /// Runs `body` so that its calls don't join the groups of this task.
    static func outside<T>(_ body: () throws -> T) rethrows -> T {
        runs.isEmpty ? try body() : try $runs.withValue([], operation: body)
    }

    static func outside<T>(_ body: () async throws -> T) async rethrows -> T {
        runs.isEmpty ? try await body() : try await $runs.withValue([], operation: body)
    }

    /// The state of a group. The members retain this state, which doesn't retain the group.
    final class Members: Sendable {
        private let parent: Members?
        private let onFailure: FailurePolicy
        private let state = Mutex(State())

        private struct State {
            var handles: [UInt64: CallHandle] = [:]
            var cancellation: Cancellation?
            var failure: (any Error)?
            var waiters: [Wait<Void>] = []
        }

        struct Cancellation {
            /// The failure that caused the cancellation; nil for an explicit one.
            let cause: (any Error)?
        }

        init(parent: Members?, onFailure: FailurePolicy) {
            self.parent = parent
            self.onFailure = onFailure
        }

        /// The groups, except those that are ancestors of others, because a child group forwards its members and failures to its ancestors.
        @inline(__always)
        static func innermost(of groups: [Members]) -> [Members] {
            if groups.count < 2 { return groups }
            return groups.filter { group in !groups.contains { $0.isInside(group) } }
        }

        private func isInside(_ other: Members) -> Bool { parent.map { $0 === other || $0.isInside(other) } ?? false }

        var isCancelled: Bool { cancellation != nil }
        /// The group's own cancellation, or else the parent's.
        var cancellation: Cancellation? { state.withLock { $0.cancellation } ?? parent?.cancellation }
        var failure: (any Error)? { state.withLock { $0.failure } }
        var count: Int { state.withLock { $0.handles.count } }

        func insert(_ handle: CallHandle) {
            let cancellation = state.withLock { state in
                state.handles[handle.id] = handle
                return state.cancellation
            }
            if let cancellation { handle.end(.late(cause: cancellation.cause)) }
            parent?.insert(handle)
        }

        /// Removes a call from the group and its parents. If it was the last member, returns the waits for the group to finish, which the
        /// caller resumes when the call has left all groups and its client.
        func remove(_ handle: CallHandle) -> [Wait<Void>] {
            let waiters = state.withLock { state in
                state.handles[handle.id] = nil
                guard state.handles.isEmpty else { return [] as [Wait<Void>] }
                defer { state.waiters = [] }
                return state.waiters
            }
            guard let parent else { return waiters }
            return waiters + parent.remove(handle)
        }

        /// Records the first failure of a member. A failure after a cancellation is ignored, because the cancellation caused it.
        func fail(with error: any Error) {
            if isCancelled { return }
            let isFirst = state.withLock { state in
                defer { state.failure = state.failure ?? error }
                return state.failure == nil
            }
            guard isFirst, case .cancelAll = onFailure else { return }
            cancel(cause: error)
            parent?.fail(with: error)
        }

        func cancel(cause: (any Error)?) {
            let handles = state.withLock { state in
                state.cancellation = state.cancellation ?? Cancellation(cause: cause)
                return Array(state.handles.values)
            }
            for handle in handles { handle.end(.cancelled(.group(cause: cause))) }
        }

        func wait() async throws {
            let wait = Wait<Void>()
            let mayWait = state.withLock { state in
                if !state.handles.isEmpty { state.waiters.append(wait) }
                return !state.handles.isEmpty
            }
            guard mayWait else { return }
            defer { state.withLock { $0.waiters.removeAll { $0 === wait } } }
            try await wait.value()
        }

        func reset() {
            state.withLock { state in
                state.failure = nil
                state.cancellation = nil
            }
        }
    }
}
