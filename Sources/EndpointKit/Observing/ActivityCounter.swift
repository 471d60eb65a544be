internal import Synchronization

/// How many calls are on their way: what an activity indicator shows. A call counts from its beginning to its end, as one, however many
/// attempts it takes.
///
///     for await isActive in activity.changes { spinner.isHidden = !isActive }
public final class ActivityCounter: CallObserver {
    private struct State {
        // By number, so that neither an end without a beginning nor a second end counts.
        var running: Set<UInt64> = []
        var listeners: [Int: AsyncStream<Bool>.Continuation] = [:]
        var lastListener = 0
    }
    private let state = Mutex(State())

    public init() {}

    deinit { for listener in state.withLock({ $0.listeners }).values { listener.finish() } }

    public var count: Int { state.withLock { $0.running.count } }
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
            // Under the lock, so that listeners are told in the order in which it happens.
            for listener in state.listeners.values { listener.yield(isActive) }
        }
    }

    /// Whether there is any activity: at once, and then whenever that changes. Any number of loops may follow it, each on its own; one that
    /// is slow is told the newest, and not of what came and went meanwhile. It ends with the counter.
    public var changes: Changes { Changes(counter: self) }

    public struct Changes: AsyncSequence, Sendable {
        fileprivate let counter: ActivityCounter

        public func makeAsyncIterator() -> Iterator { Iterator(values: counter.listen().makeAsyncIterator()) }

        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var values: AsyncStream<Bool>.Iterator
            private var last: Bool?

            fileprivate init(values: AsyncStream<Bool>.Iterator) { self.values = values }

            public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Bool? {
                while let value = await values.next(isolation: actor) {
                    // What changed twice since hasn't changed.
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
        // Let go of outside the lock: it may be the last reference.
        _ = state.withLock { $0.listeners.removeValue(forKey: listener) }
    }
}
