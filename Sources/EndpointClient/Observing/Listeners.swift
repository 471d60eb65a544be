internal import Synchronization

/// The listeners to one source of events. Their streams end when this object is released.
package final class Listeners<Event: Sendable>: Sendable {
    private struct State {
        var lastID = 0
        var tell: [Int: @Sendable (Event) -> Void] = [:]
        var finish: [Int: @Sendable () -> Void] = [:]
    }
    private let state = Mutex(State())

    package init() {}

    deinit {
        for finish in state.withLock({ $0.finish.values }) { finish() }
    }

    package func tell(_ event: Event) {
        for tell in state.withLock({ $0.tell.values }) { tell(event) }
    }

    /// Returns a stream of `first`, followed by each new event as `transform` returns it. By default, the stream buffers all events for a
    /// slow listener.
    package func stream<Value: Sendable>(
        first: Value? = nil, buffering policy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded,
        _ transform: @escaping @Sendable (Event) -> Value?
    ) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: policy)
        if let first { continuation.yield(first) }
        let id = state.withLock { state in
            state.lastID += 1
            state.tell[state.lastID] = { event in
                if let value = transform(event) { continuation.yield(value) }
            }
            state.finish[state.lastID] = { continuation.finish() }
            return state.lastID
        }
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        return stream
    }

    private func remove(_ id: Int) {
        state.withLock { state in
            state.tell[id] = nil
            state.finish[id] = nil
        }
    }
}
