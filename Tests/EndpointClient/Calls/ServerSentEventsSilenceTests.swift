import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// What happens to streams whose server is silent.
@Suite struct ServerSentEventsSilenceTests {
    private static let streamType: HTTPHeaders = ["Content-Type": "text/event-stream"]

    @Test(arguments: [Route.get("events"), .post("events")], [EventReconnection.standard, nil])
    func `ServerSentEvents: the configuration's timeout is that of every request`(
        endpoint: Route, reconnecting: EventReconnection?
    ) async throws {
        let transport = ChunkTransport { _, _ in HTTPResponseStream(status: 204, headers: Self.streamType, body: .chunks([])) }
        let client = try APIClient.example(transport) { $0.requestTimeout = .seconds(7) }
        _ = try await client.events(endpoint, reconnecting: reconnecting).collected()
        #expect(transport.requests.map(\.timeout) == [.seconds(7)])
    }

    private struct Patient: Endpoint {
        var path: Path { "events" }
        var timeout: Duration? { .seconds(7) }
    }

    @Test func `ServerSentEvents: only a stream that reconnects has a timeout of its own after the head`() async throws {
        let held = HeldTransport { $0.head(204) }
        let client = try APIClient.example(held)
        let posting = AnyAdapter { $0.method = .post }
        var eager = EventReconnection()
        eager.silence = .seconds(5)
        for events in [
            client.events(.get("events")), client.events(.get("events"), reconnecting: eager), client.events(.post("events")),
            client.events(.get("events"), reconnecting: nil), client.events(Patient()),
            client.events(.get("events")) { $0.timeout(.seconds(9)) },
            client.events(.get("events")) { $0.adapting(posting) },
        ] {
            _ = try await events.collected()
        }
        #expect(held.contexts.map(\.bodyTimeout) == [.seconds(90), .seconds(5), nil, nil, nil, nil, nil])
        #expect(held.requests.map(\.timeout) == [30, 30, 30, 30, 7, 9, 30].map { .seconds($0) })
    }

    // MARK: Over the wire

    /// Reads something from a server that is silent, and returns the error.
    private typealias Reading = @Sendable (APIClient, Route) async throws -> Void

    private static let streams: [(name: String, isPost: Bool, read: Reading)] = [
        ("bytes", false, { client, endpoint in for try await _ in client.bytes(endpoint) {} }),
        ("lines", true, { client, endpoint in for try await _ in client.lines(endpoint) {} }),
        ("JSON lines", false, { client, endpoint in for try await _ in client.jsonLines(endpoint, as: Int.self) {} }),
        ("events", true, { client, endpoint in for try await _ in client.events(endpoint) {} }),
        ("events once", false, { client, endpoint in for try await _ in client.events(endpoint, reconnecting: nil) {} }),
        ("values", true, { client, endpoint in for try await _ in client.events(endpoint, as: Int.self) {} }),
        ("events again", false, { client, endpoint in for try await _ in client.events(endpoint) {} }),
    ]

    private func client(_ server: LoopbackServer, timeout: Duration) -> APIClient {
        APIClient(
            configuration: APIConfiguration(baseURL: server.url, requestTimeout: timeout, policies: .once),
            clock: ManualClock(skipsSleeps: true))
    }

    @Test(arguments: [true, false])
    func `ServerSentEvents: every stream fails if its server is silent before the head, or after it without reconnecting`(
        hasHead: Bool
    ) async throws {
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            if hasHead { try connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: hello\n") }
            connection.onClose()
        })
        let client = client(server, timeout: .milliseconds(100))
        for stream in Self.streams where !hasHead || stream.name != "events again" {
            let error = await failure { try await stream.read(client, stream.isPost ? .post("stream") : .get("stream")) }
            // The JSON lines have read a comment.
            #expect(error?.code == .timeout || hasHead && stream.name == "JSON lines" && error?.code == .decoding, "\(stream.name)")
        }
    }

    @Test func `ServerSentEvents: a stream that is silent is requested again`() async throws {
        let count = Counter()
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
            if count.next() == 3 { return try connection.write("data: a\n\ndata: [DONE]\n\n") }
            connection.onClose()
        })
        var reconnection = EventReconnection()
        reconnection.silence = .milliseconds(50)
        let events = client(server, timeout: .seconds(600)).events(.get("events"), ending: .done, reconnecting: reconnection)
        #expect(try await events.collected().map(\.data) == ["a"])
    }

    @Test func `ServerSentEvents: a stream that reconnects may be silent for longer than the timeout`() async throws {
        let (arrived, go) = (Signal(), BlockingSignal())
        let server = try LoopbackServer(raw: { connection in
            guard let request = try connection.readRequest() else { return }
            if request.path == "/silent" { return connection.onClose() }
            try connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: hello\n")
            arrived.give()
            go.wait()
            try connection.write("data: a\n\ndata: [DONE]\n\n")
        })
        let client = client(server, timeout: .milliseconds(100))
        let reading = Task { try await client.events(.get("events"), ending: .done).collected().map(\.data) }
        await arrived.wait()
        // The stream has been silent for as long as this call, which began later.
        #expect(await failure { try await client.data(.get("silent")).value }?.code == .timeout)
        go.give()
        #expect(try await reading.value == ["a"])
    }
}
