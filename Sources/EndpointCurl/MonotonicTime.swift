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
            let (seconds, attoseconds) = duration.components
            guard seconds < 1 << 32 else { return .distantFuture }
            return MonotonicTime(nanoseconds: time.nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        }
    }

    extension Duration {
        /// Milliseconds for a C interface, rounded up; 0 for a negative duration.
        var clampedMilliseconds: Int32 {
            let (seconds, attoseconds) = components
            if seconds < 0 { return 0 }
            if seconds >= 2_000_000 { return .max }
            return Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
        }
    }
#endif
