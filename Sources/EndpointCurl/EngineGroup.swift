#if os(Linux)
    internal import EndpointHTTP
    internal import Synchronization

    /// The settings that all engines of a transport share.
    final class EngineGroup: Sendable {
        /// The maximum number of engines that run at a time, not counting the first engine of each pool.
        let limit: Int
        /// A thread ends after this time without a transfer. libcurl itself doesn't reuse a connection that has been idle for that long.
        let idleLimit: Duration
        private let running = Atomic(0)

        init(limit: Int, idleLimit: Duration) {
            self.limit = max(1, limit)
            self.idleLimit = idleLimit
        }

        var runningCount: Int { running.load(ordering: .relaxed) }

        func noteStart() { running.add(1, ordering: .relaxed) }

        func noteEnd() { running.subtract(1, ordering: .relaxed) }
    }
#endif
