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
        /// Who has signed its requests.
        let signers: Set<Signer>

        init(
            _ result: Result<HTTPResponse, any Error>, attempts: [Attempt], sent: SentRequest?, obstacle: String?, signers: Set<Signer>
        ) {
            self.result = result
            self.signers = signers
            self.attempts = attempts
            self.sent = sent
            self.obstacle = obstacle
        }
    }

    private struct State {
        var waits: [ObjectIdentifier: Wait<End>] = [:]
        var task: Task<Void, Never>?
        var end: End?
        /// Whether all calls left before the outcome.
        var isAbandoned = false
        var reporters: [CallReporter] = []
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
        guard let (events, isFirst, end) = join(wait, reporter) else { return nil }
        for event in events { reporter?.report(event.kind, inAttempt: event.attempt) }
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

    private func join(
        _ wait: Wait<End>, _ reporter: CallReporter?
    ) -> (events: [(kind: CallEvent.Kind, attempt: Int)], isFirst: Bool, end: End?)? {
        state.withLock { state in
            if state.isAbandoned { return nil }
            let isFirst = state.waits.isEmpty && state.task == nil && state.end == nil
            if state.end == nil { state.waits[ObjectIdentifier(wait)] = wait }
            if let reporter { state.reporters.append(reporter) }
            return (reporter == nil ? [] : state.events, isFirst, state.end)
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
            (state.task, state.reporters) = (nil, [])
            defer { state.waits = [:] }
            return Array(state.waits.values)
        }
        for wait in waits { wait.finish(.success(end)) }
    }

    /// Reports an event to the observers of all calls.
    func report(_ kind: CallEvent.Kind, inAttempt attempt: Int) {
        let reporters = state.withLock { state in
            state.events.append((kind, attempt))
            return state.reporters
        }
        for reporter in reporters { reporter.report(kind, inAttempt: attempt) }
    }

    var waiterCount: Int { state.withLock { $0.waits.count } }
}
