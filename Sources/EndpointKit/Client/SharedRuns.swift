internal import Synchronization

/// The runs in flight of one client that equal calls share.
final class SharedRuns: Sendable {
    /// The runs that a call may join. Those from before a change of their resource aren't among them.
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

    /// Retires the runs of a resource that an unsafe request may have changed, whether it succeeded or not.
    ///
    /// - Parameter request: the request before it was signed.
    func retire(_ request: HTTPRequest, socket: String?) {
        if running.withLock({ $0.isEmpty }) { return }
        let resource = RequestKey.resource(of: request, socket: socket)
        running.withLock { running in
            running = running.filter { key, run in key.request.resource != resource && !run.hasAskedFor(resource) }
        }
    }

    /// The number of calls that wait for a run that others may join.
    var waitingCount: Int { running.withLock { $0.values.reduce(0) { $0 + $1.waiterCount } } }
}
