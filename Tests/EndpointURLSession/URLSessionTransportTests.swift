import EndpointConformance
#if canImport(Darwin) || URLSessionTransport
    import EndpointKit
    import EndpointKitTesting
    import EndpointURLSession
    import TestSupport
    import Testing

    /// Runs one check at a time, because one queue serves all sessions of FoundationNetworking.
    @Suite(.serialized) struct URLSessionTransportTests {
        @Test(.serialized, arguments: TransportConformance.checks)
        func `URLSessionTransport: it keeps the transport contract, except for checks that FoundationNetworking can't pass`(
            _ check: TransportConformance.Check
        ) async throws {
            try await check.run(URLSessionTransport(), leavingOut: .urlSession)
        }

        @Test func `URLSessionTransport: every exclusion names a check`() throws { try TransportConformance.validate(.urlSession) }

        static let refused: [Refused] = {
            let everywhere = [
                Refused { $0.unixSocket = "/run/api.sock" },
                Refused { $0.httpVersion = .http1 },
                Refused { $0.httpVersion = .http2 },
            ]
            #if canImport(Darwin)
                return everywhere
            #else
                return everywhere + [
                    Refused { $0.tls.minimumVersion = .tls13 },
                    Refused { $0.httpVersion = .http3 },
                    Refused { $0.tls.pinnedKeys = ["a.example": []] },
                ]
            #endif
        }()

        @Test(arguments: refused)
        func `URLSessionTransport: an unsupported policy is an error, and nothing is sent`(_ refused: Refused) async throws {
            let server = try LoopbackServer { _ in HTTPResponse() }
            var context = TransferContext()
            refused.edit(&context.connection)
            let error = await failure { [context] in try await URLSessionTransport().send(HTTPRequest.get(server), in: context) }
            #expect(error?.code == .configuration)
            #expect(server.acceptedCount == 0)
        }

        @Test func `URLSessionTransport: an invalid request is rejected without a client too`() async throws {
            let server = try LoopbackServer { _ in HTTPResponse() }
            var request = HTTPRequest.get(server)
            request.headers = ["X-A": "1\r\nX-B: 2"]
            let sent = await failure { [request] in try await URLSessionTransport().send(request) }
            #expect(sent?.code == .invalidRequest)
            let streamed = await failure { [request] in try await URLSessionTransport().stream(request).status }
            #expect(streamed?.code == .invalidRequest)
            #expect(server.acceptedCount == 0)
        }

        @Test func `URLSessionTransport: the error for a body that was lost has the head`() async throws {
            let server = try LoopbackServer(raw: { connection in
                guard try connection.readRequest() != nil else { return }
                try connection.write("HTTP/1.1 500 Oops\r\nX-ID: 7\r\nContent-Length: 10\r\n\r\nab")
            })
            let error = await failure { try await URLSessionTransport().send(HTTPRequest.get(server)) }
            #expect(error?.status == 500 && error?.response?.headers["X-ID"] == "7" && error?.response?.body.isEmpty == true)
        }

        struct Refused: Sendable {
            let edit: @Sendable (inout ConnectionPolicy) -> Void
        }
    }
#endif
