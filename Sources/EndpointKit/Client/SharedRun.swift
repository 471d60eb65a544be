internal import Synchronization

/// One run that several equal calls wait for. Its place, its token refreshes and its retries happen once; each call has its own deadline,
/// cancellation and decoding.
///
/// It runs in its own task, so that cancelling a call doesn't affect the others. When the last call leaves, it is cancelled.
final class SharedRun: Sendable {
    /// What came of a run.
    final class End: Sendable {
        let result: Result<HTTPResponse, any Error>
        let attempts: [Attempt]
        let sent: SentRequest?
        /// Why no attempt followed.
        let obstacle: String?
        /// For whom its requests were, and from whom its first ones.
        let signers: Set<Signer>
        let senders: Set<KeyDigest?>

        init(
            _ result: Result<HTTPResponse, any Error>, attempts: [Attempt], sent: SentRequest? = nil, obstacle: String? = nil,
            _ signers: Set<Signer> = [], _ senders: Set<KeyDigest?> = []
        ) {
            self.result = result
            self.attempts = attempts
            self.sent = sent
            self.obstacle = obstacle
            self.signers = signers
            self.senders = senders
        }
    }

    /// A call whose observers get the events of the run, one after the other.
    private struct Listener {
        let reporter: CallReporter
        var delivered = 0
        var isDelivering = false
    }

    private struct State {
        var waits: [ObjectIdentifier: Wait<End>] = [:]
        var task: Task<Void, Never>?
        var end: End?
        /// Whether all calls left before the outcome.
        var isAbandoned = false
        var listeners: [Listener] = []
        var attempts: [Attempt] = []
        /// What its requests have asked for, after redirects.
        var resources: Set<KeyDigest> = []
        /// The events so far, for calls that join later.
        var events: [(kind: CallEvent.Kind, attempt: Int)] = []
    }
    private let state = Mutex(State())

    /// Waits for the outcome. Throws `CancellationError` if the task is cancelled or the call ends first; `abandoned` is called if it was
    /// the last call. Returns nil if the run has been abandoned.
    ///
    /// - Parameter begin: makes what runs, in a task of its own, if this is the first call.
    func end(
        for reporter: CallReporter?, _ interruption: Interruption, begin: () -> @Sendable () async -> End,
        abandoned: @escaping @Sendable () -> Void
    ) async throws -> End? {
        let wait = Wait<End>()
        guard let (isFirst, end) = join(wait, reporter) else { return nil }
        deliver()
        if let end { return end }
        if isFirst { start(begin(), ended: abandoned) }
        do {
            try interruption.attach(wait)
            defer { interruption.detach(wait) }
            return try await wait.value()
        } catch {
            let (isLast, task) = state.withLock { state -> (Bool, Task<Void, Never>?) in
                guard state.waits.removeValue(forKey: ObjectIdentifier(wait)) != nil, state.waits.isEmpty else { return (false, nil) }
                state.isAbandoned = true
                return (true, state.task)
            }
            if isLast {
                abandoned()
                task?.cancel()
            }
            throw error
        }
    }

    private func join(_ wait: Wait<End>, _ reporter: CallReporter?) -> (isFirst: Bool, end: End?)? {
        state.withLock { state in
            if state.isAbandoned { return nil }
            let isFirst = state.waits.isEmpty && state.task == nil && state.end == nil
            if state.end == nil { state.waits[ObjectIdentifier(wait)] = wait }
            if let reporter { state.listeners.append(Listener(reporter: reporter)) }
            return (isFirst, state.end)
        }
    }

    private func start(_ run: @escaping @Sendable () async -> End, ended: @escaping @Sendable () -> Void) {
        // With the task-locals of the first caller, such as its trace, but not in its groups.
        let task = Task {
            let end = await run()
            ended()
            self.finish(end)
        }
        let isAbandoned = state.withLock { state in
            if state.end == nil { state.task = task }
            return state.isAbandoned
        }
        if isAbandoned { task.cancel() }
    }

    private func finish(_ end: End) {
        let waits = state.withLock { state in
            state.end = end
            state.task = nil
            defer { state.waits = [:] }
            return Array(state.waits.values)
        }
        for wait in waits { wait.finish(.success(end)) }
    }

    /// Reports an event to the observers of all calls.
    func report(_ kind: CallEvent.Kind, inAttempt attempt: Int) {
        state.withLock { $0.events.append((kind, attempt)) }
        deliver()
    }

    /// Reports to each call's observers what they don't have yet. One thread at a time serves a call, so that the order is right.
    private func deliver() {
        while let (index, reporter, event) = nextDelivery() {
            reporter.report(event.kind, inAttempt: event.attempt)
            state.withLock { $0.listeners[index].isDelivering = false }
        }
    }

    private func nextDelivery() -> (Int, CallReporter, (kind: CallEvent.Kind, attempt: Int))? {
        state.withLock { state in
            for index in state.listeners.indices where !state.listeners[index].isDelivering {
                let delivered = state.listeners[index].delivered
                guard delivered < state.events.count else { continue }
                state.listeners[index].delivered += 1
                state.listeners[index].isDelivering = true
                return (index, state.listeners[index].reporter, state.events[delivered])
            }
            return nil
        }
    }

    func note(_ resource: KeyDigest) { state.withLock { _ = $0.resources.insert(resource) } }

    func hasAskedFor(_ resource: KeyDigest) -> Bool { state.withLock { $0.resources.contains(resource) } }

    func note(_ attempts: [Attempt]) { state.withLock { $0.attempts = attempts } }

    /// The attempts so far.
    var attempts: [Attempt] { state.withLock { $0.attempts } }

    var waiterCount: Int { state.withLock { $0.waits.count } }
}
