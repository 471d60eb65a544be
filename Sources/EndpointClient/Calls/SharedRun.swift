internal import Synchronization

/// One run that several equal calls wait for. It takes one slot, and its token refreshes and retries happen once; each call has its own
/// deadline, cancellation and decoding.
///
/// The run has its own task, so that cancelling a call doesn't affect the others. When the last call leaves, the run is cancelled.
final class SharedRun: Sendable {
    /// The outcome of a run.
    final class End: Sendable {
        let result: Result<HTTPResponse, any Error>
        let attempts: [Attempt]
        let sent: SentRequest?
        /// Why no further attempt was made.
        let obstacle: String?

        init(
            _ result: Result<HTTPResponse, any Error>, attempts: [Attempt], sent: SentRequest? = nil, obstacle: String? = nil
        ) {
            self.result = result
            self.attempts = attempts
            self.sent = sent
            self.obstacle = obstacle
        }

        /// Runs an exchange whose response each call decodes.
        convenience init(of exchanger: Exchanger) async {
            let result: Result<HTTPResponse, any Error>
            do { result = .success(try await exchanger.value { answer, _ in answer.response }) } catch { result = .failure(error) }
            self.init(result, attempts: exchanger.timeline.attempts, sent: exchanger.sent, obstacle: exchanger.timeline.obstacle)
        }
    }

    /// A call whose observers receive the run's events in order.
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
        /// The signers, senders and resources of the run's requests, including those after redirects.
        var signers: Set<Signer> = []
        var senders: Set<KeyDigest?> = []
        var resources: Set<KeyDigest> = []
        /// The requests to which redirects have led, as they were before cookies were added.
        var redirected: [(request: HTTPRequest, signer: Signer, user: KeyDigest?)] = []
        /// The events so far, for calls that join later.
        var events: [(kind: CallEvent.Kind, attempt: Int)] = []
    }
    private let state = Mutex(State())

    /// Waits for the outcome. Throws `CancellationError` if the task is cancelled or the call ends first; if no other call is waiting,
    /// `abandoned` is then called. Returns nil if the run has already been abandoned.
    ///
    /// - Parameter begin: creates the run, if this is the first call. The run gets its own task.
    func end(
        for reporter: CallReporter?, _ interruption: Interruption, begin: () -> @Sendable () async -> End,
        abandoned: @escaping @Sendable () -> Void
    ) async throws -> End? {
        let wait = Wait<End>()
        guard let (isFirst, end, listener) = join(wait, reporter) else { return nil }
        if let listener { deliver(to: listener) }
        if let end { return end }
        var isWaiting = false
        do {
            // A call that has ended doesn't start a run.
            try interruption.attach(wait)
            defer { interruption.detach(wait) }
            isWaiting = true
            if isFirst { start(begin(), ended: abandoned) }
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
            } else if isFirst, !isWaiting {
                // Other calls have joined the run, so it starts without this call.
                start(begin(), ended: abandoned)
            }
            throw error
        }
    }

    private func join(_ wait: Wait<End>, _ reporter: CallReporter?) -> (isFirst: Bool, end: End?, listener: Int?)? {
        state.withLock { state in
            if state.isAbandoned { return nil }
            let isFirst = state.waits.isEmpty && state.task == nil && state.end == nil
            if state.end == nil { state.waits[ObjectIdentifier(wait)] = wait }
            guard let reporter else { return (isFirst, state.end, nil) }
            state.listeners.append(Listener(reporter: reporter))
            return (isFirst, state.end, state.listeners.count - 1)
        }
    }

    private func start(_ run: @escaping @Sendable () async -> End, ended: @escaping @Sendable () -> Void) {
        // The task inherits the task-locals of the first caller, such as its trace, but isn't part of the caller's groups.
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

    /// Reports an event to the observers of all calls that share the run.
    func report(_ kind: CallEvent.Kind, inAttempt attempt: Int) {
        let count = state.withLock { state in
            state.events.append((kind, attempt))
            return state.listeners.count
        }
        for listener in 0..<count { deliver(to: listener) }
    }

    /// Reports the outstanding events to a call's observers, in order. Only one thread does so at a time.
    private func deliver(to listener: Int) {
        while let (reporter, event) = nextDelivery(to: listener) {
            reporter.report(event.kind, inAttempt: event.attempt)
            state.withLock { $0.listeners[listener].isDelivering = false }
        }
    }

    private func nextDelivery(to listener: Int) -> (CallReporter, (kind: CallEvent.Kind, attempt: Int))? {
        state.withLock { state in
            let next = state.listeners[listener]
            guard !next.isDelivering, next.delivered < state.events.count else { return nil }
            state.listeners[listener].delivered += 1
            state.listeners[listener].isDelivering = true
            return (next.reporter, state.events[next.delivered])
        }
    }

    /// Notes a request that the run sends.
    ///
    /// - Parameter redirected: the request before cookies were added, if a redirect has led to it; otherwise nil.
    func note(_ signer: Signer, _ key: RequestKey, redirected request: HTTPRequest?) {
        state.withLock { state in
            state.signers.insert(signer)
            state.resources.insert(key.resource)
            guard let request else { return _ = state.senders.insert(key.user) }
            state.redirected.append((request, signer, key.user))
        }
    }

    /// Whether all requests of the run had the signer and the cookies that the key names. The cookies of requests after a redirect are
    /// compared with the current ones.
    func isOnly(for key: SharedRuns.Key, sending userOfNow: (HTTPRequest, Signer) -> KeyDigest?) -> Bool {
        let (isOnly, redirected) = state.withLock { state in
            (state.signers.isSubset(of: [key.signer, .nobody]) && state.senders.isSubset(of: [key.request.user]), state.redirected)
        }
        return isOnly && redirected.allSatisfy { userOfNow($0.request, $0.signer) == $0.user }
    }

    func hasAskedFor(any resources: Set<KeyDigest>) -> Bool { state.withLock { !$0.resources.isDisjoint(with: resources) } }

    func note(_ attempts: [Attempt]) { state.withLock { $0.attempts = attempts } }

    /// The attempts so far.
    var attempts: [Attempt] { state.withLock { $0.attempts } }

    var waiterCount: Int { state.withLock { $0.waits.count } }
}
