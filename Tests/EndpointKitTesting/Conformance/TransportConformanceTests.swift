import EndpointKit
import EndpointKitTesting
import TestSupport
import Synchronization
import Testing

/// The checks of the contract must be able to fail.
@Suite struct TransportConformanceTests {
    /// Runs them, and names those that complain.
    private func complaints(about transport: any Transport, in checks: [TransportConformance.Check]) async -> Set<String> {
        var names: Set<String> = []
        for check in checks {
            do { try await check.run(transport) } catch { names.insert(check.name) }
        }
        return names
    }

    @Test(arguments: brokenTransports)
    func `a broken transport is found out`(_ transport: BrokenTransport, _ names: Set<String>) async {
        let checks = TransportConformance.checks.filter { names.contains($0.name) }
        #expect(Set(checks.map(\.name)) == names)
        #expect(await complaints(about: transport, in: checks) == names)
    }

    /// Those that look at nothing but what the server saw, and those that move many megabytes.
    private static let indifferent: Set = [
        "one connection serves many requests, one after the other",
        "a POST after the server closed an idle connection goes out whole, or not at all",
        "a reader that releases an endless stream closes the connection",
        "a body without an end is refused at its limit",
        "a body isn't read further when its transfer has ended, though the answer is still held",
        "a stream's reader that stalls holds the server back", "a large body arrives whole",
        // That transport doesn't say that it ends with its context.
        "a context that is cancelled before opens no connection, if the transport ends with it",
        "a context that is cancelled closes the socket, if the transport ends with it",
        "a context that is cancelled ends a stream, if the transport ends with it",
    ]

    @Test func `a transport that gives the same answer whatever happened satisfies no check`() async {
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

    @Test func `everything is told at once: what fails, what is left out and passes, and names that no check has`() async throws {
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

    @Test func `a transport that reaches no server fails, and keeps no check waiting`() async throws {
        let reaching = ["a cookie isn't kept", "a connection that is refused is an error"]
        let complaints = await complaints(about: StubTransport(HTTPResponse(status: 299)), in: TransportConformance.checks)
        #expect(complaints.count > TransportConformance.checks.count - 30 && complaints.isSuperset(of: reaching))
    }

    @Test func `a check says what is wrong`() async throws {
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
        ["a field that comes twice is there twice", "fields whose names differ in case are one"]
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
        ["a 417 to the caller's own Expect is the response, and the request goes out once"]
    ),
    (
        BrokenTransport("drops the query", request: { $0.query = [:] }),
        ["what is encoded in path and query stays as it is", "a response comes back with its status, headers, body and URL"]
    ),
    (
        BrokenTransport("sorts what it sends", request: { $0.headers = $0.headers.lastOfEachName }),
        ["a request's header fields keep their order, and duplicates too"]
    ),
    (
        BrokenTransport("sends nothing but GET", request: { $0.method = .get }),
        ["POST goes out as it is", "REPORT goes out as it is", "HEAD has no body, whatever length it announces"]
    ),
]

private let brokenBodies: [(BrokenTransport, Set<String>)] = [
    (
        BrokenTransport("forgets the body", request: { $0.body = nil }),
        [
            "a body goes out with GET", "a file goes out with its length, and again", "a stream goes out",
            "a stream of unknown length goes out in chunks",
        ]
    ),
    (
        BrokenTransport(
            "sends a stream as empty",
            request: { if case .stream? = $0.body?.content { $0.body = HTTPBodyEntity(contentType: nil, content: .data(Data())) } }),
        ["a stream goes out", "a stream of known length goes out with it"]
    ),
]

private let brokenCodings: [(BrokenTransport, Set<String>)] = [
    (
        BrokenTransport(
            "hands out bodies still coded", response: { if $0.headers.contains("Content-Encoding") { $0.body = Data([31, 139]) } }),
        ["a body in gzip is decoded, and its fields stay", "a body in a coding that nobody knows stays as it is"]
    ),
    (
        BrokenTransport(
            "hands out streams still coded",
            streaming: { request, context, base in
                var stream = try await base.stream(request, in: context)
                if stream.headers.contains("Content-Encoding") { stream.body = .init(Data([31, 139])) }
                return stream
            }),
        ["a stream in gzip is decoded", "a body in gzip that is cut off is an error, though its length is right"]
    ),
    (
        BrokenTransport("counts coded bytes", request: { $0.bodyLimit += 1 }),
        ["the body limit counts decoded bytes"]
    ),
    (
        BrokenTransport("always accepts gzip", request: { $0.headers.append("Accept-Encoding", "gzip") }),
        ["a caller's own Accept-Encoding goes out alone, and a Range asks for no coding"]
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
        ["a body with more than five content codings is an error, and isn't handed out still coded"]
    ),
    (
        BrokenTransport("ignores its context", sending: { request, _, base in try await base.send(request) }),
        [
            "the context's limit counts where it is the smaller one", "a policy of the context is applied or refused: a Unix socket",
            "a policy of the context is applied or refused: a proxy", "a policy of the context is applied or refused: an HTTP version",
            "a context that is not valid is refused, and nothing is sent",
        ]
    ),
    (
        BrokenTransport("ignores the limit", request: { $0.bodyLimit = .max }),
        ["a body over the limit is refused, one of just its size isn't"]
    ),
    (
        BrokenTransport("refuses a body of just the limit's size", request: { $0.bodyLimit -= 1 }),
        ["a body over the limit is refused, one of just its size isn't"]
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
            "connects anew for each request", sending: { request, context, _ in try await PlatformTransport().send(request, in: context) }),
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
        ["a request that may not go on the wire is refused, and nothing is sent"]
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
            "a cancel before the start opens no connection", "a cancel leaves other calls alone",
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
        ["a stream that ends too soon gives what came, and then the error"]
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
        ["an error before the head is thrown where the stream is asked for"]
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
