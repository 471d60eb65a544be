internal import Synchronization

/// Reports the events of one call to the client's observers.
final class CallReporter: Sendable {
    private let observer: any CallObserver
    private let clock: AnyClock
    private let source: CallEvent.Source
    private let start: Duration
    /// Whether the call was made inside ``CallGroup/run(_:)``.
    private let isInGroup: Bool
    private let attempt = Atomic(0)
    private let isOver = Mutex(false)
    let followsProgress: Bool
    /// The shared run that this reporter reports for: each of its calls reports the run's events to its own observers.
    private let shared: SharedRun?

    init(core: ClientCore, handle: CallHandle, start: Duration, isInGroup: Bool, shared: SharedRun? = nil) {
        self.shared = shared
        observer = core.observer
        clock = core.clock
        followsProgress = core.followsProgress
        source = CallEvent.Source(callID: handle.id, endpoint: handle.endpoint, tags: handle.tags)
        self.start = start
        self.isInGroup = isInGroup
    }

    func begin(attempt number: Int) { attempt.store(number, ordering: .relaxed) }

    func report(_ kind: consuming CallEvent.Kind) { report(kind, after: clock.now - start) }

    /// Reports an event of a shared run.
    func report(_ kind: consuming CallEvent.Kind, inAttempt number: Int) {
        begin(attempt: number)
        report(kind)
    }

    /// Reports an event at a known time, without reading the clock.
    func report(_ kind: consuming CallEvent.Kind, after elapsed: Duration) {
        if let shared { return shared.report(kind, inAttempt: attempt.load(ordering: .relaxed)) }
        let event = CallEvent(source, elapsed: elapsed, attempt: attempt.load(ordering: .relaxed), kind: kind)
        // Calls that an observer makes don't join the caller's groups. The body may be read inside a group that the call isn't in.
        if isInGroup || event.kind.isProgress { CallGroup.outside { tell(event) } } else { tell(event) }
    }

    private func tell(_ event: borrowing CallEvent) {
        // Events are delivered one at a time, because another task may still be reading the body, even after the call.
        isOver.withLock { isOver in
            if isOver { return }
            isOver = event.kind.isLast
            observer.observe(event)
        }
    }

    /// Reports a decision's verdict, which may contain a value of type `type`. A skipped decision has no verdict.
    func report(_ decision: Any.Type, _ action: CallEvent.Verdict.Action, making type: (any Sendable.Type)? = nil) {
        let elapsed = clock.now - start
        report(.decision(CallEvent.Verdict(decision: DecisionName.text(of: decision), action: action)), after: elapsed)
        if action == .done, let type { report(.decoded(type), after: elapsed) }
    }
}

/// The name of a decision in timelines and events, which is its type's name.
enum DecisionName {
    static func text(of decision: Any.Type) -> String {
        // Nearly all attempts end with this decision, and getting a type's name from the runtime is slow.
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

    fileprivate var isProgress: Bool { if case .progress = self { true } else { false } }
}

extension DecisionAction {
    /// The verdict that observers receive.
    var verdict: CallEvent.Verdict.Action {
        switch self {
        case .continueWith, .passed: .continued
        case .restart, .restartWith: .restarted
        case .errored: .failed
        case .done: .done
        }
    }
}
