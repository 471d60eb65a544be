internal import Synchronization

/// Calls that belong together: cancelled together, and waited for together.
///
///     let group = CallGroup()
///     client.characters().start(in: group) { show($0) }
///     client.comics(of: id).start(in: group) { show($0) }
///     try await group.finish()
///
/// By default the first call that fails cancels all others, each with that failure as its reason's cause. A call that is cancelled hasn't failed.
public final class CallGroup: Sendable {
    public enum FailurePolicy: Sendable {
        /// The first failure cancels the other members, running or yet to come, and counts as a failure of the parent's.
        case cancelAll
        /// The others go on, and the parent isn't told.
        case keepGoing
    }

    public let name: String
    let members: Members
    private let cancelsOnDeinit: Bool

    /// Those whose ``run(_:)`` this task is in.
    @TaskLocal static var current: [Members] = []

    /// - Parameters:
    ///   - parent: a group whose members the members of this one are, too.
    ///   - cancelsOnDeinit: by default members go on, as a group, when the last reference to it is let go of.
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

    /// Ends every member, running or waiting, with ``APIError/Code/cancelled``; and whoever joins later, before anything is sent.
    public func cancel() { members.cancel(cause: nil) }

    /// By ``cancel()``, a failure, or the parent.
    public var isCancelled: Bool { members.isCancelled }

    /// Members that aren't over; those of groups inside this one are counted.
    public var activeCount: Int { members.count }

    /// The first failure of a member. An error that isn't an ``APIError`` is the `underlying` one of ``APIError/Code/custom``.
    public var failure: APIError? {
        members.failure.map { $0 as? APIError ?? APIError(.custom, "A call of the group failed: \($0.sentence).", underlying: $0) }
    }

    /// Waits until no member is left. Throws the first failure as it is, or else ``APIError/Code/cancelled`` when the group was cancelled. A
    /// task that is cancelled stops waiting, and leaves the members alone.
    public func finish() async throws {
        try await members.wait()
        if let failure = members.failure { throw failure }
        if let cancellation = members.cancellation { throw APIError(.group(cause: cancellation.cause)) }
    }

    /// Every call that `body` makes, by any client, in its own task or a child of it, becomes a member. What `body` throws counts as a failure.
    /// Where that is a cancellation which came of a member's failure, that failure is thrown.
    public func run<T>(_ body: () async throws -> T) async throws -> T {
        try await CallGroup.$current.withValue(CallGroup.current + [members]) {
            do {
                return try await body()
            } catch {
                // Of tasks that were cancelled together the first to be waited for may not be the one that failed.
                if error.isCancellation { throw members.failure ?? error }
                members.fail(with: error)
                throw error
            }
        }
    }
}

extension CallGroup {
    /// Calls `body` as if it were in no ``run(_:)``.
    static func outside<T>(_ body: () throws -> T) rethrows -> T {
        current.isEmpty ? try body() : try $current.withValue([], operation: body)
    }

    static func outside<T>(_ body: () async throws -> T) async rethrows -> T {
        current.isEmpty ? try await body() : try await $current.withValue([], operation: body)
    }

    /// What the members hold on to: it stays while there is one, and knows nothing of the group.
    final class Members: Sendable {
        private let parent: Members?
        private let onFailure: FailurePolicy
        private let state = Mutex(State())

        private struct State {
            var handles: [UInt64: CallHandle] = [:]
            var cancellation: Cancellation?
            var failure: (any Error)?
            var lastWaiter = 0
            var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
        }

        struct Cancellation {
            /// The failure that it came of.
            let cause: (any Error)?
        }

        init(parent: Members?, onFailure: FailurePolicy) {
            self.parent = parent
            self.onFailure = onFailure
        }

        /// Those of `groups` that aren't around another of them, which tells them what they are to know.
        static func innermost(of groups: [Members]) -> [Members] {
            if groups.count < 2 { return groups }
            return groups.filter { group in !groups.contains { $0.isInside(group) } }
        }

        private func isInside(_ other: Members) -> Bool { parent.map { $0 === other || $0.isInside(other) } ?? false }

        var isCancelled: Bool { cancellation != nil }
        /// Its own, or else the parent's.
        var cancellation: Cancellation? { state.withLock { $0.cancellation } ?? parent?.cancellation }
        var failure: (any Error)? { state.withLock { $0.failure } }
        var count: Int { state.withLock { $0.handles.count } }

        func insert(_ handle: CallHandle) {
            let cancellation = state.withLock { state in
                state.handles[handle.id] = handle
                return state.cancellation
            }
            if let cancellation { handle.end(.cancelled(.group(cause: cancellation.cause))) }
            parent?.insert(handle)
        }

        func remove(_ handle: CallHandle) {
            let waiters = state.withLock { state in
                state.handles[handle.id] = nil
                guard state.handles.isEmpty else { return [] as [CheckedContinuation<Void, any Error>] }
                defer { state.waiters = [:] }
                return Array(state.waiters.values)
            }
            for waiter in waiters { waiter.resume() }
            parent?.remove(handle)
        }

        /// A member failed; the first to do so is remembered. What fails after a cancel failed because of it.
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
            let id = state.withLock { state in
                state.lastWaiter += 1
                return state.lastWaiter
            }
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let outcome: Result<Void, any Error>? = state.withLock { state in
                        if state.handles.isEmpty { return .success(()) }
                        if Task.isCancelled { return .failure(CancellationError()) }
                        state.waiters[id] = continuation
                        return nil
                    }
                    if let outcome { continuation.resume(with: outcome) }
                }
            } onCancel: {
                // Cancelled before it waits, it finds its task cancelled.
                state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(throwing: CancellationError())
            }
        }
    }
}
