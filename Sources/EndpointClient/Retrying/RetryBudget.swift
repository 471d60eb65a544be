internal import Synchronization

/// Limits the load that retries add to a failing service; by default, retries may amount to a fifth of the calls.
///
/// A budget counts the calls and retries of the last ten seconds. A few retries, the reserve, are always allowed, so by default the fifth
/// matters only above 25 calls in ten seconds. Clients that share a budget share the limit. A client whose policy sets no budget has a
/// budget of its own.
public final class RetryBudget: Sendable {
    /// The number of retries allowed per call.
    public let ratio: Double
    /// The number of retries that are always allowed in ten seconds, because a fifth of just a few calls would allow no retry.
    public let reserve: Int

    private static let span: Int64 = 10

    private struct Second {
        var number: Int64 = -RetryBudget.span
        var calls = 0
        var retries = 0
    }

    private struct State {
        // A ring buffer, in which each second replaces the one ten seconds before it.
        var seconds = [Second](repeating: Second(), count: Int(RetryBudget.span))
        // The number of the most recent second, and the moment at which it ends.
        private var number: Int64 = 0
        private var end = Duration.zero

        /// Returns the number of the second that contains `moment`, the time since the budget was created.
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

    /// Creates a budget that allows `reserve` retries in ten seconds, or `ratio` times the number of calls if that is more.
    ///
    /// - Parameters:
    ///   - ratio: the number of retries allowed per call. A negative number or NaN counts as 0.
    ///   - reserve: the number of retries that are always allowed in ten seconds. A negative number counts as 0.
    ///   - clock: measures the seconds.
    public init(ratio: Double = 0.2, reserve: Int = 5, clock: some Clock<Duration> = ContinuousClock()) {
        self.ratio = ratio > 0 ? ratio : 0
        self.reserve = max(0, reserve)
        self.clock = AnyClock(clock)
        start = self.clock.now
    }

    /// Counts a retry and returns true, or returns false if the retry would exceed the budget.
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

    /// Counts a call once, however many attempts it makes. `moment` is the time that the call has just read from `clock`.
    func countCall(at moment: Duration, of clock: AnyClock) {
        // Both clocks are usually the same, so the time needn't be read again.
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
