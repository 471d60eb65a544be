internal import Synchronization

/// Limits the load that retries add to a service that is down: to a fifth of the calls by default.
///
/// It counts the calls and retries of the last ten seconds. A few retries, the reserve, are always allowed: by default the fifth matters
/// from fifteen calls in ten seconds on. Clients that share a budget are limited together. A client whose policy has no budget has its own.
public final class RetryBudget: Sendable {
    /// The number of retries that each call allows.
    public let ratio: Double
    /// The number of retries that are always allowed in ten seconds, because a fifth of a few calls is no retry at all.
    public let reserve: Int

    private static let span: Int64 = 10

    private struct Second {
        var number: Int64 = -RetryBudget.span
        var calls = 0
        var retries = 0
    }
    // A ring buffer: each second replaces the one ten seconds before it.
    private let seconds = Mutex([Second](repeating: Second(), count: Int(RetryBudget.span)))
    private let clock: CallClock
    private let start: Duration

    /// Allows `reserve` retries in ten seconds, or `ratio` times the calls if that is more.
    ///
    /// - Parameters:
    ///   - ratio: a negative number or NaN counts as 0.
    ///   - reserve: a negative number counts as 0.
    ///   - clock: measures the seconds.
    public init(ratio: Double = 0.2, reserve: Int = 3, clock: some Clock<Duration> = ContinuousClock()) {
        self.ratio = ratio > 0 ? ratio : 0
        self.reserve = max(0, reserve)
        self.clock = CallClock(clock)
        start = self.clock.now
    }

    /// The seconds since the budget was made.
    private var now: Int64 { second(at: clock.now) }

    private func second(at moment: Duration) -> Int64 { max(0, (moment - start).components.seconds) }

    /// Counts a retry, and returns true; returns false if the retry would exceed the budget.
    public func allowsRetry() -> Bool {
        let number = now
        return seconds.withLock { seconds in
            guard hasRoom(in: seconds, at: number) else { return false }
            Self.count(in: &seconds, number) { $0.retries += 1 }
            return true
        }
    }

    /// Whether ``allowsRetry()`` would return false.
    var isSpent: Bool {
        let number = now
        return seconds.withLock { !hasRoom(in: $0, at: number) }
    }

    /// Counts a call, once for all its attempts. `moment` is the time that the call has just read from `clock`.
    func countCall(at moment: Duration, of clock: CallClock) {
        // Nearly always both are the same clock, which needn't be read again.
        let number = second(at: clock.agrees(with: self.clock) ? moment : self.clock.now)
        seconds.withLock { Self.count(in: &$0, number) { $0.calls += 1 } }
    }

    private func hasRoom(in seconds: [Second], at number: Int64) -> Bool {
        var calls = 0
        var retries = 0
        for second in seconds where second.number > number - Self.span && second.number <= number {
            calls += second.calls
            retries += second.retries
        }
        return Double(retries + 1) <= max(Double(reserve), Double(calls) * ratio)
    }

    private static func count(in seconds: inout [Second], _ number: Int64, _ change: (inout Second) -> Void) {
        let index = Int(number % span)
        if seconds[index].number != number { seconds[index] = Second(number: number) }
        change(&seconds[index])
    }
}
