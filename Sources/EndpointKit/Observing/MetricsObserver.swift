internal import Synchronization

/// Counts calls and their outcomes by endpoint. One observer may serve several clients.
///
///     let metrics = MetricsObserver()
///     let client = CharactersClient(configuration: configuration, observers: [metrics])
///     print(metrics.snapshot().text)
public final class MetricsObserver: CallObserver {
    private struct State {
        /// The labels of the calls in flight, by their numbers.
        var running: [UInt64: String] = [:]
        var endpoints: [String: CallMetrics] = [:]
    }
    // One lock, taken four times a call for a few dictionary look-ups.
    private let state = Mutex(State())
    private let label: @Sendable (any Endpoint) -> String
    private let endpointLimit: Int

    private static let labelLimit = 200
    private static let other = "other"

    /// An observer without calls. Add it to the `observers` of one or more clients.
    ///
    /// - Parameters:
    ///   - endpointLimit: the maximum number of labels; calls with more labels are counted under `other`.
    ///   - label: the label for a call; by default the name of its endpoint's type and case, such as `CharactersEndpoint.list`.
    public init(endpointLimit: Int = 100, label: (@Sendable (any Endpoint) -> String)? = nil) {
        self.endpointLimit = endpointLimit
        self.label = label ?? { $0.label }
    }

    public func observe(_ event: CallEvent) {
        switch event.kind {
        case .queued: begin(event.callID, label(event.endpoint).visibleLine(limit: Self.labelLimit))
        case .received(let attempt): count(event.callID) { $0.count(attempt) }
        case .retry: count(event.callID) { $0.retries += 1 }
        case .finished:
            end(event.callID) { metrics in
                metrics.succeeded += 1
                metrics.latency.record(event.elapsed)
            }
        case .failed(let error):
            end(event.callID) { metrics in
                metrics.countFailure(error)
                metrics.latency.record(event.elapsed)
            }
        case .cancelled: end(event.callID) { $0.cancelled += 1 }
        case .adapted, .sent, .head, .progress, .decision, .decoded: break
        }
    }

    /// The counts so far.
    public func snapshot() -> MetricsSnapshot { MetricsSnapshot(endpoints: state.withLock { Array($0.endpoints.values) }) }

    private func begin(_ callID: UInt64, _ label: String) {
        state.withLock { state in
            guard state.running[callID] == nil else { return }
            let isKnown = state.endpoints[label] != nil || state.endpoints.count < endpointLimit
            let label = isKnown ? label : Self.other
            state.running[callID] = label
            state.endpoints[label, default: CallMetrics(label: label)].calls += 1
            state.endpoints[label]?.inFlight += 1
        }
    }

    private func count(_ callID: UInt64, _ change: (inout CallMetrics) -> Void) {
        state.withLock { state in
            guard let label = state.running[callID] else { return }
            change(&state.endpoints[label, default: CallMetrics(label: label)])
        }
    }

    private func end(_ callID: UInt64, _ change: (inout CallMetrics) -> Void) {
        state.withLock { state in
            // A call ends once.
            guard let label = state.running.removeValue(forKey: callID) else { return }
            state.endpoints[label]?.inFlight -= 1
            change(&state.endpoints[label, default: CallMetrics(label: label)])
        }
    }
}
