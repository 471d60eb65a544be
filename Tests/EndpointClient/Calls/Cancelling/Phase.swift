import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// The phase of a call in which it is cancelled.
enum Phase: String, CaseIterable, Sendable {
    case waitingForItsTurn, adapting, connecting, uploading, waitingForTheHead, redirected, readingTheBody, backingOff, decoding

    /// Whether a cancel closes a connection that a server has seen.
    var closesConnection: Bool { ![.waitingForItsTurn, .adapting, .backingOff, .decoding].contains(self) }
}

/// A call that stops in one phase, and everything that it needs.
struct Stage: Sendable {
    let client: APIClient
    let call: Call<String>
    private let phase: Phase
    private let server: LoopbackServer
    private let clock = ManualClock()
    /// Signaled when the call has reached the phase, and when a connection that was in use has ended.
    private let reached = Signal()
    private let closed = Signal()
    private let cancelled = BlockingSignal()
    private let decoding: Hook

    init(_ phase: Phase, transport: any Transport = PlatformTransport()) throws {
        self.phase = phase
        let (reached, closed, cancelled) = (reached, closed, cancelled)
        server = try LoopbackServer(raw: { connection in
            try Self.serve(phase, connection, reached, cancelled)
            connection.waitForClose()
            closed.give()
        })
        let url = phase == .connecting ? "https://127.0.0.1:\(server.port)" : server.url.absoluteString
        // Longer than any wait on a busy machine.
        var configuration = APIConfiguration(baseURL: try #require(URL(string: url)), requestTimeout: .seconds(600))
        configuration.policies.maxConcurrentCalls = phase == .waitingForItsTurn ? 1 : nil
        let adapter = AnyAdapter { _ in
            reached.give()
            try await untilCancelled()
        }
        let decoding = Hook()
        self.decoding = decoding
        // Decoding doesn't begin before its hook is set.
        let armed = AnyAdapter { _ in await decoding.isArmed() }
        client = APIClient(
            configuration: configuration, transport: transport,
            adapters: phase == .adapting ? [adapter] : phase == .decoding ? [armed] : [],
            decisions: phase == .backingOff ? [Restarting { _, _ in .restart(after: .seconds(3600)) }] : nil, clock: clock)

        switch phase {
        // More than the sockets of the client and the server can buffer.
        case .uploading: call = client.string(.post("items", body: Data(repeating: 65, count: 32 << 20))).tagged("staged")
        case .decoding:
            call = client.string(.get("items")).tagged("staged").map { text in
                decoding.run()
                return text
            }
        default: call = client.string(.get("items")).tagged("staged")
        }
    }

    private static func serve(_ phase: Phase, _ connection: LoopbackConnection, _ reached: Signal, _ cancelled: BlockingSignal) throws {
        switch phase {
        // Reads the first bytes of a TLS handshake, or of a head and the body after it.
        case .connecting, .uploading: _ = connection.read()
        default: _ = try connection.readRequest()
        }
        switch phase {
        case .readingTheBody: try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf of it")
        case .redirected:
            try connection.write("HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n")
            _ = try connection.readRequest()
        case .backingOff, .decoding: try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        default: break
        }
        reached.give()
        // If the server read on, the sockets would empty and the upload would end.
        if phase == .uploading { cancelled.wait() }
    }

    /// Starts the call, cancels it in its phase, and returns its outcome when the server has seen its connection end.
    func outcome(cancelledBy way: Way) async throws -> Result<String, any Error> {
        if phase == .waitingForItsTurn {
            _ = client.string(.get("first")).start(on: .immediate) { _ in }
            await reached.wait()
        }
        let started = way.start(call, of: client)
        switch phase {
        case .decoding: decoding.arm(started.cancel)
        case .backingOff: await clock.sleepers(1)
        case .waitingForItsTurn: await eventually { client.waitingCallCount > 0 }
        default: await reached.wait()
        }
        if phase != .decoding { started.cancel() }
        cancelled.give()
        let outcome = await started.outcome.value
        if phase.closesConnection { await closed.wait() }
        if phase == .waitingForItsTurn { client.cancelAll() }
        return outcome
    }
}

/// Holds a closure, which may be set later, and runs it on request.
private final class Hook: Sendable {
    private let armed = Signal()
    private let action = Recorder<@Sendable () -> Void>()

    func arm(_ action: @escaping @Sendable () -> Void) {
        self.action.record(action)
        armed.give()
    }

    func isArmed() async { await armed.wait() }

    func run() { action.last?() }
}
