internal import Synchronization

/// Counts the requests of this process until it ends. Clients that share the store share the limit.
public final class MemoryQuotaStore: QuotaStore {
    private let log = Mutex(QuotaLog())
    private let clock: AnyClock
    private let start: Duration

    /// Starts with no requests.
    ///
    /// - Parameter clock: the clock that dates the requests.
    public init(clock: any Clock<Duration> = ContinuousClock()) {
        self.clock = AnyClock(clock)
        start = self.clock.now
    }

    public func reserve(_ calls: Int, returning unsent: [Duration], for validity: Duration, of window: QuotaWindow) -> QuotaGrant {
        // The clock is read under the lock, so that times never decrease.
        log.withLock { $0.reserve(calls, returning: unsent, for: validity, of: window, at: clock.now - start) }
    }
}
