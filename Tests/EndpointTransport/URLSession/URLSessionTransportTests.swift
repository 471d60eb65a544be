#if URLSessionTransport
    import EndpointKit
    import EndpointKitTesting
    import TestSupport
    import Testing

    /// One check at a time: one queue serves all sessions of FoundationNetworking.
    @Suite(.serialized) struct URLSessionTransportTests {
        @Test(arguments: TransportConformance.checks.filter { !excluded.contains($0.name) })
        func `URLSessionTransport keeps the contract but for what FoundationNetworking can't`(
            _ check: TransportConformance.Check
        ) async throws {
            try await check.run(URLSessionTransport())
        }

        @Test func `every exclusion is the name of a check`() {
            #expect(Self.excluded.subtracting(TransportConformance.checks.map(\.name)).isEmpty)
        }

        @Test(arguments: [
            Refused { $0.unixSocket = "/run/api.sock" },
            Refused { $0.tls.minimumVersion = .tls13 },
            Refused { $0.httpVersion = .http1 },
            Refused { $0.httpVersion = .http2 },
            Refused { $0.httpVersion = .http3 },
            Refused { $0.tls.pinnedKeys = ["a.example": []] },
        ])
        func `a policy that can't be kept to is an error, and nothing is sent`(_ refused: Refused) async throws {
            let server = try LoopbackServer { _ in HTTPResponse() }
            var context = TransferContext()
            refused.edit(&context.connection)
            let error = await failure { [context] in try await URLSessionTransport().send(HTTPRequest.get(server), in: context) }
            #expect(error?.code == .configuration)
            #expect(server.acceptedCount == 0)
        }

        @Test func `what may not go on the wire is refused without a client too`() async throws {
            let server = try LoopbackServer { _ in HTTPResponse() }
            var request = HTTPRequest.get(server)
            request.headers = ["X-A": "1\r\nX-B: 2"]
            let sent = await failure { [request] in try await URLSessionTransport().send(request) }
            #expect(sent?.code == .invalidRequest)
            let streamed = await failure { [request] in try await URLSessionTransport().stream(request).status }
            #expect(streamed?.code == .invalidRequest)
            #expect(server.acceptedCount == 0)
        }

        struct Refused: Sendable {
            let edit: @Sendable (inout ConnectionPolicy) -> Void
        }

        /// What FoundationNetworking does, and the checks that it keeps this transport from.
        static let excluded: Set = [
            // "A server alone can end the process: a chunked response with trailers; Content-Length: 9223372036854775807".
            "a trailer is no header field",
            "an answer shorter than a length of 2^63-1 is an error, never a response",
            // So does a head that is cut off, by the same trap ("Transfer completed, but there's no response").
            "an answer closed after the status line is an error, never a response",
            "an answer closed in the head is an error, never a response",
            "an answer closed before the empty line is an error, never a response",
            // "A 401 with WWW-Authenticate: Basic and no credential hangs for ever (#5456)".
            "a 401 that asks for a password is a response",
            // "A request body on a reused, dead connection is re-sent empty".
            "a POST after the server closed an idle connection goes out whole, or not at all",
            // "POST is re-sent even after the server read it all".
            "a POST whose answer never came isn't sent again",
            "a POST with a body isn't sent again when its connection is closed without an answer",
            "a POST without a body isn't sent again when its connection is closed without an answer",
            "a PATCH with a body isn't sent again when its connection is closed without an answer",
            "a PATCH without a body isn't sent again when its connection is closed without an answer",
            "a POST with a body isn't sent again when its connection is reset",
            "a POST without a body isn't sent again when its connection is reset",
            "a PATCH with a body isn't sent again when its connection is reset",
            "a PATCH without a body isn't sent again when its connection is reset",
            // "Header names of different case with the same meaning: all but one lost. Set-Cookie values joined by commas": its fields
            // are a dictionary, in both directions.
            "fields whose names differ in case are one",
            "a field that comes twice is there twice",
            "header fields keep their order and their case",
            "a request's header fields keep their order, and duplicates too",
            // "A Latin-1 byte, or Name:value without a space, loses the whole response"; a status line without a reason does, too.
            "a value in Latin-1 is read as such",
            "a value needs no space before it",
            "a status line needs no reason",
            // "suspend() in mid-transfer re-sends the request and appends the bytes" and "No back pressure".
            "a stream's reader that stalls holds the server back",
            // "data(for:) with a Task.cancel() that races completion deadlocks every session in the process (#5412)".
            "a cancel that races the answer ends the call all the same",
            // Its own parser of heads takes some of these, and waits for ever with others.
            "an answer with lengths that differ is an error, never a response",
            "an answer with a length of +3 is an error, never a response",
            "an answer with a length that is no number is an error, never a response",
            "an answer in another protocol is an error, never a response",
            "interim heads without an end are an error", "header fields without an end are an error",
            "trailers without an end are an error",
            // Its libcurl sends the request again without the Expect.
            "a 417 to the caller's own Expect is the response, and the request goes out once",
            // A field of one space is dropped.
            "a header field of one space is an empty one, and takes no other away",
            // It refuses a GET with a body, as nothing else does.
            "a body goes out with GET",
            // Bodies are gathered here, so their length is known.
            "a stream of unknown length goes out in chunks",
            "a body isn't read further when its transfer has ended, though the answer is still held",
        ]
    }
#endif
