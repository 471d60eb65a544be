internal import Synchronization

/// The runs in flight that equal calls of one client share.
final class SharedRuns: Sendable {
    /// The runs that a call may join. A run leaves when its resource may have changed.
    private let running = Mutex<[Key: SharedRun]>([:])

    /// Equal for calls that share a run.
    struct Key: Hashable, Sendable {
        let request: RequestKey
        let signer: Signer
        let decisions: [String]
        let retry: String?
        let bodyLimit: Int
        let timeout: Duration
        let needsPlace: Bool
        let cacheUse: CacheUse
    }

    /// The run in flight, or a new one.
    func run(_ key: Key) -> SharedRun {
        running.withLock { running in
            if let run = running[key] { return run }
            let run = SharedRun()
            running[key] = run
            return run
        }
    }

    func remove(_ run: SharedRun, _ key: Key) { running.withLock { if $0[key] === run { $0[key] = nil } } }

    /// Retires the runs that requested resources which an unsafe request may have changed.
    func retire(_ resources: Set<KeyDigest>) {
        if resources.isEmpty { return }
        running.withLock { running in
            running = running.filter { key, run in !resources.contains(key.request.resource) && !run.hasAskedFor(any: resources) }
        }
    }

    /// The number of calls that wait for a run that others may join.
    var waitingCount: Int { running.withLock { $0.values.reduce(0) { $0 + $1.waiterCount } } }
}
