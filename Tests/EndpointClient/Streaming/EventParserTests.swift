import EndpointKit
import TestSupport
import Testing

@Suite struct EventParserTests {
    private func events(_ chunks: [Data], limit: Int = TextLines.standardLimit) async throws -> [ServerSentEvent] {
        let client = try APIClient.example(ChunkTransport(chunks, headers: ["Content-Type": "text/event-stream"]))
        return try await client.events(.get("events"), reconnecting: nil, limit: limit).collected()
    }

    typealias Event = ServerSentEvent

    @Test(arguments: [
        ("data: a\n\n", [Event(data: "a")]),
        // The examples of WHATWG HTML, section 9.2.6.
        ("data: YHOO\ndata: +2\ndata: 10\n\n", [Event(data: "YHOO\n+2\n10")]),
        (
            ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event",
            [Event(data: "first event", id: "1"), Event(data: "second event")]
        ), ("data\n\ndata\ndata\n\ndata:", [Event(data: ""), Event(data: "\n")]),
        ("data:test\n\ndata: test\n\n", [Event(data: "test"), Event(data: "test")]),
        // Line ends, and the byte order mark.
        ("data: a\rdata: b\r\ndata: c\n\r\n", [Event(data: "a\nb\nc")]), ("data: a\r\rdata: b\r\r", [Event(data: "a"), Event(data: "b")]),
        ("\u{FEFF}data: a\n\n", [Event(data: "a")]), ("\u{FEFF}\u{FEFF}data: a\n\ndata: b\n\n", [Event(data: "b")]),
        ("\n\n\ndata: a\n\n\n\n", [Event(data: "a")]),
        // Fields.
        ("event: add\ndata: 1\n\ndata: 2\n\n", [Event(event: "add", data: "1"), Event(data: "2")]),
        ("event: add\n\ndata: 2\n\n", [Event(data: "2")]), ("event:\ndata: 2\n\n", [Event(data: "2")]),
        ("data:  two spaces\n\n", [Event(data: " two spaces")]), ("data:\ttab\n\n", [Event(data: "\ttab")]),
        ("data: a: b\n\n", [Event(data: "a: b")]), ("Data: a\n data: b\ndata : c\nother: d\ndata: e\n\n", [Event(data: "e")]),
        (":data: a\n: comment\ndata: é😀\n\n", [Event(data: "é😀")]), ("data: a\n", []), ("data: a\nid: 1", []),
        // The last event id.
        ("id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n", [Event(data: "a", id: "1"), Event(data: "b", id: "1"), Event(data: "c")]),
        ("id: 1\n\ndata: b\n\n", [Event(data: "b", id: "1")]), ("id: 1\nid: 2\u{0}3\ndata: a\n\n", [Event(data: "a", id: "1")]),
        ("id: 1\nid: 2\ndata: a\n\n", [Event(data: "a", id: "2")]),
        // The reconnection time.
        ("retry: 10\ndata: a\n\ndata: b\n\n", [Event(data: "a", retry: .milliseconds(10)), Event(data: "b")]),
        ("retry: 1.5\nretry: -1\nretry: 5s\nretry\nretry: \nretry:  7\nretry: 99999999999999999999\ndata: a\n\n", [Event(data: "a")]),
    ])
    func `EventParser: a stream is parsed by the WHATWG standard, wherever the chunks are cut`(text: String, expected: [Event]) async throws
    {
        for chunks in cuts(of: Array(text.utf8)) { #expect(try await events(chunks) == expected, "\(chunks.map(Array.init))") }
    }

    @Test func `EventParser: a line or an event's data that is too long is an error`() async throws {
        for text in ["data: 123456789", "data: 1234\ndata: 1234\ndata: 1234\n\n", ":123456789012345"] {
            let error = await failure { try await events([Data(text.utf8)], limit: 12) }
            #expect(error?.code == .bodyTooLarge)
        }
        #expect(try await events([Data("data: 12345\ndata: 12345\n\n".utf8)], limit: 12) == [Event(data: "12345\n12345")])
    }
}
