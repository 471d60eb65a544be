internal import Synchronization

/// Counts the calls in flight, for an activity indicator. A call counts once, from its start to its end, however many attempts it makes.
///
///     for await isActive in activity.changes { spinner.isHidden = !isActive }
public final class ActivityCounter: CallObserver {
    public var followsProgress: Bool { false }
    // The IDs of the calls, so that an end without a start, or a second end, has no effect.
    private let running = Mutex<Set<UInt64>>([])
    private let listeners = Listeners<Bool>()

    /// Creates a counter that starts at 0. Add it to the `observers` of one or more clients.
    public init() {}

    /// The number of calls in flight, including calls that wait for their turn or between two attempts.
    public var count: Int { running.withLock { $0.count } }
    /// Whether any call is in flight.
    public var isActive: Bool { count > 0 }

    public func observe(_ event: CallEvent) {
        switch event.kind {
        case .queued: update { $0.insert(event.callID) }
        case .finished, .failed, .cancelled: update { $0.remove(event.callID) }
        case .adapted, .sent, .head, .progress, .received, .decision, .retry, .decoded: break
        }
    }

    private func update(_ change: (inout Set<UInt64>) -> Void) {
        running.withLock { running in
            let wasActive = !running.isEmpty
            change(&running)
            // Listeners are called under the lock, so that they receive the changes in order.
            if running.isEmpty == wasActive { listeners.tell(!wasActive) }
        }
    }

    /// The current value of ``isActive``, and then each new value. Any number of loops may read this sequence; a slow loop gets only the
    /// newest value. The sequence ends when the counter is released.
    public var changes: Changes { Changes(counter: self) }

    /// The type of ``ActivityCounter/changes``.
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
                    // The value has changed and changed back in the meantime.
                    if value == last { continue }
                    last = value
                    return value
                }
                return nil
            }
        }
    }

    private func listen() -> AsyncStream<Bool> {
        running.withLock { running in listeners.stream(first: !running.isEmpty, buffering: .bufferingNewest(1)) { $0 } }
    }
}
