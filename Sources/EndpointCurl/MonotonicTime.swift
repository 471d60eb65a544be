#if os(Linux)
    internal import EndpointHTTP
    internal import Glibc

    /// An instant of the system's monotonic clock, in nanoseconds, so that comparing is cheap.
    struct MonotonicTime: Comparable {
        var nanoseconds: Int64

        static var now: MonotonicTime {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
        }

        static let distantFuture = MonotonicTime(nanoseconds: .max)

        static func < (a: MonotonicTime, b: MonotonicTime) -> Bool { a.nanoseconds < b.nanoseconds }
        static func - (a: MonotonicTime, b: MonotonicTime) -> Duration { .nanoseconds(a.nanoseconds - b.nanoseconds) }

        /// Adding a duration of 2^32 seconds or more returns the distant future.
        static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
            // The components of a longer duration may not fit.
            guard duration < .seconds(1 << 32) else { return .distantFuture }
            let (seconds, attoseconds) = duration.components
            return MonotonicTime(nanoseconds: time.nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        }
    }

    extension Duration {
        /// Milliseconds for a C interface, rounded up; 0 for a negative duration.
        var clampedMilliseconds: Int32 {
            if self < .zero { return 0 }
            if self >= .seconds(2_000_000) { return .max }
            let (seconds, attoseconds) = components
            return Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
        }
    }
#endif
