import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

/// How event streams end as services end them: at a mark, with an `error` event, or with a response that isn't an event stream.
@Suite struct ServerSentEventsEndTests {
    struct Chunk: Codable, Hashable, Sendable { var n: Int }
    private static let streamType: HTTPHeaders = ["Content-Type": "text/event-stream"]
    let clock = ManualClock(skipsSleeps: true)

    private func client(_ text: String, headers: HTTPHeaders = streamType, observers: [any CallObserver] = []) throws -> APIClient {
        APIClient(
            configuration: APIConfiguration(baseURL: try exampleURL(), policies: .once),
            transport: ChunkTransport { _, _ in HTTPResponseStream(headers: headers, body: .text(text)) }, observers: observers,
            clock: clock)
    }

    // MARK: A mark

    @Test(arguments: [Route.get("chat"), .post("chat")])
    func `ServerSentEvents: the data [DONE] ends typed values, and nothing is requested again`(endpoint: Route) async throws {
        let recorder = CallRecorder()
        let client = try client("data: {\"n\": 1}\n\ndata: [DONE]\n\ndata: {\"n\": 2}\n\n", observers: [recorder])
        #expect(try await client.events(endpoint, as: Chunk.self).collected() == [Chunk(n: 1)])
        #expect(recorder.calls.map(\.isSuccess) == [true])
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["data: [DONE]", "data: [DONE]\n", "data: [DONE]\r\n"], [Route.get("chat"), .post("chat")])
    func `ServerSentEvents: a mark counts even if the stream ends without a blank line behind it`(
        mark: String, endpoint: Route
    ) async throws {
        let client = try client("data: {\"n\": 1}\n\n" + mark)
        #expect(try await client.events(endpoint, as: Chunk.self).collected() == [Chunk(n: 1)])
    }

    @Test func `ServerSentEvents: twenty answers that end with a mark use one connection, and are successes`() async throws {
        let server = try LoopbackServer(raw: { connection in
            while try connection.readRequest() != nil {
                try connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
                for text in ["data: {\"n\": 1}\n\n", "data: [DONE]\n\n", ""] {
                    try connection.write("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n")
                }
            }
        })
        let recorder = CallRecorder()
        let client = APIClient(configuration: server.configuration, observers: [recorder])
        for _ in 1...20 {
            let chunks = client.events(.post("chat", body: .json(["stream": true])), as: Chunk.self)
            #expect(try await chunks.collected() == [Chunk(n: 1)])
        }
        #expect(server.acceptedCount == 1)
        #expect(recorder.calls.map(\.isSuccess) == Array(repeating: true, count: 20))
    }

    @Test(arguments: [true, false])
    func `ServerSentEvents: a loop that is left at a delivered mark keeps the connection, too`(isLeft: Bool) async throws {
        let server = try LoopbackServer(raw: { connection in
            while try connection.readRequest() != nil {
                let text = "data: a\n\nevent: end\ndata: b\n\n"
                try connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: \(text.utf8.count + 2)\r\n\r\n")
                try connection.write(text)
                try connection.write(": ")
            }
        })
        let recorder = CallRecorder()
        let client = APIClient(configuration: server.configuration, observers: [recorder])
        for _ in 1...5 {
            var read: [String] = []
            for try await event in client.events(.get("chat"), ending: .event("end", isDelivered: true)) {
                read.append(event.data)
                if isLeft, event.event == "end" { break }
            }
            #expect(read == ["a", "b"])
        }
        #expect(server.acceptedCount == 1)
        #expect(recorder.calls.map(\.isSuccess) == Array(repeating: true, count: 5))
    }

    @Test func `ServerSentEvents: a mark is an event with a given name or data, or one that a closure chooses`() async throws {
        let text = "data: {\"n\": 1}\n\nid: 7\nevent: end\ndata: {\"n\": 2}\n\ndata: {\"n\": 3}\n\n"
        for (end, numbers) in [
            (.event("end"), [1]), (.event("end", isDelivered: true), [1, 2]), (.data("{\"n\": 2}"), [1]), (EventEnd { $0.id == "7" }, [1]),
            (EventEnd(isDelivered: true) { $0.id == "7" }, [1, 2]),
            (EventEnd(isDelivered: true) { (try? $0.decode(Chunk.self).n) == 2 }, [1, 2]),
            (.event("x"), [1, 2, 3]),
            (.done, [1, 2, 3]), (nil, [1, 2, 3]),
        ] as [(EventEnd?, [Int])] {
            let client = try client(text)
            #expect(try await client.events(.post("chat"), as: Chunk.self, ending: end).collected().map(\.n) == numbers)
            let events = try await client.events(.post("chat"), ending: end).collected()
            #expect(events.map { $0.data.filter(\.isNumber) } == numbers.map { "\($0)" })
        }
    }

    @Test func `ServerSentEvents: white space around the data of a mark is ignored`() async throws {
        for data in [" [DONE]", "[DONE] ", "\t[DONE]\t", "[DONE]\ndata:", "\ndata: [DONE]"] {
            let client = try client("data: {\"n\": 1}\n\ndata: \(data)\n\ndata: {\"n\": 2}\n\n")
            #expect(try await client.events(.post("chat"), as: Chunk.self).collected() == [Chunk(n: 1)])
            #expect(try await client.events(.post("chat"), ending: .data(" [DONE]")).collected().count == 1)
        }
    }

    @Test func `ServerSentEvents: without a mark, [DONE] is an event like any other`() async throws {
        let client = try client("data: [DONE]\n\ndata: b\n\n")
        #expect(try await client.events(.post("chat")).collected().map(\.data) == ["[DONE]", "b"])
        let error = await failure { try await client.events(.post("chat"), as: Chunk.self, ending: nil).collected() }
        #expect(error?.code == .decoding)
    }

    @Test(arguments: [0, 15_000, 40_000])
    func `ServerSentEvents: a stream that its server leaves open after the mark is closed, and is a success`(bytesAfter: Int) async throws {
        let (held, recorder) = (HeldTransport(), CallRecorder())
        let client = APIClient(
            configuration: APIConfiguration(baseURL: try exampleURL(), policies: .once), transport: held, observers: [recorder],
            clock: clock)
        let reading = Task { try await client.events(.get("chat"), as: Chunk.self).collected() }
        let exchange = try await held.next()
        exchange.head(200, Self.streamType)
        exchange.send("data: {\"n\": 1}\n\ndata: [DONE]\n\n")
        if bytesAfter > 0 { exchange.send(Data(repeating: UInt8(ascii: ":"), count: bytesAfter)) }
        #expect(try await reading.value == [Chunk(n: 1)])
        await exchange.untilClosed()
        #expect(recorder.calls.map(\.isSuccess) == [true])
        #expect(held.requests.count == 1)
    }

    @Test func `ServerSentEvents: a call that is cancelled after its mark remains a success`() async throws {
        let (held, recorder) = (HeldTransport(), CallRecorder())
        let client = APIClient(
            configuration: APIConfiguration(baseURL: try exampleURL(), policies: .once), transport: held, observers: [recorder],
            clock: clock)
        let reading = Task { try await client.events(.post("chat"), as: Chunk.self).collected() }
        let exchange = try await held.next()
        exchange.head(200, Self.streamType)
        exchange.send("data: [DONE]\n\n")
        #expect(try await reading.value.isEmpty)
        client.cancelAll()
        #expect(recorder.calls.map(\.isSuccess) == [true])
    }

    @Test func `ServerSentEvents: 204 ends the events with a success`() async throws {
        let recorder = CallRecorder()
        let client = APIClient(
            configuration: APIConfiguration(baseURL: try exampleURL(), policies: .once),
            transport: StubTransport(HTTPResponse(status: 204)), observers: [recorder])
        #expect(try await client.events(.get("events")).collected().isEmpty)
        #expect(recorder.calls.map(\.isSuccess) == [true])
    }

    // MARK: An error

    @Test(arguments: [["chunk"], nil] as [Set<String>?])
    func `ServerSentEvents: an error event isn't skipped, whatever the names of the values`(names: Set<String>?) async throws {
        let texts = "event: chunk\ndata: {\"n\": 1}\n\nevent: error\ndata: {\"n\": 9, \"type\": \"overloaded\"}\n\n"
        var read: [Chunk] = []
        let values = try client(texts).events(.post("chat"), as: Chunk.self, named: names)
        let error = await failure { for try await value in values { read.append(value) } }
        #expect(read == [Chunk(n: 1)])
        #expect(error?.serverError(as: [String: JSON].self)?["type"] == "overloaded")
    }

    @Test func `ServerSentEvents: an error event can be a value, or become the caller's own error`() async throws {
        struct Failure: Error, Decodable { let type: String }
        let text = "event: error\ndata: {\"n\": 9, \"type\": \"overloaded\"}\n\nevent: ping\ndata: x\n\n"
        let named = try client(text).events(.post("chat"), as: Chunk.self, named: ["error"])
        #expect(try await named.collected() == [Chunk(n: 9)])
        let kept = try client(text).events(.post("chat"), as: Chunk.self, others: { _ in Chunk(n: 0) })
        await #expect(throws: APIError.self) { try await kept.collected() }
        let own = try client(text).events(
            .post("chat"), as: Chunk.self, named: ["chunk"],
            others: { event in if event.event == "error" { throw try event.decode(Failure.self) } else { nil } })
        let error = await #expect(throws: Failure.self) { try await own.collected() }
        #expect(error?.type == "overloaded")
    }

    @Test func `ServerSentEvents: an error event with the data of a mark is an error`() async throws {
        let client = try client("event: error\ndata: [DONE]\n\n")
        #expect(await failure { try await client.events(.post("chat"), as: Chunk.self).collected() }?.code == .errorEvent)
        #expect(try await client.events(.post("chat"), ending: .done).collected().map(\.event) == ["error"])
        #expect(try await client.events(.post("chat"), ending: .event("error")).collected().isEmpty)
    }

    /// Streams that can't be used, and what is then thrown.
    private static let unusable: [(text: String, code: APIError.Code, part: String)] = [
        ("event: error\ndata: {\"n\": 9}\n\n", .errorEvent, "{\"n\": 9}"), ("data: {\"n\": \"x\"}\n\n", .decoding, "{\"n\": \"x\"}"),
        ("data: \(String(repeating: "x", count: 70))\ndata: \(String(repeating: "x", count: 70))\n\n", .bodyTooLarge, ""),
        (": \(String(repeating: "x", count: 200))", .bodyTooLarge, ""),
    ]

    @Test(arguments: unusable.indices)
    func `ServerSentEvents: a stream that can't be used fails its call, and the error has what every error of the call has`(
        index: Int
    ) async throws {
        let (text, code, part) = Self.unusable[index]
        let recorder = CallRecorder()
        let headers: HTTPHeaders = ["Content-Type": "text/event-stream", "X-ID": "7"]
        let client = try client("data: {\"n\": 1}\n\n\(text)", headers: headers, observers: [recorder])
        let error = await failure { try await client.events(.post("chat"), as: Chunk.self, limit: 100).collected() }
        #expect(error?.code == code)
        #expect(error?.request?.description == "POST https://api.example.com/v1/chat")
        #expect(error?.attempts.map(\.outcome) == [.answered(200)])
        #expect(error?.response?.headers["X-ID"] == "7" && error?.status == 200)
        #expect(error?.response?.body == Data(part.utf8))
        guard case .failed(let failed as APIError) = recorder.calls.first?.outcome else { return #expect(Bool(false)) }
        #expect(failed.code == code && failed.request != nil)
    }

    @Test func `ServerSentEvents: an event that the caller decodes has the call in its error, too`() async throws {
        let client = try client("data: {\"n\": \"x\"}\n\n")
        for try await event in client.events(.post("chat")) {
            let error = #expect(throws: APIError.self) { try event.decode(Chunk.self) }
            #expect(error?.message.hasPrefix("Event message: ") == true)
            #expect(error?.request != nil && error?.attempts.count == 1)
            #expect(error?.response?.headers["Content-Type"] == "text/event-stream" && error?.response?.body == Data("{\"n\": \"x\"}".utf8))
        }
    }

    @Test func `ServerSentEvents: the caller's own error fails the call, and leaving the loop cancels it`() async throws {
        struct Failure: Error {}
        let recorder = CallRecorder()
        let client = try client("event: error\ndata: x\n\ndata: y\n\n", observers: [recorder])
        let values = client.events(.post("chat"), as: Chunk.self, named: [], others: { _ in throw Failure() })
        await #expect(throws: Failure.self) { try await values.collected() }
        for try await _ in client.events(.post("chat")) { break }
        guard case .failed(is Failure) = recorder.calls.first?.outcome else { return #expect(Bool(false)) }
        guard case .cancelled = recorder.calls.last?.outcome else { return #expect(Bool(false)) }
    }

    // MARK: Another kind of response

    @Test(arguments: ["application/json", "text/plain", nil])
    func `ServerSentEvents: the error for another kind of response has its text`(type: String?) async throws {
        let text = #"{"error": {"message": "no such model"}}"#
        let recorder = CallRecorder()
        let client = try client(text, headers: ["Content-Type": type], observers: [recorder])
        let error = await failure { try await client.events(.post("chat")).collected() }
        #expect(error?.code == .decoding)
        #expect(error?.response?.body == Data(text.utf8))
        #expect(error?.message.contains("\(type.map { "its Content-Type is \($0)" } ?? "it has no Content-Type")") == true)
    }

    @Test func `ServerSentEvents: another kind of response is read up to the body limit, and for as long as the timeout`() async throws {
        let held = HeldTransport { exchange in
            exchange.head(200, ["Content-Type": "text/plain"])
            exchange.send("one")
            exchange.send("two")
            await exchange.untilClosed()
        }
        for (limit, timeout, text) in [(5, Duration.seconds(600), "onetw"), (1000, .milliseconds(50), "onetwo")] {
            let client = try APIClient.example(held) {
                $0.policies.bodyLimit = limit
                $0.requestTimeout = timeout
            }
            let error = await failure { try await client.events(.get("events")).collected() }
            #expect(error?.code == .decoding)
            // On a busy machine, the timeout may pass before the pieces are read.
            let body = String(decoding: error?.response?.body ?? Data(), as: UTF8.self)
            #expect(limit == 5 ? body == text : text.hasPrefix(body))
        }
        #expect(held.requests.count == 2)
    }

    // MARK: Failures after a good head

    @Test func `ServerSentEvents: streams that break off after a good head count as refusals`() async throws {
        let transport = breaking { $0 == 1 ? "data: a\n\n" : ": hello\n" }
        let error = await failure { try await APIClient.example(transport, clock: clock).events(.get("events")).collected() }
        #expect(error?.message == "Cut off.")
        #expect(transport.requests.count == 11)
        // They are failures as well.
        #expect(clock.sleeps == [3, 6, 12, 24, 30, 30, 30, 30, 30, 30].map { .seconds($0) })
    }

    @Test func `ServerSentEvents: streams that break off count as failures`() async throws {
        let transport = breaking { $0 == 1 ? "data: a\n\n" : "" }
        let client = try APIClient.example(transport, clock: clock)
        let events = client.events(.get("events"), reconnecting: EventReconnection(failureLimit: 3, refusalLimit: nil))
        #expect(await failure { try await events.collected() }?.message == "Cut off.")
        #expect(transport.requests.count == 4)
    }

    @Test func `ServerSentEvents: an event, the end of a stream, silence or half a minute reset the failures`() async throws {
        let breaks = 9
        for (text, end, time) in [
            ("data: b\n\n", APIError(.connection, "Cut off."), Duration.zero), ("", nil, .zero), ("", APIError(.timeout, "Silent."), .zero),
            ("", APIError(.connection, "Cut off."), .seconds(30)),
        ] as [(String, APIError?, Duration)] {
            let clock = ManualClock(skipsSleeps: true)
            let transport = ChunkTransport { number, _ in
                if number > 100 { return HTTPResponseStream(status: 204, body: .chunks([])) }
                if number % (breaks + 1) != 0 { return HTTPResponseStream(headers: Self.streamType, body: .text("", then: Self.cut)) }
                let chunk = Mutex<Data?>(Data(text.utf8))
                let body = HTTPResponseStream.Body {
                    if let chunk = chunk.withLock({ $0.take() }) { return chunk }
                    clock.advance(by: time)
                    if let end { throw end }
                    return nil
                }
                return HTTPResponseStream(headers: Self.streamType, body: body)
            }
            let events = try APIClient.example(transport, clock: clock).events(.get("events"))
            let count = try await events.collected().count
            #expect(count == (text.isEmpty ? 0 : 10))
            #expect(transport.requests.count == 101)
        }
    }

    private static let cut = APIError(.connection, "Cut off.")

    private func breaking(_ text: @escaping @Sendable (Int) -> String) -> ChunkTransport {
        ChunkTransport { number, _ in HTTPResponseStream(headers: Self.streamType, body: .text(text(number), then: Self.cut)) }
    }
}

extension RecordedCall {
    fileprivate var isSuccess: Bool { if case .succeeded = outcome { true } else { false } }
}
