/// The clock that measures a client's waits and durations.
final class CallClock: Sendable {
    private let clock: any Clock<Duration>
    // nil for a `ContinuousClock`, which nearly every client has and which is read directly.
    private let sinceStart: (@Sendable () -> Duration)?

    init(_ clock: any Clock<Duration>) {
        self.clock = clock
        sinceStart = clock is ContinuousClock ? nil : Self.reading(clock)
    }

    private static func reading(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }

    /// The time since some moment in the past, the same one for all readings of a clock.
    var now: Duration {
        @inline(never) get { sinceStart?() ?? ContinuousTime.now }
    }

    /// Whether a reading of one clock is a reading of the other.
    func agrees(with other: CallClock) -> Bool { self === other || sinceStart == nil && other.sinceStart == nil }

    func sleep(for duration: Duration) async throws { try await clock.sleep(for: min(duration, .longestSleep)) }
}
