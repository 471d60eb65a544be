internal import Synchronization

/// Limits the load that retries add to a service that is down, by default to a fifth of the calls.
///
/// It counts the calls and retries of the last ten seconds. A few retries, the reserve, are always allowed, so by default the fifth matters
/// only above 25 calls in ten seconds. Clients that share a budget share the limit. A client whose policy has no budget has its own.
public final class RetryBudget: Sendable {
    /// The number of retries that each call allows.
    public let ratio: Double
    /// The number of retries that are always allowed in ten seconds, because a fifth of a few calls would allow no retry.
    public let reserve: Int

    private static let span: Int64 = 10

    private struct Second {
        var number: Int64 = -RetryBudget.span
        var calls = 0
        var retries = 0
    }

    private struct State {
        // A ring buffer: each second replaces the one ten seconds before it.
        var seconds = [Second](repeating: Second(), count: Int(RetryBudget.span))
        // The last second that was counted.
        private var number: Int64 = 0
        private var end = Duration.zero

        /// The number of the second at `moment`, which is the time since the budget was made.
        mutating func number(at moment: Duration) -> Int64 {
            if moment >= end {
                number = max(0, moment.components.seconds)
                end = .seconds(number + 1)
            }
            return number
        }

        mutating func count(at number: Int64, _ change: (inout Second) -> Void) {
            let index = Int(number % RetryBudget.span)
            if seconds[index].number != number { seconds[index] = Second(number: number) }
            change(&seconds[index])
        }
    }
    private let state = Mutex(State())
    private let clock: AnyClock
    private let start: Duration

    /// Allows `reserve` retries in ten seconds, or `ratio` times the calls if that is more.
    ///
    /// - Parameters:
    ///   - ratio: a negative number or NaN counts as 0.
    ///   - reserve: a negative number counts as 0.
    ///   - clock: measures the seconds.
    public init(ratio: Double = 0.2, reserve: Int = 5, clock: some Clock<Duration> = ContinuousClock()) {
        self.ratio = ratio > 0 ? ratio : 0
        self.reserve = max(0, reserve)
        self.clock = AnyClock(clock)
        start = self.clock.now
    }

    /// Counts a retry, and returns true; returns false if the retry would exceed the budget.
    public func allowsRetry() -> Bool {
        let moment = clock.now - start
        return state.withLock { state in
            let number = state.number(at: moment)
            guard hasRoom(in: state.seconds, at: number) else { return false }
            state.count(at: number) { $0.retries += 1 }
            return true
        }
    }

    /// Whether ``allowsRetry()`` would return false.
    var isSpent: Bool {
        let moment = clock.now - start
        return state.withLock { state in
            let number = state.number(at: moment)
            return !hasRoom(in: state.seconds, at: number)
        }
    }

    /// Counts a call, once for all its attempts. `moment` is the time that the call has just read from `clock`.
    func countCall(at moment: Duration, of clock: AnyClock) {
        // Usually both clocks are the same, so the time needn't be read again.
        let moment = (clock.agrees(with: self.clock) ? moment : self.clock.now) - start
        state.withLock { state in
            let number = state.number(at: moment)
            state.count(at: number) { $0.calls += 1 }
        }
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
}
