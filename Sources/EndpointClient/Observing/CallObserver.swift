/// Receives the events of a client's calls.
///
///     struct PrintingObserver: CallObserver {
///         var followsProgress: Bool { false }
///         func observe(_ event: CallEvent) { print(event) }
///     }
///
/// The events of one call arrive one after another, in the order of ``CallEvent/Kind-swift.enum``. The events of different calls may arrive
/// at the same time, on any thread.
public protocol CallObserver: Sendable {
    /// Handles one event. The call waits for this method, so return quickly.
    func observe(_ event: CallEvent)

    /// Whether to report ``CallEvent/Kind-swift.enum/progress(_:)``. Bodies are then transferred chunk by chunk, which is slower.
    var followsProgress: Bool { get }
}

/// Combines several observers. Each event goes to all observers, in order.
struct ObserverList: CallObserver {
    private let observers: [any CallObserver]
    let followsProgress: Bool

    /// A single observer needs no list.
    static func one(of observers: [any CallObserver]) -> any CallObserver {
        if observers.count == 1 { return observers[0] }
        return ObserverList(observers)
    }

    private init(_ observers: [any CallObserver]) {
        self.observers = observers
        followsProgress = observers.contains { $0.followsProgress }
    }

    func observe(_ event: CallEvent) {
        for observer in observers { observer.observe(event) }
    }
}
