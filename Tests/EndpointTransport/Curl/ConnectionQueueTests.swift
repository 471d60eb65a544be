import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// Requests that wait to share a connection that others make.
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
            // After the first request, which shows the server's version, each waits for all others.
            if number == count { for _ in 1..<count { mayShakeHands.give() } }
            if number > 1 { mayShakeHands.wait() }
            let connection = try TLSConnection(raw, identity)
            guard connection.readRequest() != nil else { return }
            try connection.write("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
            try connection.end()
        })
        #expect(await errors(of: count, to: server.tlsOrigin).map(\.message) == [])
        // None is left behind.
        for _ in 0..<count { mayShakeHands.give() }
    }

    @Test func `CurlTransport: a failed handshake at once fails all calls that wait for its connection`() async throws {
        // The certificate's name differs from the requested one.
        let server = try LoopbackServer(tls: certificates.client) { _ = $0.readRequest() }
        // Each call makes a handshake, which takes long on one core. A call that waited in vain would end by the timeout.
        let errors = await errors(of: 100, to: server.tlsOrigin, connectTimeout: .seconds(60))
        #expect(errors.count == 100)
        #expect(errors.filter { $0.code != .tls }.map(\.message) == [])
    }
}
