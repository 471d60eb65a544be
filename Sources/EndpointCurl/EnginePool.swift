#if os(Linux)
    internal import EndpointHTTP
    internal import Synchronization

    /// The engines that may serve each other's transfers: one engine, and more while it is overloaded.
    final class EnginePool: Sendable {
        private let group: EngineGroup
        private let sharing = SharingCount()
        private let first: CurlEngine
        private let others = Mutex<[CurlEngine]>([])

        init(_ group: EngineGroup) {
            self.group = group
            first = CurlEngine(group: group, sharing: sharing, index: 0)
        }

        func engine(for request: borrowing HTTPRequest, in context: borrowing TransferContext, isStream: Bool) -> CurlEngine {
            // After a fork, the engine rejects the transfer. A thread of the parent may have held the locks.
            if group.limit == 1 || isForked { return first }
            let counts = context.mayShareConnection(for: request) ? sharing.counts(for: request.origin) : []
            return others.withLock { others in
                var choice = EngineChoice()
                func consider(_ engine: CurlEngine) {
                    let sharing = engine.index < counts.count ? counts[engine.index] : 0
                    choice.consider(
                        EngineChoice.Load(
                            isRunning: engine.isRunning, transfers: engine.transferCount, sharing: sharing, streams: engine.streamCount))
                }
                consider(first)
                for engine in others { consider(engine) }
                // The rest of the transport's engines belong to other pools.
                let index = choice.index(isStream: isStream, limit: group.limit - (group.runningCount - choice.runningCount))
                if index == 0 { return first }
                if index > others.count { others.append(CurlEngine(group: group, sharing: sharing, index: index)) }
                return others[index - 1]
            }
        }

        var isForked: Bool { first.isForked }

        /// Whether an engine has a thread.
        var isRunning: Bool { first.isRunning || others.withLock { $0.contains(where: \.isRunning) } }

        /// Ends each thread as soon as it has nothing in flight.
        func rest() { forEach { $0.rest() } }

        /// Ends the threads. No transfer is in flight.
        func stop() { forEach { $0.stop() } }

        private func forEach(_ body: (CurlEngine) -> Void) {
            // The parent process ends its own threads, and may have held the lock.
            if isForked { return }
            body(first)
            for engine in others.withLock({ $0 }) { body(engine) }
        }
    }
#endif
