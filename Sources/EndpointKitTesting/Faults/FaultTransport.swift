public import EndpointKit
import Synchronization

/// Lets a part of another transport's requests fail, by chance but the same in each run.
///
///     let transport = FaultTransport(around: stub, seed: 7, faults: Faults(status: 0.2, truncation: 0.05), clock: clock)
///
/// The fate of a request depends on the seed, the request, and how many equal ones came before it: not on the time, or on the order in which
/// tasks run. So the same seed gives the same run. Equal requests have the same method, path, query and body; their origin, their header fields
/// and what their redaction hides don't count.
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

    /// - Parameter clock: measures the latencies.
    public init(around base: any Transport, seed: UInt64, faults: Faults, clock: any Clock<Duration> = ContinuousClock()) {
        self.base = base
        self.seed = seed
        self.faults = faults
        self.clock = clock
    }

    /// What happened to the requests so far, in the order in which they came; those to which nothing happened are left out.
    public var injected: [InjectedFault] { state.withLock { $0.injected } }

    public var endsWithContext: Bool { faults.latency == nil && base.endsWithContext }

    public func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        guard let fault = try await fault(of: request, in: context) else { return try await base.send(request, in: context) }
        switch fault {
        case .failure: throw Self.failure(.connect, of: request)
        case .status(let status): return Self.response(status, to: request)
        case .truncation, .disconnect:
            // The server gets the request, but its response doesn't arrive whole.
            _ = try await base.send(request, in: context)
            throw Self.failure(fault == .truncation ? .truncated : .disconnected, of: request)
        }
    }

    public func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        guard let fault = try await fault(of: request, in: context) else { return try await base.stream(request, in: context) }
        switch fault {
        case .failure: throw Self.failure(.connect, of: request)
        case .status(let status): return HTTPResponseStream(Self.response(status, to: request))
        case .disconnect:
            _ = try await base.stream(request, in: context)
            throw Self.failure(.disconnected, of: request)
        case .truncation:
            var response = try await base.stream(request, in: context)
            response.body = Self.truncated(response.body, failure: Self.failure(.truncated, of: request))
            return response
        }
    }

    // MARK: Fates

    /// Waits for the request's latency.
    private func fault(of request: HTTPRequest, in context: TransferContext) async throws -> Faults.Kind? {
        try context.checkCancellation()
        let identity = Self.identity(of: request)
        let ordinal = state.withLock { state in
            state.counts[identity, default: 0] += 1
            return state.counts[identity, default: 0]
        }
        var draws = Draws(seed: seed, identity: identity, ordinal: ordinal)
        let kind = faults.kind(draws.next(), status: draws.next())
        let latency = faults.latency(draws.next())
        if kind != nil || latency > .zero {
            let text = "\(request.method) \(request.redaction.redact(path: request.path.encoded))"
            state.withLock { $0.injected.append(InjectedFault(request: text, ordinal: ordinal, kind: kind, latency: latency)) }
        }
        if latency > .zero { try await clock.sleep(for: latency) }
        return kind
    }

    /// A number for all equal requests, the same in each process.
    private static func identity(of request: HTTPRequest) -> UInt64 {
        var body = Data()
        if case .data(let data)? = request.body?.content { body = data }
        let shape = request.shape(body: nil, request.redaction.secrets, by: .standard.ignoringOrigin)
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        // FNV-1a, with a byte between the parts that no UTF-8 has.
        func add(_ bytes: some Sequence<UInt8>) { for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 } }
        for text in [shape.method, shape.path] + shape.items.flatMap({ [$0.name, $0.value ?? ""] }) { add(Array(text.utf8) + [0xFF]) }
        add("\(body.count)".utf8)
        add(body.prefix(4096))
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

    /// The first half of the first chunk, and then the failure.
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

/// Numbers from 0 up to 1 that look random, by the same steps as SplitMix64.
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
