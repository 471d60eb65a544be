internal import Dispatch
internal import EndpointKit
internal import EndpointKitTesting
internal import Synchronization

/// The steps of every call, including calls for pictures: the latency, perhaps a fault, and finally the access log.
final class FrontEnd: Sendable {
    private let faults: Faults
    private let seed: Int
    private let wait: @Sendable (Duration) -> Void
    private let log: (@Sendable (AccessRecord) -> Void)?
    // The number of times that each call was received.
    private let counts = Mutex<[String: Int]>([:])

    init(faults: Faults, seed: Int, wait: (@Sendable (Duration) -> Void)?, log: (@Sendable (AccessRecord) -> Void)?) {
        self.faults = faults
        self.seed = seed
        self.wait = wait ?? { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + $0 / .seconds(1)) }
        self.log = log
    }

    /// Throws to close the connection without a response.
    func serve(_ request: HTTPRequest, _ answer: (HTTPRequest) -> HTTPResponse) throws -> HTTPResponse {
        let start = ContinuousClock.now
        let target = Self.target(of: request)
        let (fault, latency) = fate(of: "\(request.method) \(target)")
        if latency > .zero { wait(latency) }
        var response: HTTPResponse?
        switch fault {
        case nil: response = answer(request)
        case .status(let status)?: response = Refusal.fault(status).response
        case .truncation?: response = Self.truncated(answer(request))
        // The service still receives the call and counts it.
        case .disconnect?: _ = answer(request)
        case .timeout?:
            _ = answer(request)
            // Waits as long as a client does by default.
            wait(request.timeout)
        case .failure?: break
        }
        log?(
            AccessRecord(
                method: request.method, target: target, status: response?.status,
                byteCount: request.method == .head ? 0 : response?.body.count ?? 0, duration: start.duration(to: .now)))
        guard let response else { throw LoopbackServer.NoResponse() }
        return response
    }

    /// The path and the query, without credentials.
    private static func target(of request: HTTPRequest) -> String {
        var bare = request
        bare.query = [:]
        for item in request.query where !Credentials.names.contains(item.name) { bare.query.append(item.name, item.value) }
        return String(Redaction.standard.redactedURL(of: bare).trimmingPrefix(request.origin.description))
    }

    /// Depends on the seed, the call, and the number of equal calls before it, but not on the order of different calls.
    private func fate(of call: String) -> (Faults.Kind?, Duration) {
        if faults == Faults() { return (nil, .zero) }
        let ordinal = counts.withLock { counts in
            counts[call, default: 0] += 1
            return counts[call, default: 0]
        }
        func fraction(_ number: Int) -> Double { Double(draw(.fault, "\(seed) \(number) \(call)", ordinal) >> 10) * 0x1p-53 }
        return (faults.kind(fraction(0), status: fraction(1)), faults.latency(fraction(2)))
    }

    /// The response with half of its body, after which the connection ends; nil if there is no body.
    private static func truncated(_ response: HTTPResponse) -> HTTPResponse? {
        guard !response.body.isEmpty else { return nil }
        var response = response
        response.headers["Content-Length"] = "\(response.body.count)"
        response.headers["Connection"] = "close"
        response.body = response.body.prefix(response.body.count / 2)
        return response
    }
}
