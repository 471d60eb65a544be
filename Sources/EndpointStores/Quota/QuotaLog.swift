/// The requests that count, each with the latest moment at which it may be sent.
///
/// The log keeps the limit at the moments of sending. Proof: a request that is reserved at time n is sent at time s, and its entry has the
/// time e, with n <= s <= e. Consider all requests that were sent in some window, and the one among them that was reserved last. Each of the
/// others was sent less than a period before it, so their e was less than a period before its n, too. The log therefore counted them all when
/// it granted the last request, which it did only because the count was below the limit. So the window contains at most as many requests as
/// the limit.
///
/// Times are whole milliseconds, rounded so that a request counts for longer, never for less. No time is more than a second in the future, so
/// no request counts for longer than a period and a second.
///
/// Quotas with different periods may share a log. It keeps requests for the longest of the periods, and each quota counts the requests in its
/// own period.
struct QuotaLog: Equatable, Sendable {
    struct Entry: Equatable, Sendable {
        /// In milliseconds of the store's clock.
        var time: Int64
        var count: Int
    }
    /// In ascending order; each time occurs once.
    private(set) var entries: [Entry] = []
    /// The longest period, in milliseconds, of the quotas that have used the log since it was last empty.
    private(set) var longestPeriod: Int64 = 0

    /// Small enough for sums of several times not to overflow.
    static let timeLimit: UInt64 = 1 << 59

    init() {}

    /// From pairs of a time and a count; nil unless the times ascend, the counts are positive, and the period is valid or zero.
    init?(_ pairs: [[Int64]], longestPeriod: Int64) {
        guard pairs.allSatisfy({ $0.count == 2 && $0[0].magnitude < Self.timeLimit && (1...Int64(Quota.callRange.upperBound) ~= $0[1]) }),
            zip(pairs, pairs.dropFirst()).allSatisfy({ $0[0] < $1[0] }),
            (0...Quota.periodRange.upperBound.wholeMilliseconds(.up)).contains(longestPeriod)
        else { return nil }
        entries = pairs.map { Entry(time: $0[0], count: Int($0[1])) }
        self.longestPeriod = longestPeriod
    }

    /// - Parameter now: the time of the store's clock, counted from any earlier moment.
    mutating func reserve(
        _ wanted: Int, returning unsent: [Duration], for validity: Duration, of window: QuotaWindow, at now: Duration
    ) -> QuotaGrant {
        // Clamped, so that no value of the window or the clock overflows.
        let calls = min(max(0, window.calls), Quota.callRange.upperBound)
        let period = min(max(window.period, .milliseconds(1)), Quota.periodRange.upperBound).wholeMilliseconds(.up)
        let now = min(max(now, .zero), .longestSleep * 8)
        let (earliest, latest) = (now.wholeMilliseconds(.down), now.wholeMilliseconds(.up))
        longestPeriod = max(longestPeriod, period)
        forget(before: earliest - longestPeriod, after: Self.latestEnd(at: now), latest)
        if entries.isEmpty { longestPeriod = period }

        for end in unsent { remove(min(max(end, .zero), .longestSleep * 16).wholeMilliseconds(.up)) }
        let counted = entries.drop { $0.time < earliest - period }.reduce(0) { $0 + $1.count }
        let granted = min(max(0, wanted), max(0, calls - counted))
        let end = latest + min(max(validity, .zero), .seconds(1)).wholeMilliseconds(.up)
        if granted > 0 {
            add(granted, at: end)
            merge(at: latest)
        }

        // One more millisecond, because a window includes both of its ends.
        let counting = entries.drop { $0.time < earliest - period }
        func wait(_ entry: Entry) -> Duration { .milliseconds(entry.time + period + 1 - earliest) }
        let (used, missing) = (counted + granted, max(0, wanted) - granted)
        var waits: [Duration] = []
        var leaving = 0
        for entry in counting where waits.count < missing {
            leaving += entry.count
            let free = calls - (used - leaving)
            while waits.count < min(missing, free) { waits.append(wait(entry)) }
        }
        return QuotaGrant(
            granted: granted, end: .milliseconds(end), used: used, waits: waits, nextReturn: counting.first.map(wait) ?? .zero)
    }

    /// Whether it has a time that no request can have at `now`. Such a time comes from another clock; it counts from `now` on when the log is
    /// used.
    func isAhead(of now: Duration) -> Bool { entries.last.map { $0.time > Self.latestEnd(at: now) } ?? false }

    /// The latest moment at which a request that is reserved at `now` may be sent.
    private static func latestEnd(at now: Duration) -> Int64 { now.wholeMilliseconds(.up) + 1000 }

    /// Moves all times, to convert them to another clock.
    mutating func shift(by difference: Int64) { for index in entries.indices { entries[index].time += difference } }

    func adding(_ other: QuotaLog) -> QuotaLog {
        var log = other.entries.reduce(into: self) { $0.add($1.count, at: $1.time) }
        log.longestPeriod = max(longestPeriod, other.longestPeriod)
        return log
    }

    private mutating func add(_ count: Int, at time: Int64) {
        let index = entries.lastIndex { $0.time <= time }
        if let index, entries[index].time == time {
            // Requests beyond the maximum of any quota make no difference.
            entries[index].count = min(entries[index].count + count, Quota.callRange.upperBound)
        } else {
            entries.insert(Entry(time: time, count: count), at: index.map { $0 + 1 } ?? 0)
        }
    }

    /// Removes a request that wasn't sent. Its entry may have been merged, so this removes the latest request up to `time`. Another request
    /// then counts for longer.
    private mutating func remove(_ time: Int64) {
        guard let index = entries.lastIndex(where: { $0.time <= time }) else { return }
        entries[index].count -= 1
        if entries[index].count == 0 { entries.remove(at: index) }
    }

    /// Removes the entries before `first`. Entries after `last` come from another clock, so they count from `now` on.
    private mutating func forget(before first: Int64, after last: Int64, _ now: Int64) {
        entries.removeAll { $0.time < first }
        while let ahead = entries.last, ahead.time > last {
            entries.removeLast()
            add(ahead.count, at: now)
        }
    }

    /// Keeps the log small by dating each request later, by at most a 64th of its age. Since ages grow, a request may be merged again, by a
    /// thirty-second of its age altogether.
    private mutating func merge(at now: Int64) {
        guard entries.count > 512 else { return }
        var merged: [Entry] = []
        for entry in entries.reversed() {
            if let later = merged.last, later.time - entry.time <= (now - later.time) / 64 {
                merged[merged.count - 1].count = min(later.count + entry.count, Quota.callRange.upperBound)
            } else {
                merged.append(entry)
            }
        }
        entries = merged.reversed()
    }
}

extension Duration {
    func wholeMilliseconds(_ rounding: FloatingPointRoundingRule) -> Int64 {
        let (seconds, attoseconds) = components
        let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
        return seconds * 1000 + whole + (rounding == .up && rest > 0 ? 1 : 0)
    }
}
