import EndpointKit
import EndpointKitTesting

extension TransportConformance {
    static let failureChecks =
        brokenAnswers.map { what, bytes in
            Check("an answer \(what) is an error, never a response") { transport in
                let server = try server(writing: bytes.utf8)
                let error = try await expectFailure(.connection, of: "the call") {
                    let response = try await transport.send(get(server))
                    return "\(response.status.rawValue) with \(response.body.count) bytes"
                }
                try expect(error.request?.url, is: "\(server.origin)/", "the URL in the error")
            }
        } + [
            Check("a connection that is reset is an error") { transport in
                let server = try LoopbackServer(raw: { connection in
                    _ = try connection.readRequest()
                    connection.reset()
                })
                try await expectFailure(.connection, of: "the call") { "\(try await transport.send(get(server)).status)" }
            },
            Check("a connection that is refused is an error") { transport in
                let port = try RefusingPort()
                let request = HTTPRequest(origin: port.origin, timeout: .seconds(600))
                try await expectFailure(.connection, of: "the call") { "\(try await transport.send(request).status)" }
            },
            Check("the reason for a refused connection is \"connect\"") { transport in
                try await expectReason(.connect, by: transport, try RefusingPort().origin)
            },
        ]
        + reasons.map { reason, what, bytes in
            Check("the reason for \(what) is \"\(reason.rawValue)\"") { transport in
                let server = try server(writing: bytes.utf8)
                try await expectReason(reason, by: transport, server.origin)
            }
        } + [
            Check("an error holds no secret of the request") { transport in
                for part in ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"] {
                    let server = try server(writing: part.utf8)
                    let request = HTTPRequest(
                        origin: server.origin, query: ["apikey": "s3cr3t"], headers: ["Authorization": "Bearer s3cr3t"])
                    let error = try await expectFailure(.connection, of: "the call") { "\(try await transport.send(request).status)" }
                    let shown = ["\(error)", String(reflecting: error), error.request?.url ?? ""]
                    try expect(!shown.joined().contains("s3cr3t"), "the error shows a secret: \(shown)")
                }
            }
        ]

    // RetryPolicy decides by the reason.
    private static let reasons: [(TransportFailure.Reason, String, String)] = [
        (.disconnected, "a connection that closes without an answer", ""),
        (.truncated, "a truncated body", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"),
        (.malformed, "an answer that isn't HTTP", "SSH-2.0-OpenSSH_9.2\r\n"),
    ]

    private static func expectReason(_ reason: TransportFailure.Reason, by transport: any Transport, _ origin: Origin) async throws {
        let request = HTTPRequest(origin: origin, timeout: .seconds(600))
        let error = try await expectFailure(.connection, of: "the call") { "\(try await transport.send(request).status)" }
        try expect((error.underlying as? TransportFailure)?.reason, is: reason, "the reason")
    }

    private static let brokenAnswers = [
        ("closed before a byte", ""),
        ("closed in the status line", "HTTP/1.1 20"),
        ("closed after the status line", "HTTP/1.1 200 OK\r\n"),
        ("closed in the head", "HTTP/1.1 200 OK\r\nContent-Le"),
        ("closed before the empty line", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n"),
        ("shorter than its length", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"),
        ("shorter than a length of 2^63-1", "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nabc"),
        ("closed in a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nA\r\nabc"),
        ("closed before the last chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"),
        ("with a chunk of no length", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nabc\r\n0\r\n\r\n"),
        ("that isn't HTTP", "SSH-2.0-OpenSSH_9.2\r\n"),
        ("with lengths that differ", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 3\r\n\r\nabcde"),
        ("with a length of +3", "HTTP/1.1 200 OK\r\nContent-Length: +3\r\n\r\nabc"),
        ("with a length that isn't a number", "HTTP/1.1 200 OK\r\nContent-Length: three\r\n\r\nabc"),
        (
            "with an unrequested transfer coding",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
        ),
        ("with a status below 100", "HTTP/1.1 099 X\r\nContent-Length: 3\r\n\r\nabc"),
        ("in another protocol", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nabc"),
    ]
}
