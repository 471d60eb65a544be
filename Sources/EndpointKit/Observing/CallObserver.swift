/// Is told what happens to the calls of a client.
///
///     struct PrintingObserver: CallObserver {
///         func observe(_ event: CallEvent) { print(event) }
///     }
///
/// Events of one call come one after the other, in the order of ``CallEvent/Kind-swift.enum``; those of several come from any thread, at the same time.
public protocol CallObserver: Sendable {
    /// Returns at once: the call waits meanwhile.
    func observe(_ event: CallEvent)

    /// Whether ``CallEvent/Kind-swift.enum/progress(_:)`` is wanted: a body is then moved chunk by chunk, which takes longer. False by default.
    var followsProgress: Bool { get }
}

extension CallObserver {
    public var followsProgress: Bool { false }
}

/// Several observers as one: each is told everything, in their order.
struct ObserverList: CallObserver {
    private let observers: [any CallObserver]
    let followsProgress: Bool

    /// One alone is told without a list.
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
