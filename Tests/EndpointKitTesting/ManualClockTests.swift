import EndpointKitTesting
import Testing

@Suite struct ManualClockTests {
    private let clock = ManualClock()

    /// Sleeps, and then records when the sleep ended.
    private func sleeper(_ duration: Duration) -> Task<Duration, any Error> {
        Task { [clock] in
            try await clock.sleep(for: duration)
            return ManualClock.Instant().duration(to: clock.now)
        }
    }

    @Test func `ManualClock: it stands still until it is advanced`() {
        #expect(clock.now == ManualClock.Instant())
        clock.advance(by: .seconds(3))
        #expect(clock.now == ManualClock.Instant(offset: .seconds(3)))
        #expect(clock.measure {} == .zero)
    }

    @Test func `ManualClock: a sleep ends at its time, not before`() async throws {
        let task = sleeper(.seconds(2))
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(1999))
        #expect(clock.remainingSleeps == [.milliseconds(1)])
        clock.advance(by: .milliseconds(1))
        #expect(clock.remainingSleeps.isEmpty)
        #expect(try await task.value == .seconds(2))
        #expect(clock.sleeps == [.seconds(2)])
    }

    @Test func `ManualClock: sleepers whose time has come wake, and the others don't`() async throws {
        let tasks = [5, 1, 3].map { sleeper(.seconds($0)) }
        await clock.sleepers(3)
        #expect(clock.remainingSleeps == [1, 3, 5].map { .seconds($0) })
        clock.advance(by: .seconds(3))
        #expect(clock.remainingSleeps == [.seconds(2)])
        #expect(try await tasks[1].value == .seconds(3))
        #expect(try await tasks[2].value == .seconds(3))
        clock.advance(by: .seconds(9))
        #expect(try await tasks[0].value == .seconds(12))
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func `ManualClock: a sleep until a time in the past returns at once`(duration: Duration) async throws {
        try await clock.sleep(for: duration)
        #expect(clock.sleeps == [duration])
    }

    @Test func `ManualClock: a cancelled task stops sleeping`() async throws {
        let tasks = [1, 2].map { sleeper(.seconds($0)) }
        await clock.sleepers(2)
        tasks[0].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[0].value }
        #expect(clock.remainingSleeps == [.seconds(2)])
        clock.advance(by: .seconds(2))
        #expect(try await tasks[1].value == .seconds(2))
    }

    @Test(arguments: [false, true])
    func `ManualClock: a task cancelled beforehand doesn't sleep at all`(skipsSleeps: Bool) async {
        let clock = ManualClock(skipsSleeps: skipsSleeps)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(1))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.remainingSleeps.isEmpty)
        #expect(clock.now == ManualClock.Instant())
    }

    @Test func `ManualClock: the sleepers method waits for that many sleepers`() async throws {
        await clock.sleepers(0)
        let watcher = Task { [clock] in
            await clock.sleepers(2)
            return clock.remainingSleeps.count
        }
        let tasks = [1, 2].map { sleeper(.seconds($0)) }
        #expect(await watcher.value == 2)
        clock.advance(by: .seconds(2))
        for task in tasks { _ = try await task.value }
    }

    @Test(arguments: [false, true])
    func `ManualClock: a cancelled task stops waiting for sleepers`(isCancelledBeforehand: Bool) async {
        let task = Task { [clock] in
            if isCancelledBeforehand { withUnsafeCurrentTask { $0?.cancel() } }
            await clock.sleepers(1)
        }
        // Enough turns for the task to begin its wait. If the task hasn't begun to wait, it is cancelled before it does.
        for _ in 0..<100 { await Task.yield() }
        task.cancel()
        await task.value
        #expect(clock.sleeps.isEmpty)
    }

    @Test func `ManualClock: a clock that skips sleeps advances by them`() async throws {
        let clock = ManualClock(skipsSleeps: true)
        try await clock.sleep(for: .seconds(2))
        try await clock.sleep(for: .seconds(3))
        try await clock.sleep(until: ManualClock.Instant(offset: .seconds(1)), tolerance: nil)
        #expect(clock.now == ManualClock.Instant(offset: .seconds(5)))
        #expect(clock.sleeps == [.seconds(2), .seconds(3), .seconds(-4)])
    }
}
