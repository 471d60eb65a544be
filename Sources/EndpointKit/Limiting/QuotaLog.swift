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
///
/// Quotas with different periods may share a log. It keeps requests for the longest of the periods, and each quota counts the requests of its
/// own period.
struct QuotaLog: Equatable, Sendable {
    struct Entry: Equatable, Sendable {
        /// In milliseconds of the store's clock. A request in flight has a time in the future.
        var time: Int64
        var count: Int
    }
    /// In ascending order; each time occurs once.
    private(set) var entries: [Entry] = []
    /// The longest period of a quota that has counted in it since it was empty, in milliseconds.
    private(set) var longestPeriod: Int64 = 0

    init() {}

    /// nil unless the times ascend, the counts are positive, and the period is a valid one or zero.
    init?(_ entries: [Entry], longestPeriod: Int64) {
        guard entries.allSatisfy({ $0.count > 0 && $0.count <= Quota.callRange.upperBound && $0.time.magnitude < 1 << 60 }),
            zip(entries, entries.dropFirst()).allSatisfy({ $0.time < $1.time }),
            (0...Quota.periodRange.upperBound.milliseconds(.up)).contains(longestPeriod)
        else { return nil }
        self.entries = entries
        self.longestPeriod = longestPeriod
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
        longestPeriod = max(longestPeriod, period)
        forget(before: earliest - longestPeriod, after: latest + longest + max(longestPeriod / 1000, 60), latest)
        if entries.isEmpty { longestPeriod = period }

        let arrived = take(change.arrived)
        if arrived > 0 { add(arrived, at: latest, step: step) }
        _ = take(change.withdrawn)

        if change.wanted > 0 { thin(before: earliest - period) }
        let counted = entries.reduce(0) { $1.time >= earliest - period ? $0 + $1.count : $0 }
        let granted = min(max(0, change.wanted), max(0, calls - counted))
        let time = latest + longest
        let ticket = granted > 0 ? add(granted, at: time, step: step == 1 ? 1 : max(step, 60)) : time
        let used = counted + granted

        // One millisecond more, because a window includes both of its ends.
        let missing = max(0, change.wanted - granted)
        var waits: [Duration] = []
        var leaving = 0
        let counting = entries.drop { $0.time < earliest - period }
        for entry in counting where waits.count < missing {
            leaving += entry.count
            let wait = Duration.milliseconds(min(entry.time, earliest) + period + 1 - earliest)
            let free = calls - (used - leaving)
            while waits.count < min(missing, free) { waits.append(wait) }
        }
        let next = counting.first.map { Duration.milliseconds(min($0.time, earliest) + period + 1 - earliest) } ?? .zero
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

    /// Merges entries that count only for a longer period than the one that begins at `first`, so that they stay few: each time is rounded up
    /// by at most a sixtieth of the time before `first`.
    private mutating func thin(before first: Int64) {
        guard let oldest = entries.first, first - oldest.time > Self.thinning else { return }
        var thinned: [Entry] = []
        for entry in entries {
            let steps = (first - entry.time) / Self.thinning
            // A power of two, so that what was rounded before stays.
            let step: Int64 = steps > 1 ? 1 << (63 - Int64(steps.leadingZeroBitCount)) : 1
            let time = max((entry.time + step - 1) / step * step, thinned.last?.time ?? .min)
            if let last = thinned.last, last.time == time {
                thinned[thinned.count - 1].count = min(last.count + entry.count, Quota.callRange.upperBound)
            } else {
                thinned.append(Entry(time: time, count: entry.count))
            }
        }
        entries = thinned
    }

    private static let thinning: Int64 = 128

    @discardableResult private mutating func add(_ count: Int, at time: Int64, step: Int64) -> Int64 {
        let time = (time + step - 1) / step * step
        var index = entries.count
        while index > 0, entries[index - 1].time >= time { index -= 1 }
        if index < entries.count, entries[index].time == time {
            // More than any quota has make no difference.
            entries[index].count = min(entries[index].count + count, Quota.callRange.upperBound)
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
