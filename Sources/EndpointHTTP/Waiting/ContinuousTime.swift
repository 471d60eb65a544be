#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#endif

/// The time of a `ContinuousClock`: the time since the machine booted, which is the same for all processes. A call reads it up to eight
/// times.
package enum ContinuousTime {
    #if canImport(Darwin) || canImport(Glibc)
        // Calls the system directly, because `ContinuousClock` reads the same clock but takes three times as long.
        package static var now: Duration {
            #if canImport(Darwin)
                let clock = _CLOCK_MONOTONIC_RAW
            #else
                let clock = CLOCK_BOOTTIME
            #endif
            var time = timespec()
            clock_gettime(clock, &time)
            return .nanoseconds(Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
        }
    #else
        private static let start = ContinuousClock.now

        package static var now: Duration { start.duration(to: .now) }
    #endif
}
