internal import Synchronization

/// Tells the observers of a client what happens to one call.
final class CallReporter: Sendable {
    private let observers: [any CallObserver]
    private let clock: CallClock
    private let handle: CallHandle
    private let endpoint: any Endpoint
    private let start: Duration
    private let attempt = Atomic(0)
    let followsProgress: Bool

    init(client: APIClient, handle: CallHandle, start: Duration) {
        observers = client.observers
        followsProgress = client.observers.contains { $0.followsProgress }
        clock = client.clock
        self.handle = handle
        endpoint = handle.endpoint
        self.start = start
    }

    func begin(attempt number: Int) { attempt.store(number, ordering: .relaxed) }

    func report(_ kind: CallEvent.Kind) {
        let event = CallEvent(
            callID: handle.id, endpoint: endpoint, tags: handle.tags, elapsed: clock.now - start,
            attempt: attempt.load(ordering: .relaxed), kind: kind)
        for observer in observers { observer.observe(event) }
    }

    /// What `decision` made of an attempt; nothing where it let it pass.
    func report<Value>(_ decision: any ResponseDecision, _ action: DecisionAction<Value>) {
        let verdict: CallEvent.Verdict.Action =
            switch action {
            case .continueWith: .continued
            case .restart, .restartWith: .restarted
            case .errored: .failed
            case .done: .done
            }
        report(.decision(CallEvent.Verdict(decision: "\(type(of: decision))", action: verdict)))
        if case .done = action { report(.decoded) }
    }
}
