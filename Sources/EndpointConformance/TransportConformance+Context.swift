import Dispatch
import EndpointKit
import EndpointKitTesting

extension TransportConformance {
    static let contextChecks = [
        Check("a policy of the context is applied or rejected: a Unix socket") { transport in
            try await expectNotIgnored(by: transport, orFailingWith: .connection) { $0.unixSocket = "/nowhere/endpointkit.sock" }
        },
        Check("a policy of the context is applied or rejected: a proxy") { transport in
            let port = try RefusingPort()
            guard let proxy = URL(string: port.origin.description) else { throw Failure(description: "a port has no URL") }
            try await expectNotIgnored(by: transport, orFailingWith: .connection) { $0.proxy = .url(proxy) }
        },
        Check("a policy of the context is applied or rejected: an HTTP version") { transport in
            try await expectNotIgnored(by: transport, orFailingWith: .configuration) { $0.httpVersion = .http3 }
        },
        Check("a policy of the context is applied or rejected: a connect timeout") { transport in
            let ended = DispatchSemaphore(value: 0)
            defer { ended.signal() }
            // The time to connect includes the TLS handshake, to which this server doesn't answer. The connection closes after a while, so
            // that a transport without a limit fails instead of hanging.
            let server = try LoopbackServer(raw: { _ in _ = ended.wait(timeout: .now() + 5) })
            guard let origin = Origin(scheme: .https, host: "127.0.0.1", port: server.port) else { return }
            var context = TransferContext()
            context.connection.connectTimeout = .milliseconds(100)
            do {
                let response = try await transport.send(HTTPRequest(origin: origin, timeout: .seconds(600)), in: context)
                throw Failure(description: "the call gave \(response.status), but should have failed")
            } catch let error as APIError {
                try expect([.timeout, .configuration].contains(error.code), "the call failed with \(error.code): \(error.message)")
            }
        },
        Check("an invalid request is rejected, and nothing is sent") { transport in
            let server = try LoopbackServer { _ in HTTPResponse() }
            var request = get(server)
            request.headers = ["X-A": "1\r\nX-B: 2"]
            try await expectRefusal(of: request, in: .standard, by: transport, server)
        },
        Check("an invalid context is rejected, and nothing is sent") { transport in
            let server = try LoopbackServer { _ in HTTPResponse() }
            try await expectRefusal(of: get(server), in: TransferContext(bodyLimit: -1), by: transport, server)
            var context = TransferContext()
            context.connection.connectTimeout = .zero
            try await expectRefusal(of: get(server), in: context, by: transport, server)
            context = TransferContext()
            context.connection.tls.pinnedKeys = ["127.0.0.1": ["no hash"]]
            let request = HTTPRequest(origin: Origin(scheme: .https, host: "127.0.0.1", port: server.port) ?? server.origin)
            try await expectRefusal(of: request, in: context, by: transport, server, with: .configuration)
        },
        Check("a redirect's body doesn't decide the outcome, if the caller follows redirects") { transport in
            let bodies = [
                "Content-Length: 1000\r\n\r\nabc", "Content-Length: 5000\r\n\r\n" + String(repeating: "a", count: 5000),
                "Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\nno chunk",
            ]
            for body in bodies {
                let server = try LoopbackServer(raw: { connection in
                    _ = try connection.readRequest()
                    try connection.write("HTTP/1.1 307 Temporary Redirect\r\nLocation: /next\r\n\(body)")
                })
                var context = TransferContext(bodyLimit: 4000)
                context.followsRedirects = true
                // A caller that follows the redirect doesn't read a body.
                let response = try await transport.stream(get(server), in: context)
                try expect(response.status, is: 307, "the status before \(body.prefix(60))")
                try expect(response.headers["Location"], is: "/next", "where it leads")
            }
        },
    ]

    private static func expectNotIgnored(
        by transport: any Transport, orFailingWith code: APIError.Code, _ edit: (inout ConnectionPolicy) -> Void
    ) async throws {
        let server = try LoopbackServer { _ in HTTPResponse() }
        var context = TransferContext()
        edit(&context.connection)
        do {
            let response = try await transport.send(get(server), in: context)
            throw Failure(description: "the call gave \(response.status), but should have failed")
        } catch let error as APIError {
            try expect([code, .configuration].contains(error.code), "the call failed with \(error.code): \(error.message)")
        }
        try expect(server.acceptedCount, is: 0, "the number of connections")
    }

    private static func expectRefusal(
        of request: HTTPRequest, in context: TransferContext, by transport: any Transport, _ server: LoopbackServer,
        with code: APIError.Code = .invalidRequest
    ) async throws {
        try await expectFailure(code, of: "the call") { "\(try await transport.send(request, in: context).status)" }
        try expect(server.acceptedCount, is: 0, "the number of connections")
    }
}
