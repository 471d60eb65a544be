import EndpointConformance
import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// Requests that wait to share a connection that other requests make.
@Suite(.enabled(if: SystemProgram.isInstalled("openssl"), "openssl isn't installed")) struct ConnectionQueueTests {
    private let transport = CurlTransport()
    private let certificates: Certificates
    private var context = TransferContext()

    init() async throws {
        certificates = try await Certificates.shared
        context.connection.tls.certificateAuthorities = certificates.authority.url
    }

    private func errors(of count: Int, to origin: Origin, connectTimeout: Duration = .seconds(2)) async -> [APIError] {
        var context = context
        context.connection.connectTimeout = connectTimeout
        return await withTaskGroup(of: APIError?.self) { group in
            for _ in 0..<count {
                group.addTask { [context] in
                    await failure { try await transport.send(HTTPRequest(origin: origin, timeout: .seconds(600)), in: context) }
                }
            }
            return await group.reduce(into: []) { errors, error in if let error { errors.append(error) } }
        }
    }

    @Test func `CurlTransport: an HTTP/1.1 server gets as many connections as it needs`() async throws {
        let count = 20
        let (arrived, mayShakeHands) = (Counter(), BlockingSignal())
        let identity = try TLSServerContext(certificates.server)
        let server = try LoopbackServer(raw: { raw in
            let number = arrived.next()
            // After the first request, which shows the server's version, each request waits for all others.
            if number == count { for _ in 1..<count { mayShakeHands.give() } }
            if number > 1 { mayShakeHands.wait() }
            let connection = try TLSConnection(raw, identity)
            guard connection.readRequest() != nil else { return }
            try connection.write("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
            try connection.end()
        })
        #expect(await errors(of: count, to: server.tlsOrigin).map(\.message) == [])
        // No handshake stays blocked.
        for _ in 0..<count { mayShakeHands.give() }
    }

    @Test func `CurlTransport: calls to a server that doesn't respond all wait for one connect timeout, not one after the other`()
        async throws
    {
        let connected = Counter()
        let server = try LoopbackServer(raw: { connection in
            connected.next()
            connection.waitForClose()
        })
        let origin = server.tlsOrigin
        let third = Signal()
        var context = context
        // This is the time in which others can connect before the third call ends, even on a busy machine.
        context.connection.connectTimeout = .seconds(2)
        let ended = Counter()
        let calls = Task { [context] in
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let error = await failure {
                            try await transport.send(HTTPRequest(origin: origin, timeout: .seconds(600)), in: context)
                        }
                        #expect(error?.code == .timeout)
                        if ended.next() == 3 { third.give() }
                    }
                }
            }
        }
        // If the first call failed before the others began, the failure of the second lets them connect by themselves.
        await third.wait()
        #expect(connected.count == 8)
        await calls.value
    }

    @Test func `CurlTransport: a failed handshake immediately fails all calls that wait for its connection`() async throws {
        // The certificate's name differs from the requested one.
        let server = try LoopbackServer(tls: certificates.client) { _ = $0.readRequest() }
        // Each call makes a handshake, which takes long on one core. A call that waited in vain would end at the timeout.
        let errors = await errors(of: 100, to: server.tlsOrigin, connectTimeout: .seconds(60))
        #expect(errors.count == 100)
        #expect(errors.filter { $0.code != .tls }.map(\.message) == [])
    }
}

/// Requests that share connections over HTTP/2, all in flight at the same time.
@Suite struct StreamQueueTests {
    private let context: TransferContext = {
        var context = TransferContext()
        context.connection.httpVersion = .http2
        return context
    }()

    /// Answers when all requests have arrived, on any number of connections.
    private static func gatheringServer(_ count: Int) throws -> LoopbackServer {
        let waiting = Recorder<(LoopbackConnection, UInt32)>()
        return try LoopbackServer(raw: { connection in
            var input = HTTP2Frame.Input(connection)
            guard input.take("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8.count) != nil else { return }
            try connection.write(HTTP2Frame(.settings).bytes)
            while let frame = try input.next() {
                if frame.kind == .settings, frame.flags == 0 {
                    try connection.write(HTTP2Frame(.settings, flags: HTTP2Frame.acknowledges).bytes)
                }
                guard frame.kind == .headers else { continue }
                guard waiting.record((connection, frame.stream)) == count else { continue }
                for (connection, stream) in waiting.values { try connection.write(HTTP2Frame.answer(stream: stream).flatMap(\.bytes)) }
            }
        })
    }

    @Test(arguments: [(1, 1), (100, 1), (130, 2), (400, 4)])
    func `CurlTransport: requests over HTTP/2 share a connection while it has room`(count: Int, connections: Int) async throws {
        let transport = CurlTransport(engines: 1)
        let server = try Self.gatheringServer(count)
        let request = HTTPRequest(origin: server.origin, timeout: .seconds(600))
        let answers = try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<count { group.addTask { [context] in try await transport.send(request, in: context).body } }
            return try await group.reduce(into: [Data]()) { $0.append($1) }
        }
        #expect(answers == [Data](repeating: Data("hello".utf8), count: count))
        #expect(server.acceptedCount <= connections * 2 && server.acceptedCount >= connections)
    }

    @Test func `CurlTransport: requests that wait for a connection can be cancelled`() async throws {
        let transport = CurlTransport(engines: 1)
        // Without TLS, the handshake of the first connection doesn't end, and all others wait for it.
        let (arrived, closed) = (Signal(), Signal())
        let server = try LoopbackServer(raw: { connection in
            arrived.give()
            connection.waitForClose()
            closed.give()
        })
        let origin = server.tlsOrigin
        let calls = (0..<50).map { _ in Task { try await transport.send(HTTPRequest(origin: origin, timeout: .seconds(600))) } }
        await arrived.wait()
        for call in calls.reversed() { call.cancel() }
        for call in calls { await #expect(throws: (any Error).self) { try await call.value } }
        await closed.wait()
    }
}
