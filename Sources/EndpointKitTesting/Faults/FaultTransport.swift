public import EndpointKit
import Synchronization

/// Makes some of another transport's requests fail, at random but in the same way in each run.
///
///     let transport = FaultTransport(around: stub, seed: 7, faults: Faults(status: 0.2, truncation: 0.05), clock: clock)
///
/// A request's fault depends on the seed, the request, and the number of equal requests before it. It doesn't depend on the time or on the
/// order in which tasks run, so the same seed leads to the same run. Requests are equal if they have the same method, path, query and body;
/// their origin, their header fields and the values that their redaction hides are ignored. Bodies are compared as in ``RequestMatching``; a
/// body that can be sent only once is ignored.
///
/// If the latency reaches the request's timeout, the request fails after the timeout, as with a slow server.
public final class FaultTransport: Transport {
    private let base: any Transport
    private let seed: UInt64
    private let faults: Faults
    private let clock: any Clock<Duration>

    private struct State {
        var counts: [UInt64: Int] = [:]
        var injected: [InjectedFault] = []
    }
    private let state = Mutex(State())

    /// Creates a transport that sends requests with `base`.
    ///
    /// - Parameters:
    ///   - base: the transport that sends the requests.
    ///   - seed: a different seed leads to a different run.
    ///   - faults: what may happen, and how often.
    ///   - clock: measures the latencies.
    public init(around base: any Transport, seed: UInt64, faults: Faults, clock: any Clock<Duration> = ContinuousClock()) {
        self.base = base
        self.seed = seed
        self.faults = faults
        self.clock = clock
    }

    /// The faults that were injected so far, in order. Requests without a fault are omitted.
    public var injected: [InjectedFault] { state.withLock { $0.injected } }

    public func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        guard let fault = try await fault(of: request, in: context) else { return try await base.send(request, in: context) }
        switch fault {
        case .failure: throw Self.failure(.connect, of: request)
        case .status(let status): return Self.response(status, to: request)
        case .truncation:
            // The server gets the request, but its response doesn't arrive completely.
            _ = try await base.send(request, in: context)
            throw Self.failure(.truncated, of: request)
        case .disconnect, .timeout:
            _ = try await base.send(request, in: context)
            throw try await lost(fault, request)
        }
    }

    public func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        guard let fault = try await fault(of: request, in: context) else { return try await base.stream(request, in: context) }
        switch fault {
        case .failure: throw Self.failure(.connect, of: request)
        case .status(let status): return HTTPResponseStream(Self.response(status, to: request))
        case .disconnect, .timeout:
            _ = try await base.stream(request, in: context)
            throw try await lost(fault, request)
        case .truncation:
            var response = try await base.stream(request, in: context)
            response.body = Self.truncated(response.body, failure: Self.failure(.truncated, of: request))
            return response
        }
    }

    // MARK: Fates

    /// Waits for the request's latency.
    private func fault(of request: HTTPRequest, in context: TransferContext) async throws -> Faults.Kind? {
        try Task.checkCancellation()
        let identity = try await Self.identity(of: request)
        let ordinal = state.withLock { state in
            state.counts[identity, default: 0] += 1
            return state.counts[identity, default: 0]
        }
        var draws = Draws(seed: seed, identity: identity, ordinal: ordinal)
        let kind = faults.kind(draws.next(), status: draws.next())
        let latency = faults.latency(draws.next())
        if kind != nil || latency > .zero {
            let text = "\(request.method) \(request.redaction.redact(request.path))"
            state.withLock { $0.injected.append(InjectedFault(request: text, ordinal: ordinal, kind: kind, latency: latency)) }
        }
        try await wait(latency, of: request)
        return kind
    }

    /// Waits no longer than the request's timeout, as a client does for a slow server.
    private func wait(_ latency: Duration, of request: HTTPRequest) async throws {
        if latency > .zero { try await clock.sleep(for: min(latency, request.timeout)) }
        if latency >= request.timeout { throw Self.failure(.timeout, of: request) }
    }

    /// The failure of a request whose response doesn't arrive.
    private func lost(_ fault: Faults.Kind, _ request: HTTPRequest) async throws -> APIError {
        if fault == .timeout { try await wait(request.timeout, of: request) }
        return Self.failure(.disconnected, of: request)
    }

    /// A number that is the same for equal requests, in every process. A body that can be sent only once isn't read for it.
    private static func identity(of request: HTTPRequest) async throws -> UInt64 {
        var body: Data?
        if let entity = request.body, entity.isReplayable {
            body = Data()
            for try await chunk in try entity.chunks() { body?.append(chunk) }
        }
        let shape = request.shape(body: body, request.redaction.secrets, by: .standard.ignoringOrigin)
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        // FNV-1a. The byte between the parts doesn't occur in UTF-8.
        func add(_ bytes: some Sequence<UInt8>) {
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        func add(_ items: [Query.Item]) { for text in items.flatMap({ [$0.name, $0.value ?? ""] }) { add(text.utf8) } }
        add(shape.method.utf8)
        add(shape.path.utf8)
        add(shape.items)
        switch shape.body {
        case .empty?, nil: break
        case .json(let value)?: add(value.description.utf8)
        case .form(let items)?: add(items)
        case .bytes(let bytes)?: add(bytes)
        }
        return hash
    }

    private static func failure(_ reason: TransportFailure.Reason, of request: HTTPRequest) -> APIError {
        TransportFailure(reason, detail: "an injected fault").error(for: request)
    }

    private static func response(_ status: HTTPStatus, to request: HTTPRequest) -> HTTPResponse {
        var response = HTTPResponse(status: status)
        response.address = request.urlText
        return response
    }

    /// Delivers the first half of the first chunk, and then fails.
    private static func truncated(_ body: HTTPResponseStream.Body, failure: APIError) -> HTTPResponseStream.Body {
        let rest = OneShot(body)
        return HTTPResponseStream.Body {
            guard let body = rest.take() else { throw failure }
            var chunks = body.makeAsyncIterator()
            guard let chunk = try await chunks.next(), chunk.count > 1 else { throw failure }
            return chunk.prefix(chunk.count / 2)
        }
    }
}

/// Pseudorandom numbers from 0 up to 1, generated with the SplitMix64 algorithm.
private struct Draws {
    private var state: UInt64

    init(seed: UInt64, identity: UInt64, ordinal: Int) {
        state = Self.mixed(Self.mixed(seed) ^ identity) &+ UInt64(truncatingIfNeeded: ordinal) &* 0xD1B5_4A32_D192_ED03
    }

    mutating func next() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Double(Self.mixed(state) >> 11) * 0x1p-53
    }

    private static func mixed(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
