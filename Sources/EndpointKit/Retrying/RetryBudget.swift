internal import Synchronization

/// Bounds what retries add to the load of a service that is down: to a fifth of the calls, unless said otherwise.
///
/// It counts both over the last ten seconds. Whoever shares it is bounded together; a client whose policy names none has one of its own.
public final class RetryBudget: Sendable {
    /// Retries to calls.
    public let ratio: Double
    /// As many retries in ten seconds are always allowed, as few calls would allow none.
    public let reserve: Int

    private static let span = 10

    private struct Second {
        var number = Int64.min
        var calls = 0
        var retries = 0
    }
    private let seconds = Mutex([Second](repeating: Second(), count: RetryBudget.span))
    private let now: @Sendable () -> Duration

    /// - Parameters:
    ///   - ratio: from 0; what is less, or no number, is 0.
    ///   - reserve: from 0.
    ///   - clock: what the seconds are measured with.
    public init(ratio: Double = 0.2, reserve: Int = 3, clock: some Clock<Duration> = ContinuousClock()) {
        self.ratio = ratio > 0 ? ratio : 0
        self.reserve = max(0, reserve)
        let start = clock.now
        now = { start.duration(to: clock.now) }
    }

    /// Notes a call, however many attempts it will take.
    func countCall() { count { $0.calls += 1 } }

    /// Notes a retry, unless it would be one too many.
    func allowsRetry() -> Bool {
        let number = now().components.seconds
        return seconds.withLock { seconds in
            let recent = seconds.filter { $0.number > number - Int64(Self.span) && $0.number <= number }
            let calls = recent.reduce(0) { $0 + $1.calls }
            let retries = recent.reduce(0) { $0 + $1.retries }
            guard Double(retries + 1) <= max(Double(reserve), Double(calls) * ratio) else { return false }
            Self.count(in: &seconds, number) { $0.retries += 1 }
            return true
        }
    }

    private func count(_ change: (inout Second) -> Void) {
        let number = now().components.seconds
        seconds.withLock { Self.count(in: &$0, number, change) }
    }

    private static func count(in seconds: inout [Second], _ number: Int64, _ change: (inout Second) -> Void) {
        let index = Int(number.magnitude % UInt64(span))
        if seconds[index].number != number { seconds[index] = Second(number: number) }
        change(&seconds[index])
    }
}
