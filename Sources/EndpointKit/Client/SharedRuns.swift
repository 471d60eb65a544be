internal import Synchronization

/// The runs in flight of one client that equal calls share.
final class SharedRuns: Sendable {
    private struct State {
        /// The runs that a call may join.
        var running: [Key: SharedRun] = [:]
        /// Runs from before a change of their resource, which only those that wait already get the outcome of.
        var retired: [SharedRun] = []
    }
    private let state = Mutex(State())

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
        state.withLock { state in
            if let run = state.running[key] { return run }
            let run = SharedRun()
            state.running[key] = run
            return run
        }
    }

    func remove(_ run: SharedRun, _ key: Key) {
        state.withLock { state in
            if state.running[key] === run { state.running[key] = nil }
            state.retired.removeAll { $0 === run }
        }
    }

    /// Retires the runs of a resource that an unsafe request may have changed, whether it succeeded or not.
    func retire(_ request: HTTPRequest, socket: String?) {
        if state.withLock({ $0.running.isEmpty }) { return }
        let resource = RequestKey.resource(of: request, socket: socket)
        state.withLock { state in
            for (key, run) in state.running where key.request.resource == resource || run.hasAskedFor(resource) {
                state.running[key] = nil
                state.retired.append(run)
            }
        }
    }

    /// The number of calls that wait for a run.
    var waitingCount: Int {
        state.withLock { state in
            state.running.values.reduce(0) { $0 + $1.waiterCount } + state.retired.reduce(0) { $0 + $1.waiterCount }
        }
    }
}
