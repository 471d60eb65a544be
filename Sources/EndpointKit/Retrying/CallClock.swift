/// The clock that a client's waits and durations are measured with.
final class CallClock: Sendable {
    private let clock: any Clock<Duration>
    // nil for the one that nearly every client has, which is read without asking which it is.
    private let sinceStart: (@Sendable () -> Duration)?
    private static let start = ContinuousClock.now

    init(_ clock: any Clock<Duration>) {
        self.clock = clock
        sinceStart = clock is ContinuousClock ? nil : Self.reading(clock)
    }

    private static func reading(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }

    /// Since some moment in the past, the same for all readings of one clock.
    var now: Duration { sinceStart?() ?? Self.start.duration(to: .now) }

    /// Whether a reading of one is a reading of the other.
    func agrees(with other: CallClock) -> Bool { self === other || sinceStart == nil && other.sinceStart == nil }

    func sleep(for duration: Duration) async throws { try await clock.sleep(for: min(duration, .longestSleep)) }
}
