#if os(Linux) && canImport(Glibc)
    internal import Glibc
#endif

/// The time of a `ContinuousClock` since some moment in the past. A call reads it up to eight times.
package enum ContinuousTime {
    #if os(Linux) && canImport(Glibc)
        // The system's own call. `ContinuousClock` reads the same clock, and takes three times as long.
        package static var now: Duration {
            var time = timespec()
            clock_gettime(CLOCK_BOOTTIME, &time)
            return .nanoseconds(Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
        }
    #else
        private static let start = ContinuousClock.now

        package static var now: Duration { start.duration(to: .now) }
    #endif
}
