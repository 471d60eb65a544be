internal import Synchronization

/// Limits the load that retries add to a failing service; by default, retries may amount to a fifth of the calls.
///
/// A budget counts the calls and retries of the last ten seconds. A call counts when its first request is sent, so calls that wait for a
/// slot count later. A few retries, the reserve, are always allowed, so by default the fifth matters only above 25 calls in ten seconds.
/// Clients that share a budget share the limit. A client whose policy sets no budget has a budget of its own.
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

    /// Counts a call once, however many attempts it makes, when its first request is sent.
    func countCall() {
        let moment = clock.now - start
        state.withLock { state in
            let number = state.number(at: moment)
            state.count(at: number) { $0.calls += 1 }
        }
    }

    /// How far the budget is used, and when it allows a retry again, if no further call is made.
    ///
    /// - Parameter owner: whose budget it is.
    func shortage(of owner: String) -> String {
        let moment = clock.now - start
        let (calls, retries, wait) = state.withLock { state -> (Int, Int, Duration?) in
            let number = state.number(at: moment)
            let (calls, retries) = counts(in: state.seconds, at: number)
            let next = (1...Self.span).first { hasRoom(in: state.seconds, at: number + $0) }
            return (calls, retries, next.map { Duration.seconds(number + $0) - moment })
        }
        let use = "\(retries) \(retries == 1 ? "retry" : "retries") for \(calls) \(calls == 1 ? "call" : "calls") in \(Self.span) s"
        let larger = "a larger RetryPolicy.budget"
        let advice = wait.map { "another is allowed in \($0.inSeconds), or with \(larger)" } ?? "more need \(larger)"
        return "\(owner) retry budget is used up: \(use); \(advice)"
    }

    private func hasRoom(in seconds: [Second], at number: Int64) -> Bool {
        let (calls, retries) = counts(in: seconds, at: number)
        return Double(retries + 1) <= max(Double(reserve), Double(calls) * ratio)
    }

    /// The calls and retries of the ten seconds that end with this one.
    private func counts(in seconds: [Second], at number: Int64) -> (calls: Int, retries: Int) {
        seconds.filter { $0.number > number - Self.span && $0.number <= number }
            .reduce((0, 0)) { ($0.0 + $1.calls, $0.1 + $1.retries) }
    }
}
