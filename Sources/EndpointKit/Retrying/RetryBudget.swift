internal import Synchronization

/// Bounds what retries add to the load of a service that is down: to a fifth of the calls, unless said otherwise.
///
/// It counts both over the last ten seconds. A few retries, its reserve, are allowed in any case: the fifth holds from fifteen calls in ten
/// seconds on. Whoever shares it is bounded together; a client whose policy names none has one of its own.
public final class RetryBudget: Sendable {
    /// Retries to calls.
    public let ratio: Double
    /// As many retries in ten seconds are allowed in any case, as a fifth of a few calls would be none.
    public let reserve: Int

    private static let span: Int64 = 10

    private struct Second {
        var number: Int64 = -RetryBudget.span
        var calls = 0
        var retries = 0
    }
    // One for each second that counts; the one a second takes is that of the second ten before it.
    private let seconds = Mutex([Second](repeating: Second(), count: Int(RetryBudget.span)))
    private let clock: CallClock
    private let start: Duration

    /// - Parameters:
    ///   - ratio: from 0; what is less, or no number, is 0.
    ///   - reserve: from 0.
    ///   - clock: what the seconds are measured with.
    public init(ratio: Double = 0.2, reserve: Int = 3, clock: some Clock<Duration> = ContinuousClock()) {
        self.ratio = ratio > 0 ? ratio : 0
        self.reserve = max(0, reserve)
        self.clock = CallClock(clock)
        start = self.clock.now
    }

    /// Since its beginning, in seconds.
    private var now: Int64 { second(at: clock.now) }

    private func second(at moment: Duration) -> Int64 { max(0, (moment - start).components.seconds) }

    /// Notes a retry, and says true, unless it would be one too many.
    public func allowsRetry() -> Bool {
        let number = now
        return seconds.withLock { seconds in
            guard hasRoom(in: seconds, at: number) else { return false }
            Self.count(in: &seconds, number) { $0.retries += 1 }
            return true
        }
    }

    /// Whether ``allowsRetry()`` would say false.
    var isSpent: Bool {
        let number = now
        return seconds.withLock { !hasRoom(in: $0, at: number) }
    }

    /// Notes a call, however many attempts it will take, which has just read a clock of its own.
    func countCall(at moment: Duration, of clock: CallClock) {
        // Nearly always that is this clock, and needn't be read again.
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
