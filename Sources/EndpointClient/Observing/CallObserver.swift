/// Receives the events of a client's calls.
///
///     struct PrintingObserver: CallObserver {
///         func observe(_ event: CallEvent) { print(event) }
///     }
///
/// Events of one call arrive one after the other, in the order of ``CallEvent/Kind-swift.enum``. Events of several calls arrive at the same
/// time, from any thread.
public protocol CallObserver: Sendable {
    /// Handles one event. The call waits for it, so return quickly.
    func observe(_ event: CallEvent)

    /// Whether to report ``CallEvent/Kind-swift.enum/progress(_:)``. Bodies are then transferred chunk by chunk, which takes longer. False
    /// by default.
    var followsProgress: Bool { get }
}

extension CallObserver {
    public var followsProgress: Bool { false }
}

/// Combines several observers. Each gets every event, in the observers' order.
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
