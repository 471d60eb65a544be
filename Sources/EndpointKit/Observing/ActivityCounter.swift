internal import Synchronization

/// Counts the calls in flight, for an activity indicator. A call counts once from its start to its end, with all its attempts.
///
///     for await isActive in activity.changes { spinner.isHidden = !isActive }
public final class ActivityCounter: CallObserver {
    private struct State {
        // The calls' numbers, so that neither an end without a start nor a second end counts.
        var running: Set<UInt64> = []
        var listeners: [Int: AsyncStream<Bool>.Continuation] = [:]
        var lastListener = 0
    }
    private let state = Mutex(State())

    /// A counter at 0. Add it to the `observers` of one or several clients.
    public init() {}

    deinit { for listener in state.withLock({ $0.listeners }).values { listener.finish() } }

    /// The number of calls in flight, including those that wait for a place or between two attempts.
    public var count: Int { state.withLock { $0.running.count } }
    /// Whether any call is in flight.
    public var isActive: Bool { count > 0 }

    public func observe(_ event: CallEvent) {
        switch event.kind {
        case .queued: update { $0.insert(event.callID) }
        case .finished, .failed, .cancelled: update { $0.remove(event.callID) }
        case .adapted, .sent, .head, .progress, .received, .decision, .retry, .decoded: break
        }
    }

    private func update<Ignored>(_ change: (inout Set<UInt64>) -> Ignored) {
        state.withLock { state in
            let wasActive = !state.running.isEmpty
            _ = change(&state.running)
            let isActive = !state.running.isEmpty
            guard isActive != wasActive else { return }
            // Under the lock, so that listeners get the changes in their order.
            for listener in state.listeners.values { listener.yield(isActive) }
        }
    }

    /// ``isActive`` now, and again whenever it changes. Any number of loops may follow it; a slow loop gets only the newest value. The
    /// sequence ends when the counter is released.
    public var changes: Changes { Changes(counter: self) }

    /// The sequence of ``ActivityCounter/changes``.
    public struct Changes: AsyncSequence, Sendable {
        fileprivate let counter: ActivityCounter

        public func makeAsyncIterator() -> Iterator { Iterator(values: counter.listen().makeAsyncIterator()) }

        /// Follows the counter without retaining it.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var values: AsyncStream<Bool>.Iterator
            private var last: Bool?

            fileprivate init(values: AsyncStream<Bool>.Iterator) { self.values = values }

            public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Bool? {
                while let value = await values.next(isolation: actor) {
                    // A value that changed back meanwhile is no change.
                    if value == last { continue }
                    last = value
                    return value
                }
                return nil
            }
        }
    }

    private func listen() -> AsyncStream<Bool> {
        let (stream, continuation) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.lastListener += 1
            state.listeners[state.lastListener] = continuation
            continuation.yield(!state.running.isEmpty)
            return state.lastListener
        }
        continuation.onTermination = { [weak self] _ in self?.forget(id) }
        return stream
    }

    private func forget(_ listener: Int) {
        // Released outside the lock, as this may be the last reference.
        _ = state.withLock { $0.listeners.removeValue(forKey: listener) }
    }
}
