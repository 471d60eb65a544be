internal import Synchronization

/// Tells the observers of a client what happens to one call.
final class CallReporter: Sendable {
    private let observers: [any CallObserver]
    private let clock: CallClock
    private let handle: CallHandle
    private let endpoint: any Endpoint
    private let start: Duration
    private let attempt = Atomic(0)
    private let isOver = Mutex(false)
    let followsProgress: Bool

    init(core: ClientCore, handle: CallHandle, start: Duration) {
        observers = core.observers
        followsProgress = core.followsProgress
        clock = core.clock
        self.handle = handle
        endpoint = handle.endpoint
        self.start = start
    }

    func begin(attempt number: Int) { attempt.store(number, ordering: .relaxed) }

    func report(_ kind: consuming CallEvent.Kind) {
        let isLast = kind.isLast
        let event = CallEvent(
            callID: handle.id, endpoint: endpoint, tags: handle.tags, elapsed: clock.now - start,
            attempt: attempt.load(ordering: .relaxed), kind: kind)
        // One after the other: a body may still be read elsewhere, also when all is over.
        isOver.withLock { isOver in
            if isOver { return }
            isOver = isLast
            // What an observer calls is no member of the caller's groups.
            CallGroup.outside { for observer in observers { observer.observe(event) } }
        }
    }

    /// What a decision made of an attempt; nothing where it let it pass.
    func report(_ decision: any ResponseDecision.Type, _ action: CallEvent.Verdict.Action) {
        report(.decision(CallEvent.Verdict(decision: DecisionName.text(of: decision), action: action)))
        if action == .done { report(.decoded) }
    }
}

/// What a timeline and an observer call a decision: the name of its type.
enum DecisionName {
    static func text(of decision: any ResponseDecision.Type) -> String {
        // Nearly all attempts end by this one, and the runtime takes its time to tell a type's name.
        decision == ParseDecision.self ? "ParseDecision" : "\(decision)"
    }
}

extension CallEvent.Kind {
    fileprivate var isLast: Bool {
        switch self {
        case .finished, .failed, .cancelled: true
        default: false
        }
    }
}

extension DecisionAction {
    /// As observers are told.
    var verdict: CallEvent.Verdict.Action {
        switch self {
        case .continueWith: .continued
        case .restart, .restartWith: .restarted
        case .errored: .failed
        case .done: .done
        }
    }
}
