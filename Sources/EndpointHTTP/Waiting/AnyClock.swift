/// A clock of any type, which measures waits and durations.
package final class AnyClock: Sendable {
    private let clock: any Clock<Duration>
    // nil for a `ContinuousClock`, which nearly every client uses and which is read directly.
    private let sinceStart: (@Sendable () -> Duration)?

    package init(_ clock: any Clock<Duration>) {
        self.clock = clock
        sinceStart = clock is ContinuousClock ? nil : Self.reading(clock)
    }

    private static func reading(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }

    /// The time since some moment in the past, which is the same for all readings of a clock.
    package var now: Duration {
        @inline(never) get { sinceStart?() ?? ContinuousTime.now }
    }

    package func sleep(for duration: Duration) async throws { try await clock.sleep(for: min(duration, .longestSleep)) }
}

extension Duration {
    /// 68 years. The clocks' own arithmetic traps on much longer waits.
    package static let longestSleep: Duration = .seconds(1 << 31)
}
