internal import Synchronization

/// Admits requests as the quota and the server's reports allow. Among waiting requests, the highest priority goes first, then the earliest.
///
/// One task at a time updates the store, for all requests that wait or have ended. So the store gets one update at a time, and few of them
/// under load.
final class QuotaGate: Sendable {
    /// An admitted request holds this until its response arrives.
    struct Place: Sendable {
        fileprivate let ticket: String
        fileprivate let number: Int
        /// When the deadline of its call is over; nil without one.
        fileprivate let end: Duration?
    }

    private struct Waiter {
        let wait: Wait<Place>
        /// When its call ends; nil without a deadline.
        let end: Duration?
    }

    private struct State {
        var waiting = PriorityQueue<Int, Waiter>()
        /// The changes that the store doesn't know yet.
        var ended = QuotaChange()
        /// The ended requests that wait until the store knows about it.
        var ending: [Wait<Void>] = []
        var reported = ReportedLimit()
        var inFlight = 0
        var lastNumber = 0
        /// Whether a task is updating the store.
        var isAsking = false
        /// Whether the store is slow to answer, so that responses don't wait for it.
        var isSlow = false
        /// Whether that task must update the store once more.
        var asksAgain = false
        /// When a sleeping task will update the store.
        var alarm: Duration?
    }
    private let state = Mutex(State())
    private let quota: Quota
    private let clock: CallClock
    private let now: @Sendable () -> Date

    init(_ quota: Quota, clock: CallClock, now: @escaping @Sendable () -> Date) {
        self.quota = quota
        self.clock = clock
        self.now = now
    }

    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Waits until the request may be sent. ``leave(_:_:wasSent:_:)`` must follow. Throws `CancellationError` if the task is cancelled or
    /// the call ends first.
    func enter(_ context: TransferContext) async throws -> Place {
        try quota.check()
        let waiter = Waiter(wait: Wait(), end: context.timeLeft.map { clock.now + $0 })
        let priority = Int(context.rawPriority ?? Task.currentPriority.rawValue)
        let number = state.withLock { $0.waiting.insert(waiter, at: -priority) }
        do {
            try context.interruption?.attach(waiter.wait)
            defer { context.interruption?.detach(waiter.wait) }
            ask()
            return try await waiter.wait.value()
        } catch {
            // A place that is granted from now on is returned.
            waiter.wait.interrupt()
            let removed = state.withLock { $0.waiting.remove(number) }
            withExtendedLifetime(removed) {}
            throw error
        }
    }

    /// Reports the end of a request. Returns when the store knows about it, because a program may exit when its calls end. It
    /// doesn't wait for a slow store, or near the deadline: a response that has arrived counts, whatever happens to the store.
    ///
    /// - Parameters:
    ///   - response: the head of the response; nil if there is none.
    ///   - wasSent: false only if the request can't have reached the server.
    func leave(_ place: Place, _ response: HTTPResponse?, wasSent: Bool, _ context: TransferContext) async {
        let report = response.flatMap { RateLimitReport($0, now: now) }
        let moment = clock.now
        let known = Wait<Void>()
        let isLate = place.end.map { $0 - moment < Self.moment * 2 } ?? false
        let waits = state.withLock { state in
            state.inFlight -= 1
            if wasSent {
                state.reported.note(report, of: place.number, at: moment, longest: Quota.maxServerWait)
                state.ended.arrived.append(place.ticket)
            } else {
                state.ended.withdrawn.append(place.ticket)
            }
            if isLate || state.isSlow { return false }
            state.ending.append(known)
            return true
        }
        ask()
        guard waits else { return }
        try? context.interruption?.attach(known)
        try? await known.value()
        context.interruption?.detach(known)
    }

    // MARK: Updating the store

    /// Starts a task that updates the store, unless one is running.
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
            let round = state.withLock { state in Round(takingFrom: &state, at: moment) }
            do {
                let grant = try await update(round)
                for wait in round.ending { wait.finish(.success(())) }
                admit(grant.tickets)
                judge(round, grant, at: clock.now)
            } catch {
                for wait in round.ending { wait.finish(.success(())) }
                fail(round, with: error)
            }
            let isOver = state.withLock { state in
                state.isAsking = state.asksAgain
                return !state.asksAgain
            }
            if isOver { return }
        }
    }

    /// After this time a store counts as slow.
    private static let moment: Duration = .milliseconds(500)

    private func update(_ round: Round) async throws -> QuotaGrant {
        if round.change.isEmpty { return QuotaGrant(tickets: [], used: 0) }
        if quota.store is any AwaitedInPlace { return try await quota.store.update(round.change, of: quota.window) }
        let watch = Task.detached(priority: .high) { await self.watch(round) }
        defer {
            watch.cancel()
            state.withLock { $0.isSlow = false }
        }
        return try await quota.store.update(round.change, of: quota.window).withinRange
    }

    /// While a store is slow, lets the responses through, and fails the requests that don't wait, or whose deadline is near.
    private func watch(_ round: Round) async {
        while (try? await Task.sleep(for: Self.moment)) != nil {
            let (ending, failed) = state.withLock { state -> ([Wait<Void>], [Waiter]) in
                if Task.isCancelled { return ([], []) }
                state.isSlow = true
                defer { state.ending = [] }
                let late = state.waiting.inOrder.filter { _, waiter in
                    quota.whenSpent == .fail || waiter.end.map { $0 - clock.now <= Self.moment } == true
                }
                return (state.ending, late.compactMap { state.waiting.remove($0.number) })
            }
            for wait in round.ending + ending { wait.finish(.success(())) }
            let problem = "The quota's store doesn't answer, so the request wasn't sent. Another process may keep its file locked."
            for waiter in failed { waiter.wait.finish(.failure(APIError(.quota, problem))) }
        }
    }

    /// One update of the store.
    private struct Round {
        let change: QuotaChange
        let ending: [Wait<Void>]
        /// The last of the requests that wait when the round begins.
        let lastWaiter: Int
        /// How long requests wait that the server doesn't allow yet: until its report expires, and at least.
        let serverWait: (longest: Duration, shortest: Duration)

        init(takingFrom state: inout State, at moment: Duration) {
            let allowance = state.reported.allowance(at: moment, inFlight: state.inFlight)
            var change = state.ended
            change.wanted = min(allowance, state.waiting.count)
            self.change = change
            ending = state.ending
            lastWaiter = state.waiting.lastNumber
            serverWait = (state.reported.wait(at: moment), state.reported.shortestWait(at: moment))
            state.ended = QuotaChange()
            state.ending = []
            state.asksAgain = false
        }
    }

    private func admit(_ tickets: [String]) {
        for ticket in tickets {
            var isTaken = false
            while !isTaken {
                let next = state.withLock { state -> (Waiter, Place)? in
                    guard let waiter = state.waiting.takeFirst() else {
                        // The requests that this ticket was for have been cancelled.
                        state.ended.withdrawn.append(ticket)
                        state.asksAgain = true
                        return nil
                    }
                    state.lastNumber += 1
                    state.inFlight += 1
                    return (waiter, Place(ticket: ticket, number: state.lastNumber, end: waiter.end))
                }
                guard let (waiter, place) = next else { break }
                isTaken = waiter.wait.finish(.success(place))
                if !isTaken { state.withLock { $0.inFlight -= 1 } }
            }
        }
    }

    /// Fails the requests that may not wait, or would wait beyond their deadline. Sets the alarm for the others.
    private func judge(_ round: Round, _ grant: QuotaGrant, at moment: Duration) {
        // The first requests wait for the quota, those behind them for the server.
        let limited = round.change.wanted - grant.tickets.count
        func wait(_ place: Int, longest: Bool) -> (Duration, isReported: Bool) {
            // A request waits one more period for each window's worth of requests ahead of it.
            let (periods, index) = place.quotientAndRemainder(dividingBy: quota.calls)
            let own = grant.waits.isEmpty ? .zero : grant.waits[min(index, grant.waits.count - 1)] + quota.period * periods
            if place < limited { return (own, false) }
            let reported = longest ? round.serverWait.longest : round.serverWait.shortest
            return (max(own, reported), reported >= own)
        }
        let (failed, alarm) = state.withLock { state -> ([(Waiter, Duration, Bool)], Duration?) in
            var failed: [(Waiter, Duration, Bool)] = []
            var place = 0
            // Requests that came later are judged after the next update.
            for (number, waiter) in state.waiting.inOrder where number <= round.lastWaiter {
                let fails = quota.whenSpent == .fail || waiter.end.map { $0 - clock.now <= wait(place, longest: false).0 } == true
                if fails {
                    let (wait, isReported) = wait(place, longest: true)
                    state.waiting.remove(number)
                    failed.append((waiter, wait, isReported))
                } else {
                    place += 1
                }
            }
            guard place > 0 else { return (failed, nil) }
            // At least a millisecond, whatever the store returns.
            let alarm = moment + min(max(wait(0, longest: true).0, .milliseconds(1)), .longestSleep)
            if let set = state.alarm, set <= alarm { return (failed, nil) }
            state.alarm = alarm
            return (failed, alarm)
        }
        for (waiter, wait, isReported) in failed {
            let spent = QuotaSpent(wait: wait, date: now().addingTimeInterval(wait / .seconds(1)), isReported: isReported)
            waiter.wait.finish(.failure(APIError(spent, of: quota.window)))
        }
        if let alarm { sleep(until: alarm) }
    }

    /// The runtime keeps the timer of a cancelled sleep, so a sleep isn't cancelled if there is an earlier one.
    private func sleep(until alarm: Duration) {
        Task.detached(priority: .high) { [weak self, clock] in
            try? await clock.sleep(for: max(.zero, alarm - clock.now))
            guard let self else { return }
            state.withLock { if $0.alarm == alarm { $0.alarm = nil } }
            ask()
        }
    }

    private func fail(_ round: Round, with error: any Error) {
        let isUntouched = (error as? APIError)?.underlying is FileQuotaStore.Locked
        let failed = state.withLock { state in
            if isUntouched {
                // The next request updates the store.
                state.ended.arrived += round.change.arrived
                state.ended.withdrawn += round.change.withdrawn
            }
            return state.waiting.inOrder.filter { $0.number <= round.lastWaiter }.compactMap { state.waiting.remove($0.number) }
        }
        let failure = error as? APIError ?? APIError(.quota, "The quota's store failed: \(error.sentence).", underlying: error)
        for waiter in failed { waiter.wait.finish(.failure(failure)) }
    }
}
