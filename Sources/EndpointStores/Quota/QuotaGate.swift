internal import Synchronization

/// Admits requests as the quota and the server's reports allow. Waiting requests are admitted by priority, then in order of arrival.
///
/// A single task queries the store for all waiting requests. The store thus gets one query at a time, and few queries under load.
final class QuotaGate: Sendable {
    /// The right to send one request.
    private struct Permit {
        /// The number in the order of admission.
        let number: Int
        /// When the store was queried.
        let start: Duration
        /// The request must be sent by this time, because the store assumes that it won't be sent later.
        let end: Duration
        /// The same time by the store's clock, which identifies the permit in the store.
        let id: Duration
    }

    private struct Waiter {
        let wait: Wait<Permit>
        /// The deadline of its call; nil if there is none.
        let end: Duration?
    }

    private struct State {
        var waiting = PriorityQueue<Int, Waiter>()
        var reported = ReportedLimit()
        var inFlight = 0
        var lastNumber = 0
        /// The unused permits, until the next query.
        var unsent: [Duration] = []
        /// How long the last request took to be sent after the store was queried.
        var delay = Duration.zero
        /// Whether a task is querying the store.
        var isAsking = false
        /// Whether that task must query it once more.
        var asksAgain = false
        /// When a sleeping task will query the store.
        var alarm: Duration?
    }
    private let state = Mutex(State())
    private let quota: Quota
    private let clock: AnyClock

    init(_ quota: Quota, clock: AnyClock) {
        self.quota = quota
        self.clock = clock
    }

    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Waits until the request may be sent, which must then happen at once, and returns its number. ``leave(_:_:wasSent:)`` must follow.
    /// Throws `CancellationError` if the task is cancelled or the call ends first.
    func enter(_ context: TransferContext) async throws -> Int {
        try quota.check()
        let end = context.timeLeft.map { clock.now + $0 }
        // A permit expires if the store is slow or the process was suspended.
        for _ in 0..<20 {
            let permit = try await permit(until: end, context)
            let moment = clock.now
            state.withLock { state in
                state.delay = moment - permit.start
                if moment > permit.end { state.unsent.append(permit.id) }
            }
            if moment <= permit.end { return permit.number }
            leave(permit.number, nil, wasSent: false)
        }
        throw APIError(.quota, "The quota's store takes too long to answer, so the request wasn't sent.")
    }

    private func permit(until end: Duration?, _ context: TransferContext) async throws -> Permit {
        let waiter = Waiter(wait: Wait(), end: end)
        // Attached before the waiter can get a permit, because only the wait returns the permit.
        try context.interruption?.attach(waiter.wait)
        defer { context.interruption?.detach(waiter.wait) }
        let priority = Int(context.rawPriority ?? Task.currentPriority.rawValue)
        let number = state.withLock { $0.waiting.insert(waiter, at: -priority) }
        ask()
        do { return try await waiter.wait.value() } catch {
            state.withLock { _ = $0.waiting.remove(number) }
            throw error
        }
    }

    /// Notes that a request has finished.
    ///
    /// - Parameters:
    ///   - response: the head of the response; nil if there is none.
    ///   - wasSent: false only if the server can't have counted the request.
    func leave(_ number: Int, _ response: HTTPResponse?, wasSent: Bool) {
        let report = response.flatMap(RateLimitReport.init(ofClient:))
        let moment = clock.now
        let isAwaited = state.withLock { state in
            state.inFlight -= 1
            if wasSent { state.reported.note(report, of: number, at: moment, longest: Quota.maxServerWait) }
            return state.waiting.count > 0
        }
        if isAwaited { ask() }
    }

    // MARK: Asking the store

    /// Starts a task that queries the store, unless one is running.
    private func ask() {
        let starts = state.withLock { state in
            defer { (state.isAsking, state.asksAgain) = (true, state.isAsking) }
            return !state.isAsking
        }
        if starts { Task.detached(priority: .high) { await self.run() } }
    }

    private func run() async {
        while true {
            let moment = clock.now
            let round = state.withLock { state in Round(takingFrom: &state, of: quota, at: moment) }
            do {
                var grant = QuotaGrant(granted: 0, used: 0)
                if round.wanted > 0 || !round.unsent.isEmpty {
                    grant = try await quota.store.reserve(
                        round.wanted, returning: round.unsent, for: round.validity, of: quota.window
                    ).within(round.wanted)
                }
                admit(grant, from: moment, until: moment + round.validity)
                judge(round, grant, at: clock.now)
            } catch { fail(round, with: error) }
            let asksAgain = state.withLock { state in
                state.isAsking = state.asksAgain
                return state.isAsking
            }
            if !asksAgain { return }
        }
    }

    /// One query to the store.
    private struct Round {
        let wanted: Int
        let unsent: [Duration]
        /// How long the store's permits are valid. A request counts for a period plus this time.
        let validity: Duration
        /// The last of the requests that are waiting when the round begins.
        let lastWaiter: Int
        /// The waits of requests that the server doesn't allow yet: the longest, until its report expires, and the shortest.
        let serverWait: (longest: Duration, shortest: Duration)

        init(takingFrom state: inout State, of quota: Quota, at moment: Duration) {
            wanted = min(state.reported.allowance(at: moment, inFlight: state.inFlight), state.waiting.count)
            validity = min(max(quota.period / 20, .milliseconds(20), state.delay * 2), .milliseconds(900))
            (unsent, state.unsent) = (state.unsent, [])
            lastWaiter = state.waiting.lastNumber
            serverWait = (state.reported.wait(at: moment), state.reported.shortestWait(at: moment))
            state.asksAgain = false
        }
    }

    private func admit(_ grant: QuotaGrant, from start: Duration, until end: Duration) {
        var count = grant.granted
        while count > 0 {
            let next = state.withLock { state -> (Waiter, Permit)? in
                // The requests for which the permit was reserved may have been cancelled.
                guard let waiter = state.waiting.takeFirst() else {
                    state.unsent += Array(repeating: grant.end, count: count)
                    // Perhaps this client has no other reason to query the store again.
                    state.asksAgain = true
                    return nil
                }
                state.lastNumber += 1
                state.inFlight += 1
                return (waiter, Permit(number: state.lastNumber, start: start, end: end, id: grant.end))
            }
            guard let (waiter, permit) = next else { return }
            if waiter.wait.finish(.success(permit)) { count -= 1 } else { state.withLock { $0.inFlight -= 1 } }
        }
    }

    /// Fails the requests that may not wait, or whose wait would exceed their deadline. Sets the alarm for the others.
    private func judge(_ round: Round, _ grant: QuotaGrant, at moment: Duration) {
        // The first requests wait for the quota, and those behind them for the server.
        let limited = round.wanted - grant.granted
        func wait(_ place: Int, longest: Bool) -> (Duration, isReported: Bool) {
            // A request waits one more period for each window's worth of requests ahead of it.
            let (periods, index) = place.quotientAndRemainder(dividingBy: quota.calls)
            let own = grant.waits.isEmpty ? .zero : grant.waits[min(index, grant.waits.count - 1)] + quota.period * periods
            if place < limited { return (own, false) }
            let reported = longest ? round.serverWait.longest : round.serverWait.shortest
            return (max(own, reported), reported >= own)
        }
        let (failed, alarm) = state.withLock { state -> ([(Waiter, QuotaSpent)], Duration?) in
            var failed: [(Waiter, QuotaSpent)] = []
            var place = 0
            // Requests that arrived later are judged after the next query.
            for (number, waiter) in state.waiting.inOrder where number <= round.lastWaiter {
                if quota.whenSpent == .fail || waiter.end.map({ $0 - clock.now <= wait(place, longest: false).0 }) == true {
                    let (wait, isReported) = wait(place, longest: true)
                    state.waiting.remove(number)
                    let date = Date().addingTimeInterval(wait / .seconds(1))
                    failed.append((waiter, QuotaSpent(wait: wait, date: date, isReported: isReported)))
                } else {
                    place += 1
                }
            }
            // At least a millisecond, whatever the store returns.
            let alarm = moment + min(max(wait(0, longest: true).0, .milliseconds(1)), .longestSleep)
            if place == 0 || state.alarm.map({ $0 <= alarm }) == true { return (failed, nil) }
            state.alarm = alarm
            return (failed, alarm)
        }
        for (waiter, spent) in failed { waiter.wait.finish(.failure(APIError(spent, of: quota.window))) }
        if let alarm { sleep(until: alarm) }
    }

    /// The runtime keeps the timer of a cancelled sleep, so a sleep isn't cancelled even if an earlier one is needed.
    private func sleep(until alarm: Duration) {
        Task.detached(priority: .high) { [weak self, clock] in
            try? await clock.sleep(for: max(.zero, alarm - clock.now))
            guard let self else { return }
            state.withLock { if $0.alarm == alarm { $0.alarm = nil } }
            ask()
        }
    }

    private func fail(_ round: Round, with error: any Error) {
        let failed = state.withLock { state in
            state.waiting.inOrder.filter { $0.number <= round.lastWaiter }.compactMap { state.waiting.remove($0.number) }
        }
        let failure = error as? APIError ?? APIError(.quota, "The quota's store failed: \(error.sentence).", underlying: error)
        for waiter in failed { waiter.wait.finish(.failure(failure)) }
    }
}
