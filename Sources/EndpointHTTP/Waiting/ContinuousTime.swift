#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#endif

/// The time of a `ContinuousClock`: since the boot of the machine, for all of its processes. A call reads it up to eight times.
package enum ContinuousTime {
    #if canImport(Darwin) || canImport(Glibc)
        // The system's own call. `ContinuousClock` reads the same clock, and takes three times as long.
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
