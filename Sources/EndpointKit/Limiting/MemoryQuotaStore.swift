internal import Synchronization

/// Counts the requests of this process, until it ends. Clients that share it are limited together.
public final class MemoryQuotaStore: QuotaStore {
    private let log = Mutex(QuotaLog())
    private let clock: CallClock
    private let start: Duration

    /// Counts from zero.
    ///
    /// - Parameter clock: the time of the requests.
    public init(clock: any Clock<Duration> = ContinuousClock()) {
        self.clock = CallClock(clock)
        start = self.clock.now
    }

    public func update(_ change: QuotaChange, of window: QuotaWindow) -> QuotaGrant {
        // Read under the lock, so that times don't go back.
        log.withLock { $0.apply(change, of: window, at: clock.now - start) }
    }
}
