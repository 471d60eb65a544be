internal import Synchronization

/// The runs in flight that equal calls of a client share.
final class SharedRuns: Sendable {
    /// The runs that a call may join. A run is removed when its resource may have changed.
    private let running = Mutex<[Key: SharedRun]>([:])

    /// Identifies a run: calls with equal keys share one.
    struct Key: Hashable, Sendable {
        let request: RequestKey
        let signer: Signer
        let decisions: [String]
        let retry: String?
        /// The endpoint's own JSON convention, with which decisions decode the response.
        let json: String?
        let bodyLimit: Int
        let timeout: Duration
        let needsPlace: Bool
        let cacheUse: CacheUse
    }

    /// Returns the run in flight with this key, or a new one.
    func run(_ key: Key) -> SharedRun {
        running.withLock { running in
            if let run = running[key] { return run }
            let run = SharedRun()
            running[key] = run
            return run
        }
    }

    func remove(_ run: SharedRun, _ key: Key) { running.withLock { if $0[key] === run { $0[key] = nil } } }

    /// Retires the runs that have requested any of these resources, because an unsafe request may have changed them.
    func retire(_ resources: Set<KeyDigest>) {
        if resources.isEmpty { return }
        running.withLock { running in
            running = running.filter { key, run in !resources.contains(key.request.resource) && !run.hasAskedFor(any: resources) }
        }
    }

    /// The number of calls that wait for a run that other calls may still join.
    var waitingCount: Int { running.withLock { $0.values.reduce(0) { $0 + $1.waiterCount } } }
}
