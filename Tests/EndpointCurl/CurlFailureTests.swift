import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

/// The errors for a broken or missing server.
@Suite struct CurlFailureTests {
    let transport = CurlTransport()

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: String
        let reason: TransportFailure.Reason
        var testDescription: String { name }
    }

    /// One broken response of each kind, and all those that the conformance suite lacks.
    static let brokenAnswers = [
        Case(name: "closed before a byte", bytes: "", reason: .disconnected),
        Case(name: "closed after the status line", bytes: "HTTP/1.1 200 OK\r\n", reason: .truncated),
        Case(name: "shorter than its length", bytes: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", reason: .truncated),
        Case(
            name: "a chunk of no length", bytes: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nabc\r\n0\r\n\r\n",
            reason: .malformed),
        Case(
            name: "a length beyond 64 bits", bytes: "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nabc",
            reason: .malformed),
        Case(name: "a negative length", bytes: "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nabc", reason: .malformed),
        Case(name: "a length that isn't a number", bytes: "HTTP/1.1 200 OK\r\nContent-Length: ten\r\n\r\nabc", reason: .malformed),
        Case(name: "a status of two digits", bytes: "HTTP/1.1 20 OK\r\n\r\n", reason: .malformed),
        Case(name: "a status that isn't a number", bytes: "HTTP/1.1 OK\r\n\r\n", reason: .malformed),
    ]

    @Test(arguments: brokenAnswers)
    func `CurlTransport: a malformed response is an error, never a response`(_ answer: Case) async throws {
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write(answer.bytes)
        })
        let error = await failure { try await transport.send(.get(server)) }
        #expect(error?.code == .connection)
        #expect(reason(of: error) == answer.reason, "\(error?.description ?? "no error")")
        #expect(error?.request?.url == "\(server.origin)/")
    }

    @Test func `CurlTransport: a reset connection is a disconnection`() async throws {
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            connection.reset()
        })
        let error = await failure { try await transport.send(.get(server)) }
        #expect(error?.code == .connection)
        #expect(reason(of: error) == .disconnected)
    }

    @Test func `CurlTransport: the error says that a connection was refused`() async throws {
        let port = try RefusingPort()
        let error = await failure { try await transport.send(HTTPRequest(origin: port.origin)) }
        #expect(error?.code == .connection)
        #expect(reason(of: error) == .connect)
        #expect(error?.message.contains("Connection refused") == true)
    }

    @Test func `CurlTransport: the error says that a host has no address`() async throws {
        let origin = try #require(Origin(scheme: .http, host: unresolvableHost))
        var policies = ClientPolicies.standard
        policies.connection.proxy = .direct
        let error = await failure { [policies] in
            try await transport.send(HTTPRequest(origin: origin), in: TransferContext(connection: policies.connection))
        }
        #expect(error?.code == .connection)
        #expect(reason(of: error) == .nameResolution)
        #expect(error?.message.contains(unresolvableHost) == true)
    }

    @Test func `CurlTransport: https to a server without TLS is a TLS error`() async throws {
        let server = try LoopbackServer(raw: { connection in
            _ = connection.read()
            try connection.write("HTTP/1.1 400 Bad Request\r\n\r\n")
        })
        let origin = try #require(Origin(scheme: .https, host: "127.0.0.1", port: server.port))
        let error = await failure { try await transport.send(HTTPRequest(origin: origin)) }
        #expect(error?.code == .tls)
    }

    @Test func `CurlTransport: silence longer than the timeout is a timeout, and the error says how long`() async throws {
        let server = try LoopbackServer(raw: { $0.onClose() })
        var request = HTTPRequest.get(server)
        request.timeout = .milliseconds(500)
        let error = await failure { [request] in try await transport.send(request) }
        #expect(error?.code == .timeout)
        #expect(reason(of: error) == .timeout)
        #expect(error?.message.contains("0.5 seconds") == true)
    }

    @Test func `CurlTransport: an invalid request is rejected without a client too, and no connection is opened`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse() }
        var request = HTTPRequest.get(server)
        request.headers = ["X-A": "1\r\nX-B: 2"]
        for send in [
            { [request] in _ = try await transport.send(request) }, { [request] in _ = try await transport.stream(request) },
        ] as [@Sendable () async throws -> Void] {
            let error = await failure(of: send)
            #expect(error?.code == .invalidRequest)
        }
        #expect(server.acceptedCount == 0)
    }

    @Test func `CurlTransport: without libcurl the error names the package to install`() async throws {
        let transport = CurlTransport(library: "libcurl-that-is-not-there.so.4")
        let origin = try #require(Origin(scheme: .http, host: "localhost"))
        let error = await failure { try await transport.send(HTTPRequest(origin: origin)) }
        #expect(error?.code == .configuration)
        #expect(error?.message.contains("libcurl4") == true)
        #expect(error?.message.contains("libcurl-that-is-not-there.so.4") == true)
    }
}
