#if os(Linux)
    internal import EndpointHTTP
    internal import Synchronization

    /// The engines that may serve one another's transfers: one engine, and more when it is overloaded.
    final class EnginePool: Sendable {
        private let group: EngineGroup
        private let sharing = SharingCount()
        private let losses = ConnectionLosses()
        private let first: CurlEngine
        private let others = Mutex<[CurlEngine]>([])

        init(_ group: EngineGroup) {
            self.group = group
            first = CurlEngine(group: group, sharing: sharing, losses: losses, index: 0)
        }

        /// Chooses the engine for a transfer. The transfer is counted from now on, so that transfers that begin at the same time don't all
        /// choose the same engine.
        func engine(for request: borrowing HTTPRequest, in context: borrowing TransferContext, isStream: Bool) -> CurlEngine {
            // After a fork, the engine rejects the transfer, because one of the parent's threads may have held the locks.
            if isForked { return first }
            let mayShare = context.mayShareConnection(for: request)
            func counted(_ engine: CurlEngine) -> CurlEngine {
                engine.count(1, of: request, isStream: isStream, mayShareConnection: mayShare)
                return engine
            }
            if group.limit == 1 { return counted(first) }
            return others.withLock { others in
                let counts = mayShare ? sharing.counts(for: request.origin) : []
                var choice = EngineChoice()
                // The transport's other engines belong to other pools.
                var limit = group.limit - group.runningCount
                func consider(_ engine: CurlEngine) {
                    if engine.isRunning { limit += 1 }
                    let sharing = engine.index < counts.count ? counts[engine.index] : 0
                    choice.consider(
                        EngineChoice.Load(
                            // An engine that has just been chosen is about to run.
                            isRunning: engine.isRunning || engine.transferCount > 0, transfers: engine.transferCount, sharing: sharing,
                            streams: engine.streamCount))
                }
                consider(first)
                for engine in others { consider(engine) }
                let index = choice.index(isStream: isStream, limit: limit)
                if index == 0 { return counted(first) }
                if index > others.count {
                    others.append(CurlEngine(group: group, sharing: sharing, losses: losses, index: index))
                }
                return counted(others[index - 1])
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
            // The parent's other threads don't exist in this process, and one of them may have held the lock.
            if isForked { return }
            body(first)
            for engine in others.withLock({ $0 }) { body(engine) }
        }
    }
#endif
