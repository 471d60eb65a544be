import EndpointConformance
import EndpointKit
import EndpointKitTesting
import TestSupport
import Synchronization
import Testing

/// The checks of the contract must be able to fail.
@Suite struct TransportConformanceTests {
    /// Runs the checks, and returns the names of those that fail.
    private func complaints(about transport: any Transport, in checks: [TransportConformance.Check]) async -> Set<String> {
        var names: Set<String> = []
        for check in checks {
            do { try await check.run(transport) } catch { names.insert(check.name) }
        }
        return names
    }

    @Test(arguments: brokenTransports)
    func `TransportConformance: a broken transport is detected`(_ transport: BrokenTransport, _ names: Set<String>) async {
        let checks = TransportConformance.checks.filter { names.contains($0.name) }
        #expect(Set(checks.map(\.name)) == names)
        #expect(await complaints(about: transport, in: checks) == names)
    }

    /// Checks that only inspect what the server received, and checks that transfer many megabytes.
    private static let indifferent: Set = [
        "one connection serves many requests, one after the other",
        "a POST after the server closed an idle connection is sent completely, or not at all",
        "a reader that releases an endless stream closes the connection",
        "an endless body is rejected at its limit",
        "a body isn't read further after its transfer has ended, even if the answer is retained",
        "a stalled reader of a stream slows the server down", "a large body arrives complete",
        // That transport doesn't say that it ends with its context.
        "a context that is cancelled before opens no connection, if the transport ends with it",
        "a context that is cancelled closes the socket, if the transport ends with it",
        "a context that is cancelled ends a stream, if the transport ends with it",
    ]

    @Test func `TransportConformance: a transport that always gives the same answer passes no check`() async {
        let transport = BrokenTransport(
            "gives the same answer whatever happened",
            sending: { request, context, base in
                _ = try? await base.send(request, in: context)
                return HTTPResponse(status: 299)
            },
            streaming: { request, context, base in
                _ = try? await base.stream(request, in: context)
                return HTTPResponseStream(status: 299, body: .init(Data()))
            })
        let checks = TransportConformance.checks.filter { !Self.indifferent.contains($0.name) }
        let complaints = await complaints(about: transport, in: checks)
        #expect(Set(checks.map(\.name)).subtracting(complaints) == [])
    }

    @Test func `TransportConformance: failures, exclusions that pass, and unknown names are all reported at once`() async throws {
        let names: Set = ["a status of 200 is a response", "a status of 404 is a response", "an empty value is a value"]
        let transport = BrokenTransport("has no fields", response: { $0.headers = [:] })
        let failure = await #expect(throws: TransportConformance.Failure.self) {
            try await TransportConformance.verify(
                TransportConformance.checks.filter { names.contains($0.name) },
                leavingOut: [
                    .failing("a status of 404 is a response", "a status of 40 is a response", because: "It is too long."),
                    .untried("a status of 200 is a response", because: "It hangs."),
                    .untried("a status of 200 is a response", because: "It hangs."),
                ]
            ) { transport }
        }
        #expect(
            failure?.description == """
                "a status of 40 is a response": this name is left out, but no check has it
                "a status of 200 is a response": this name is left out twice
                "a status of 404 is a response": the check passes, but is left out because "It is too long."; take it off the list
                "an empty value is a value": the value is nil, but should be Optional("")
                """)
        try await TransportConformance.verify(
            TransportConformance.checks.filter { names.contains($0.name) },
            leavingOut: [.failing("an empty value is a value", because: "It has no fields.")]
        ) { transport }
    }

    @Test func `TransportConformance: a transport that reaches no server fails, and blocks no check`() async throws {
        let reaching = ["a cookie isn't kept", "a connection that is refused is an error"]
        let complaints = await complaints(about: StubTransport(HTTPResponse(status: 299)), in: TransportConformance.checks)
        #expect(complaints.count > TransportConformance.checks.count - 30 && complaints.isSuperset(of: reaching))
    }

    @Test func `TransportConformance: a check says what is wrong`() async throws {
        let transport = BrokenTransport("gives every field the name X", response: { $0.headers = ["X": "1"] })
        let check = try #require(TransportConformance.checks.first { $0.name == "an empty value is a value" })
        let failure = await #expect(throws: TransportConformance.Failure.self) { try await check.run(transport) }
        #expect(failure?.description == "the value is nil, but should be Optional(\"\")")
    }
}

private let brokenTransports: [(BrokenTransport, Set<String>)] =
    brokenMessages + brokenBodies + brokenCodings + brokenFailures + brokenConnections + brokenContexts + brokenCancellations
    + brokenStreams

private let brokenMessages: [(BrokenTransport, Set<String>)] = [
    (
        BrokenTransport(
            "follows redirects",
            sending: { request, context, base in
                let response = try await base.send(request, in: context)
                guard response.headers["Location"] == "/next" else { return response }
                var next = request
                next.path = "/next"
                return try await base.send(next, in: context)
            }),
        ["a redirect isn't followed"]
    ),
    (
        BrokenTransport(
            "takes a status for an error", response: { if $0.status.rawValue >= 400 { throw APIError(.connection, "\($0.status)") } }),
        ["a status of 404 is a response", "a status of 599 is a response", "a 401 that asks for a password is a response"]
    ),
    (
        BrokenTransport("keeps the last field of a name", response: { $0.headers = $0.headers.lastOfEachName }),
        ["a repeated field stays repeated", "fields whose names differ in case are one"]
    ),
    (
        BrokenTransport("writes names in lower case", response: { $0.headers = $0.headers.mapped { ($0.lowercased(), $1) } }),
        ["header fields keep their order and their case"]
    ),
    (
        BrokenTransport(
            "sends again without its Expect what was refused",
            sending: { request, context, base in
                let response = try await base.send(request, in: context)
                guard response.status.rawValue == 417 else { return response }
                var again = request
                again.headers["Expect"] = nil
                return try await base.send(again)
            }),
        ["a 417 to the caller's own Expect is the response, and the request is sent once"]
    ),
    (
        BrokenTransport("drops the query", request: { $0.query = [:] }),
        ["escapes in path and query stay unchanged", "a response arrives with its status, headers, body and URL"]
    ),
    (
        BrokenTransport("sorts what it sends", request: { $0.headers = $0.headers.lastOfEachName }),
        ["a request's header fields keep their order, and duplicates too"]
    ),
    (
        BrokenTransport("sends nothing but GET", request: { $0.method = .get }),
        ["POST is sent unchanged", "REPORT is sent unchanged", "HEAD has no body, whatever length it announces"]
    ),
]

private let brokenBodies: [(BrokenTransport, Set<String>)] = [
    (
        BrokenTransport("forgets the body", request: { $0.body = nil }),
        [
            "a body is sent with GET", "a file is sent with its length, and can be sent again", "a stream is sent",
            "a stream of unknown length is sent in chunks",
        ]
    ),
    (
        BrokenTransport(
            "sends a stream as empty",
            request: { if case .stream? = $0.body?.content { $0.body = HTTPBodyEntity(contentType: nil, content: .data(Data())) } }),
        ["a stream is sent", "a stream of known length is sent with its length"]
    ),
]

private let brokenCodings: [(BrokenTransport, Set<String>)] = [
    (
        BrokenTransport(
            "hands out bodies still coded", response: { if $0.headers.contains("Content-Encoding") { $0.body = Data([31, 139]) } }),
        ["a body in gzip is decoded, and its fields stay", "a body in an unknown coding stays unchanged"]
    ),
    (
        BrokenTransport(
            "hands out streams still coded",
            streaming: { request, context, base in
                var stream = try await base.stream(request, in: context)
                if stream.headers.contains("Content-Encoding") { stream.body = .init(Data([31, 139])) }
                return stream
            }),
        ["a stream in gzip is decoded", "a truncated body in gzip is an error, even if its length is right"]
    ),
    (
        BrokenTransport("counts coded bytes", request: { $0.bodyLimit += 1 }),
        ["the body limit counts decoded bytes"]
    ),
    (
        BrokenTransport("always accepts gzip", request: { $0.headers.append("Accept-Encoding", "gzip") }),
        ["a caller's own Accept-Encoding is sent alone, and a Range requests no coding"]
    ),
]

private let brokenFailures: [(BrokenTransport, Set<String>)] = [
    (
        BrokenTransport(
            "takes a truncated body for whole", sending: { request, context, base in try await base.sendUntilError(request, in: context) }),
        [
            "an answer shorter than its length is an error, never a response", "an answer closed in a chunk is an error, never a response",
            "an answer closed before the last chunk is an error, never a response",
        ]
    ),
    (
        BrokenTransport(
            "makes a response of a failure",
            sending: { request, context, base in (try? await base.send(request, in: context)) ?? HTTPResponse(status: 502) }),
        [
            "a connection that is refused is an error", "a connection that is reset is an error",
            "an answer that isn't HTTP is an error, never a response",
        ]
    ),
    (
        BrokenTransport(
            "tells its secrets",
            sending: { request, context, base in
                do { return try await base.send(request, in: context) } catch { throw APIError(.connection, "\(request.urlText) failed.") }
            }),
        ["an error holds no secret of the request"]
    ),
    (
        BrokenTransport(
            "hands out still coded what has too many codings",
            sending: { request, context, base in
                do { return try await base.send(request, in: context) } catch { return HTTPResponse(body: Data([31, 139])) }
            }),
        ["a body with more than five content codings is an error, and isn't delivered encoded"]
    ),
    (
        BrokenTransport("ignores its context", sending: { request, _, base in try await base.send(request) }),
        [
            "the context's limit counts if it is smaller", "a policy of the context is applied or rejected: a Unix socket",
            "a policy of the context is applied or rejected: a proxy", "a policy of the context is applied or rejected: an HTTP version",
            "an invalid context is rejected, and nothing is sent",
        ]
    ),
    (
        BrokenTransport("ignores the limit", request: { $0.bodyLimit = .max }),
        ["a body over the limit is rejected, and one of exactly its size isn't"]
    ),
    (
        BrokenTransport("refuses a body of just the limit's size", request: { $0.bodyLimit -= 1 }),
        ["a body over the limit is rejected, and one of exactly its size isn't"]
    ),
    (
        BrokenTransport(
            "calls silence a lost connection",
            sending: { request, context, base in
                do { return try await base.send(request, in: context) } catch { throw APIError(.connection, "Lost.") }
            }),
        ["silence longer than the timeout is a timeout", "silence in mid-body is a timeout"]
    ),
]

private let brokenConnections: [(BrokenTransport, Set<String>)] = [
    (
        BrokenTransport(
            "uses a new connection each time", sending: { request, context, _ in try await PlatformTransport().send(request, in: context) }),
        ["one connection serves many requests, one after the other"]
    ),
    (
        BrokenTransport(
            "sends again what failed",
            sending: { request, context, base in
                do { return try await base.send(request, in: context) } catch { return try await base.send(request, in: context) }
            }),
        ["a POST whose answer never came isn't sent again"]
    ),
]

private let brokenContexts: [(BrokenTransport, Set<String>)] = [
    (
        BrokenTransport(
            "drops header fields that may not go on the wire", request: { $0.headers = $0.headers.mapped { ($0, $1.filter { $0 >= " " }) } }
        ),
        ["an invalid request is rejected, and nothing is sent"]
    )
]

private let brokenCancellations: [(BrokenTransport, Set<String>)] = [
    (
        BrokenTransport(
            "ignores cancellation",
            sending: { request, context, base in
                // So that it ends at all.
                var request = request
                request.timeout = .milliseconds(50)
                return try await Task.detached { [request] in try await base.send(request, in: context) }.value
            }),
        [
            "a cancel closes the socket while the server is silent", "a cancel closes the socket in mid-body",
            "a call cancelled before its start opens no connection", "a cancel leaves other calls alone",
        ]
    )
]

private let brokenStreams: [(BrokenTransport, Set<String>)] = [
    (
        BrokenTransport(
            "takes a truncated stream for whole",
            streaming: { request, context, base in
                let stream = try await base.stream(request, in: context)
                return HTTPResponseStream(status: stream.status, headers: stream.headers, body: stream.body.untilError, url: stream.url)
            }),
        ["a truncated stream delivers what arrived, and then the error"]
    ),
    (
        BrokenTransport(
            "bounds a stream",
            streaming: { request, context, base in HTTPResponseStream(body: .init(try await base.send(request, in: context).body)) }),
        ["the body limit doesn't bound a stream"]
    ),
    (
        BrokenTransport(
            "hides a failure in the stream",
            streaming: { request, context, base in HTTPResponseStream(body: .init { try await base.send(request, in: context).body }) }),
        ["an error before the head is thrown when the stream is requested"]
    ),
]

extension HTTPHeaders {
    fileprivate func mapped(_ change: (String, String) -> (String, String)) -> HTTPHeaders {
        reduce(into: [:]) { headers, field in
            let (name, value) = change(field.name, field.value)
            headers.append(name, value)
        }
    }

    fileprivate var lastOfEachName: HTTPHeaders { reduce(into: [:]) { $0[$1.name] = $1.value } }
}

extension PlatformTransport {
    fileprivate func sendUntilError(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        let stream = try await stream(request, in: context)
        return HTTPResponse(status: stream.status, headers: stream.headers, body: try await stream.body.untilError.collected(limit: .max))
    }
}
