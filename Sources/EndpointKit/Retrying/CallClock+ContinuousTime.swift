#if canImport(Glibc)
    internal import Glibc

    extension CallClock {
        /// The reading of `ContinuousClock`. Its own instants take twice as many instructions, which a call with an observer pays six times.
        static var continuousTime: Duration {
            var time = timespec()
            clock_gettime(CLOCK_BOOTTIME, &time)
            return .nanoseconds(Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
        }
    }
#else
    extension CallClock {
        private static let start = ContinuousClock.now

        static var continuousTime: Duration {
            // Not inlined: an instant's size isn't known at compile time, so an async function would keep it in memory of the task.
            @inline(never) get { start.duration(to: .now) }
        }
    }
#endif
