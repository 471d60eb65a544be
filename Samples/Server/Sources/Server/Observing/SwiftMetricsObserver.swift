public import EndpointKit
public import Metrics
import Synchronization

/// Reports calls to swift-metrics, by endpoint.
///
///     APIClient(configuration: configuration, observers: [SwiftMetricsObserver()])
///
/// - `endpointkit_calls_total`, `endpointkit_calls_succeeded_total`, `endpointkit_calls_cancelled_total`
/// - `endpointkit_calls_failed_total`, with the dimension `code`
/// - `endpointkit_calls_in_flight`
/// - `endpointkit_attempts_total`, `endpointkit_retries_total`
/// - `endpointkit_sent_bytes_total`, `endpointkit_received_bytes_total`: as far as the transport measures them
/// - `endpointkit_call_duration`: the duration of the calls that succeeded or failed
///
/// The dimension `endpoint` is the name of the endpoint's type and case, so that URLs and parameters don't get into a metric.
public final class SwiftMetricsObserver: CallObserver {
    public var followsProgress: Bool { false }
    private struct State {
        /// The metrics of the calls in flight, by their numbers.
        var running: [UInt64: EndpointMetrics] = [:]
        var endpoints: [String: EndpointMetrics] = [:]
    }
    private let state = Mutex(State())
    private let factory: any MetricsFactory
    private let endpointLimit: Int
    private let label: @Sendable (CallEvent) -> String

    /// - Parameters:
    ///   - factory: the process's own by default. It is looked up here, so bootstrap the system first.
    ///   - endpointLimit: the maximum number of labels; calls with more labels are counted under `other`.
    ///   - label: the value of the dimension `endpoint`; by default ``EndpointKit/CallEvent/endpointLabel``.
    public init(
        factory: any MetricsFactory = MetricsSystem.factory, endpointLimit: Int = 100,
        label: @escaping @Sendable (CallEvent) -> String = { $0.endpointLabel }
    ) {
        self.factory = factory
        self.endpointLimit = endpointLimit
        self.label = label
    }

    public func observe(_ event: CallEvent) {
        switch event.kind {
        case .queued: begin(event)
        case .received(let attempt): metrics(of: event)?.count(attempt)
        case .retry: metrics(of: event)?.retries.increment()
        case .finished:
            guard let metrics = end(event) else { return }
            metrics.succeeded.increment()
            metrics.duration.record(duration: event.elapsed)
        case .failed(let error):
            guard let metrics = end(event) else { return }
            metrics.countFailure(error)
            metrics.duration.record(duration: event.elapsed)
        case .cancelled: end(event)?.cancelled.increment()
        case .adapted, .sent, .head, .progress, .decision, .decoded: break
        }
    }

    private func begin(_ event: CallEvent) {
        let label = label(event)
        let metrics = state.withLock { state in
            let isKnown = state.endpoints[label] != nil || state.endpoints.count < endpointLimit
            let metrics = state.endpoints[isKnown ? label : "other", default: EndpointMetrics(isKnown ? label : "other", factory)]
            state.endpoints[isKnown ? label : "other"] = metrics
            state.running[event.callID] = metrics
            return metrics
        }
        metrics.calls.increment()
        metrics.inFlight.increment()
    }

    private func metrics(of event: CallEvent) -> EndpointMetrics? { state.withLock { $0.running[event.callID] } }

    private func end(_ event: CallEvent) -> EndpointMetrics? {
        let metrics = state.withLock { $0.running.removeValue(forKey: event.callID) }
        metrics?.inFlight.decrement()
        return metrics
    }
}

/// The metrics of one endpoint, created once because a factory looks up each of them.
private final class EndpointMetrics: Sendable {
    let calls, succeeded, cancelled, attempts, retries, sentBytes, receivedBytes: Counter
    let inFlight: Meter
    let duration: Timer
    private let failures = Mutex<[String: Counter]>([:])
    private let label: String
    private let factory: any MetricsFactory
    /// The maximum number of codes that are counted individually. A decision may create any number of codes.
    private static let codeLimit = 30

    init(_ label: String, _ factory: any MetricsFactory) {
        func counter(_ name: String) -> Counter {
            Counter(label: "endpointkit_\(name)_total", dimensions: [("endpoint", label)], factory: factory)
        }
        self.label = label
        self.factory = factory
        calls = counter("calls")
        succeeded = counter("calls_succeeded")
        cancelled = counter("calls_cancelled")
        attempts = counter("attempts")
        retries = counter("retries")
        sentBytes = counter("sent_bytes")
        receivedBytes = counter("received_bytes")
        inFlight = Meter(label: "endpointkit_calls_in_flight", dimensions: [("endpoint", label)], factory: factory)
        duration = Timer(
            label: "endpointkit_call_duration", dimensions: [("endpoint", label)], preferredDisplayUnit: .seconds, factory: factory)
    }

    func count(_ attempt: Attempt) {
        attempts.increment()
        // A transport may report any number.
        if let bytes = attempt.metrics?.sentBytes, bytes > 0 { sentBytes.increment(by: bytes) }
        if let bytes = attempt.metrics?.receivedBytes, bytes > 0 { receivedBytes.increment(by: bytes) }
    }

    func countFailure(_ error: any Error) {
        let code = (error as? APIError)?.code.rawValue ?? "other"
        let counter = failures.withLock { failures in
            let code = failures[code] != nil || failures.count < Self.codeLimit ? code : "other"
            let dimensions = [("endpoint", label), ("code", code)]
            let counter =
                failures[code] ?? Counter(label: "endpointkit_calls_failed_total", dimensions: dimensions, factory: factory)
            failures[code] = counter
            return counter
        }
        counter.increment()
    }
}
