/// The requests that count, each with the latest time at which it may have arrived at the server.
///
/// The log keeps the limit at the server, however long requests take to arrive. Proof: a request is admitted at time s, arrives at time a,
/// and has its response at time e. Consider all requests that arrive in some window, and the one that was admitted last. Each of the others
/// arrived less than a period before it. So when the last one was admitted, the other's e was less than a period ago, or not yet known: the
/// other was in the log. The last one was admitted because the log had fewer entries than the limit, so the window has at most as many
/// requests as the limit.
///
/// Times are whole milliseconds, rounded so that a request counts longer, never shorter. If many calls are allowed, times are
/// rounded to a thousandth of the period, so that the log has at most a few thousand entries.
struct QuotaLog: Equatable, Sendable {
    struct Entry: Equatable, Sendable {
        /// In milliseconds of the store's clock. A request in flight has a time in the future.
        var time: Int64
        var count: Int
    }
    /// In ascending order; each time occurs once.
    private(set) var entries: [Entry] = []

    init() {}

    /// nil unless the times ascend and the counts are positive.
    init?(_ entries: [Entry]) {
        guard entries.allSatisfy({ $0.count > 0 && $0.count <= Quota.callRange.upperBound && $0.time.magnitude < 1 << 60 }),
            zip(entries, entries.dropFirst()).allSatisfy({ $0.time < $1.time })
        else { return nil }
        self.entries = entries
    }

    /// - Parameter now: the time of the store's clock, counted from any earlier moment.
    mutating func apply(_ change: QuotaChange, of window: QuotaWindow, at now: Duration) -> QuotaGrant {
        // Clamped, so that no value of the window or the clock overflows.
        let calls = min(max(0, window.calls), Quota.callRange.upperBound)
        let period = min(max(window.period, .milliseconds(1)), Quota.periodRange.upperBound).milliseconds(.up)
        let now = min(max(now, .zero), .longestSleep * 8)
        let (earliest, latest) = (now.milliseconds(.down), now.milliseconds(.up))
        let step = calls <= 1000 ? 1 : max(1, period / 1000)
        let longest = QuotaWindow.longestArrival.milliseconds(.up)
        forget(before: earliest - period, after: latest + longest + max(step, 60), latest)

        let arrived = take(change.arrived)
        if arrived > 0 { add(arrived, at: latest, step: step) }
        _ = take(change.withdrawn)

        let counted = entries.reduce(0) { $0 + $1.count }
        let granted = min(max(0, change.wanted), max(0, calls - counted))
        let time = latest + longest
        let ticket = granted > 0 ? add(granted, at: time, step: step == 1 ? 1 : max(step, 60)) : time
        let used = counted + granted

        // One millisecond more, because a window includes both of its ends.
        let missing = max(0, change.wanted - granted)
        var waits: [Duration] = []
        var leaving = 0
        for entry in entries where waits.count < missing {
            leaving += entry.count
            let wait = Duration.milliseconds(min(entry.time, earliest) + period + 1 - earliest)
            let free = calls - (used - leaving)
            while waits.count < min(missing, free) { waits.append(wait) }
        }
        let next = entries.first.map { Duration.milliseconds(min($0.time, earliest) + period + 1 - earliest) } ?? .zero
        return QuotaGrant(tickets: Array(repeating: "\(ticket)", count: granted), used: used, waits: waits, nextReturn: next)
    }

    /// Removes the entries before `first`. Entries after `last` are from before the clock was set back, so they count from now.
    private mutating func forget(before first: Int64, after last: Int64, _ now: Int64) {
        entries.removeAll { $0.time < first }
        let ahead = entries.reduce(0) { $1.time > last ? $0 + $1.count : $0 }
        guard ahead > 0 else { return }
        entries.removeAll { $0.time > last }
        add(ahead, at: now, step: 1)
    }

    @discardableResult private mutating func add(_ count: Int, at time: Int64, step: Int64) -> Int64 {
        let time = (time + step - 1) / step * step
        var index = entries.count
        while index > 0, entries[index - 1].time >= time { index -= 1 }
        if index < entries.count, entries[index].time == time {
            entries[index].count += count
        } else {
            entries.insert(Entry(time: time, count: count), at: index)
        }
        return time
    }

    /// Removes the requests with these tickets, which are the times of their entries. Returns how many were found.
    private mutating func take(_ tickets: [String]) -> Int {
        let counts = Dictionary(tickets.map { ($0, 1) }, uniquingKeysWith: +)
        var taken = 0
        for (ticket, count) in counts {
            guard let time = Int64(ticket), let index = entries.lastIndex(where: { $0.time == time }) else { continue }
            taken += min(count, entries[index].count)
            entries[index].count -= min(count, entries[index].count)
        }
        if taken > 0 { entries.removeAll { $0.count == 0 } }
        return taken
    }
}

extension Duration {
    fileprivate func milliseconds(_ rounding: FloatingPointRoundingRule) -> Int64 {
        let (seconds, attoseconds) = components
        let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
        return seconds * 1000 + whole + (rounding == .up && rest > 0 ? 1 : 0)
    }
}
