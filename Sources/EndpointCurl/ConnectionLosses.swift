#if os(Linux)
    internal import EndpointHTTP
    internal import Synchronization

    /// When a reused connection to each origin was last lost, in all engines of a pool.
    ///
    /// A server that restarts, or a device between that forgets connections, ends all of them. Connections that have been idle since before
    /// a loss therefore aren't used again, by any call. The next attempt of a call would otherwise meet the next one of them.
    final class ConnectionLosses: Sendable {
        private let times = Mutex<[Origin: MonotonicTime]>([:])
        // Most transports never lose a reused connection.
        private let isEmpty = Atomic(true)
        private static let most = 10_000

        func note(_ origin: Origin, at time: MonotonicTime) {
            times.withLock { times in
                if times.count >= Self.most { times = [:] }
                times[origin] = time
            }
            isEmpty.store(false, ordering: .relaxed)
        }

        /// nil if no reused connection to the origin was lost.
        func last(of origin: Origin) -> MonotonicTime? {
            isEmpty.load(ordering: .relaxed) ? nil : times.withLock { $0[origin] }
        }
    }
#endif
