import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct ServerSentEventsTests {
    let clock = ManualClock(skipsSleeps: true)

    private static let lost = APIError(.connection, "The connection was lost.")

    /// A transport that returns one response after the other, and 204 after the last.
    private func transport(_ answers: [HTTPResponseStream.Body?]) -> ChunkTransport {
        ChunkTransport { number, _ in
            guard number <= answers.count else { return HTTPResponseStream(status: 204, body: .chunks([])) }
            guard let body = answers[number - 1] else { throw Self.lost }
            return HTTPResponseStream(headers: ["Content-Type": "text/event-stream;charset=utf-8"], body: body)
        }
    }

    private func events(_ transport: any Transport, failureLimit: Int? = nil) throws -> ServerSentEvents {
        try APIClient.example(transport, clock: clock).events(.get("events"), reconnecting: EventReconnection(failureLimit: failureLimit))
    }

    @Test func `ServerSentEvents: an ended or interrupted stream is requested again with the last event id, until 204`() async throws {
        let transport = transport([
            .text("data: a\n\n"), .text("id: 7\ndata: b\n\nid: 8\n\nid: 9\ndata: dropped\n", then: Self.lost), .text("data: c\n\nid\n\n"),
            .text(""),
        ])
        let events = try await events(transport).collected()
        #expect(events.map(\.data) == ["a", "b", "c"])
        #expect(events.map(\.id) == [nil, "7", "8"])
        #expect(transport.requests.map { $0.headers["Last-Event-ID"] } == [nil, nil, "8", nil, nil])
        #expect(transport.requests.allSatisfy { $0.headers["Accept"] == "text/event-stream" && $0.headers["Cache-Control"] == "no-store" })
    }

    @Test func `ServerSentEvents: the wait before a reconnection is three seconds, or the time that the server last set`() async throws {
        let transport = transport([.text("data: a\n\n"), .text("retry: 250\n\n"), .text("data: b\n\n"), .text("retry: 40\nretry: x\n")])
        _ = try await events(transport).collected()
        #expect(clock.sleeps == [.seconds(3), .milliseconds(250), .milliseconds(250), .milliseconds(40)])
    }

    @Test func `ServerSentEvents: there is a wait even if the server asks for none, and it grows while no event arrives`() async throws {
        let quiet = Array(repeating: HTTPResponseStream.Body?.some(.text("retry: 0\n\n")), count: 10)
        let transport = transport([.text("retry: 0\ndata: a\n\n"), .text("data: b\n\n")] + quiet + [.text("data: c\n\n"), .text("")])
        #expect(try await events(transport).collected().map(\.data) == ["a", "b", "c"])
        let grown = [20, 20, 40, 80, 160, 320, 640, 1280, 2560, 3000, 3000, 3000, 20, 40].map { Duration.milliseconds($0) }
        #expect(clock.sleeps == grown)
    }

    @Test func `ServerSentEvents: the wait doubles with each consecutive failure, and a server's longer wait is kept`() async throws {
        let transport = transport([.text("data: a\n\n"), nil, nil, nil, nil, nil, .text("data: b\n\n")])
        _ = try await events(transport).collected()
        #expect(clock.sleeps == [3, 6, 12, 24, 30, 30, 3].map { .seconds($0) })

        let slow = self.transport([.text("retry: 9223372036854775807\ndata: a\n\n"), nil, .text("data: b\n\n")])
        let before = clock.sleeps.count
        _ = try await events(slow).collected()
        #expect(clock.sleeps.count == before + 3)
        #expect(Set(clock.sleeps[before...]).count == 1)
    }

    @Test func `ServerSentEvents: connections that fail after the first are retried, up to the consecutive limit`() async throws {
        let patient = transport([.text("data: a\n\n"), nil, nil, .text("data: b\n\n"), nil, nil, .text("data: c\n\n")])
        #expect(try await events(patient, failureLimit: 3).collected().map(\.data) == ["a", "b", "c"])

        let impatient = transport([.text("data: a\n\n"), nil, nil, .text("data: b\n\n")])
        var events = try events(impatient, failureLimit: 2).makeAsyncIterator()
        #expect(try await events.next()?.data == "a")
        let error = await #expect(throws: APIError.self) { try await events.next() }
        #expect(error?.code == .connection)
        #expect(try await events.next() == nil)
        #expect(impatient.requests.count == 3)
    }

    @Test func `ServerSentEvents: the first connection must succeed`() async throws {
        let transport = transport([nil, .text("data: a\n\n")])
        let error = await failure { try await events(transport).collected() }
        #expect(error?.code == .connection)
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: [404, 500, 301])
    func `ServerSentEvents: a bad status ends the events with its error and isn't retried`(status: Int) async throws {
        for answered in [0, 1] {
            let transport = ChunkTransport { number, _ in
                number <= answered
                    ? HTTPResponseStream(headers: ["Content-Type": "text/event-stream"], body: .text("data: a\n\n"))
                    : HTTPResponseStream(status: HTTPStatus(rawValue: status), body: .text("gone"))
            }
            let error = await failure { try await events(transport).collected() }
            #expect(error?.code == .badStatus)
            #expect(error?.response?.body == Data("gone".utf8))
            #expect(transport.requests.count == answered + 1)
        }
    }

    @Test(arguments: ["text/html", "", nil])
    func `ServerSentEvents: a response that isn't an event stream is an error`(type: String?) async throws {
        let transport = ChunkTransport { _, _ in HTTPResponseStream(headers: ["Content-Type": type], body: .text("data: a\n\n")) }
        let error = await failure { try await events(transport).collected() }
        #expect(error?.code == .decoding)
        #expect(transport.requests.count == 1)
    }

    @Test func `ServerSentEvents: nothing is requested again if reconnection is off`() async throws {
        let whole = transport([.text("data: a\n\n"), .text("data: b\n\n")])
        let broken = transport([.text("data: a\n\n", then: Self.lost), .text("data: b\n\n")])
        #expect(try await APIClient.example(whole).events(.get("events"), reconnecting: nil).collected().map(\.data) == ["a"])
        let error = await failure { try await APIClient.example(broken).events(.get("events"), reconnecting: nil).collected() }
        #expect(error?.code == .connection)
        #expect(whole.requests.count == 1 && broken.requests.count == 1)
    }

    @Test func `ServerSentEvents: a non-idempotent request is sent once`() async throws {
        let transport = transport([.text("data: a\n\n"), .text("data: b\n\n")])
        #expect(try await APIClient.example(transport).events(.post("events")).collected().map(\.data) == ["a"])
        #expect(transport.requests.count == 1)
    }

    @Test func `ServerSentEvents: a request that an adapter made non-idempotent is sent once, too`() async throws {
        let whole = transport([.text("data: a\n\n"), .text("data: b\n\n")])
        let posting = AnyAdapter { $0.method = .post }
        #expect(try await APIClient.example(whole, adapters: [posting]).events(.get("events")).collected().map(\.data) == ["a"])
        let broken = transport([.text("data: a\n\n", then: Self.lost), .text("data: b\n\n")])
        let error = await failure { try await APIClient.example(broken, adapters: [posting]).events(.get("events")).collected() }
        #expect(error?.code == .connection)
        #expect(whole.requests.count == 1 && broken.requests.count == 1)
    }

    @Test func `ServerSentEvents: each loop starts its own stream`() async throws {
        let transport = ChunkTransport { _, _ in HTTPResponseStream(status: 204, body: .chunks([])) }
        let events = try events(transport)
        #expect(transport.requests.isEmpty)
        #expect(try await events.collected().isEmpty)
        #expect(try await events.collected().isEmpty)
        #expect(transport.requests.count == 2)
    }

    @Test func `ServerSentEvents: an id that no header field can contain isn't sent`() async throws {
        let transport = transport([.text("id: \u{1}\ndata: a\n\n"), .text("id: é\ndata: b\n\n")])
        #expect(try await events(transport).collected().map(\.id) == ["\u{1}", "é"])
        #expect(transport.requests.map { $0.headers["Last-Event-ID"] } == [nil, nil, "é"])
    }

    @Test func `ServerSentEvents: a task cancelled during the wait requests nothing more`() async throws {
        let transport = transport([.text("data: a\n\n"), .text("data: b\n\n")])
        let events = try events(transport)
        let task = Task {
            for try await _ in events { withUnsafeCurrentTask { $0?.cancel() } }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(transport.requests.count == 1)
    }

    @Test func `ServerSentEvents: a lost connection fails no group, because the events continue`() async throws {
        let transport = transport([.text("data: a\n\n", then: Self.lost), nil, .text("data: b\n\n")])
        let group = CallGroup()
        let events = try events(transport)
        let all = try await group.run { try await events.collected() }
        #expect(all.map(\.data) == ["a", "b"])
        #expect(group.failure == nil && !group.isCancelled)

        let ending = try self.events(self.transport([.text("data: a\n\n"), nil, nil]), failureLimit: 2)
        let error = await failure { try await group.run { try await ending.collected() } }
        #expect(error?.code == .connection)
        #expect(group.failure?.code == .connection)
    }

    @Test func `ServerSentEvents: the wait before a connection isn't part of its deadline`() async throws {
        let clock = ManualClock()
        /// Sends events at once, and ends when the deadline's clock advances.
        final class Answering: Transport {
            let clock: ManualClock
            let number = Counter()
            init(clock: ManualClock) { self.clock = clock }

            func send(_ request: HTTPRequest, in context: TransferContext) throws -> HTTPResponse { throw OwnError(reason: "not streamed") }
            func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
                let number = number.next()
                if number == 1 { return HTTPResponseStream(headers: ["Content-Type": "text/event-stream"], body: .text("data: a\n\n")) }
                await eventually { [clock] in clock.remainingSleeps == [.seconds(2)] }
                try Task.checkCancellation()
                return HTTPResponseStream(status: 204, body: .chunks([]))
            }
        }
        let client = try APIClient.example(Answering(clock: clock), clock: clock) { $0.policies.deadline = .seconds(2) }
        let task = Task { try await client.events(.get("events")).collected().map(\.data) }
        await eventually { clock.remainingSleeps == [.seconds(2), .seconds(3)] }
        clock.advance(by: .seconds(3))
        #expect(try await task.value == ["a"])
    }

    @Test func `ServerSentEvents: a wait of any length can be cancelled`() async throws {
        let client = try APIClient.example(transport([.text("data: a\n\n")]))
        let reconnecting = EventReconnection(delay: .seconds(Int64.max))
        let first = Recorder<UInt64>()
        let task = Task {
            for try await _ in client.events(.get("events"), reconnecting: reconnecting) {
                if let call = client.activeCalls.first { first.record(call.id) }
            }
        }
        await eventually { first.last != nil && client.activeCalls.contains { $0.id != first.last } }
        client.cancelAll()
        let result = await task.result
        let error = #expect(throws: APIError.self) { try result.get() }
        #expect(error?.code == .cancelled)
    }

    @Test func `ServerSentEvents: the endpoint's own id is sent until the stream names one or resets it`() async throws {
        let endpoint = Route.get("events", headers: ["Last-Event-ID": "start"])
        for (text, id) in [
            ("data: a\n\n", "start"), ("id: 7\ndata: a\n\n", "7"), ("id\ndata: a\n\n", nil), ("id: 7\t\ndata: a\n\n", nil),
            ("id: \u{1}\ndata: a\n\n", nil),
            ("id: 7\u{0}\ndata: a\n\n", "start"), ("id: 7\n", "start"), ("id: 7\n\n", "7"),
        ] as [(String, String?)] {
            let transport = transport([.text(text)])
            _ = try await APIClient.example(transport, clock: clock).events(endpoint).collected()
            #expect(transport.requests.map { $0.headers["Last-Event-ID"] } == ["start", id], "\(text)")
        }
    }

    private func refusing(_ answers: [Int], _ headers: HTTPHeaders = [:]) -> ChunkTransport {
        ChunkTransport { number, _ in
            if number == 1 { return HTTPResponseStream(headers: ["Content-Type": "text/event-stream"], body: .text("data: a\n\n")) }
            guard number <= answers.count + 1 else { return HTTPResponseStream(status: 204, body: .chunks([])) }
            return HTTPResponseStream(status: HTTPStatus(rawValue: answers[number - 2]), headers: headers, body: .text("busy"))
        }
    }

    @Test func `ServerSentEvents: a gateway's error response counts as a lost connection, up to a separate limit`() async throws {
        let transport = refusing([502, 503, 504])
        #expect(try await events(transport).collected().map(\.data) == ["a"])
        #expect(clock.sleeps == [3, 6, 12, 24].map { .seconds($0) })

        let busy = refusing(Array(repeating: 503, count: 20))
        let error = await failure { try await events(busy).collected() }
        #expect(error?.code == .badStatus && error?.response?.status == 503)
        #expect(busy.requests.count == 11)
        let patient = EventReconnection(refusalLimit: nil)
        let calm = refusing(Array(repeating: 503, count: 20))
        _ = try await APIClient.example(calm, clock: clock).events(.get("events"), reconnecting: patient).collected()
        #expect(calm.requests.count == 22)
        let few = refusing([503, 503, 503])
        #expect(await failure { try await events(few, failureLimit: 2).collected() }?.code == .badStatus)
        #expect(few.requests.count == 3)
    }

    @Test func `ServerSentEvents: a gateway's Retry-After is the shortest wait`() async throws {
        _ = try await events(refusing([503], ["Retry-After": "40"])).collected()
        #expect(clock.sleeps == [3, 40].map { .seconds($0) })
    }

    @Test func `ServerSentEvents: a gateway that asks for too long a wait ends the events`() async throws {
        let transport = refusing([503], ["Retry-After": "86400"])
        #expect(await failure { try await events(transport).collected() }?.response?.status == 503)
        #expect(clock.sleeps == [3].map { .seconds($0) } && transport.requests.count == 2)
        var patient = EventReconnection()
        patient.maxRetryAfter = .seconds(86400)
        let longest = refusing([503], ["Retry-After": "86400"])
        let waiting = try APIClient.example(longest, clock: clock).events(.get("events"), reconnecting: patient)
        #expect(try await waiting.collected().map(\.data) == ["a"])
    }

    @Test func `ServerSentEvents: a lost connection between a gateway's error responses resets their count`() async throws {
        let transport = ChunkTransport { number, _ in
            if number == 1 { return HTTPResponseStream(headers: ["Content-Type": "text/event-stream"], body: .text("data: a\n\n")) }
            if number > 30 { return HTTPResponseStream(status: 204, body: .chunks([])) }
            if number % 5 == 0 { throw APIError(.connection, "Lost.") }
            return HTTPResponseStream(status: 503, body: .text("busy"))
        }
        #expect(try await events(transport).collected().map(\.data) == ["a"])
        #expect(transport.requests.count == 31)
    }

    @Test func `ServerSentEvents: the first connection isn't tried again after a gateway's error response`() async throws {
        let transport = ChunkTransport { _, _ in HTTPResponseStream(status: 503, body: .text("busy")) }
        #expect(await failure { try await events(transport).collected() }?.code == .badStatus)
        #expect(transport.requests.count == 1)
    }

    @Test func `ServerSentEvents: an event decodes its data with the convention of its client or endpoint`() async throws {
        let client = try APIClient.example(transport([.text("event: price\ndata: {\"unit_price\": 1}\n\n")]), clock: clock) {
            $0.policies.json = JSONConvention(keys: .snakeCase)
        }
        let event = try #require(try await client.events(.get("prices")).collected().first)
        #expect(try event.decode(Price.self) == Price(unitPrice: 1))
        #expect(event == ServerSentEvent(event: "price", data: event.data))
        let error = #expect(throws: APIError.self) { try event.decode(Int.self) }
        #expect(error?.code == .decoding && error?.message.hasPrefix("Event price: ") == true)
        #expect(try ServerSentEvent(data: "[1]").decode([Int].self) == [1])
    }

    // MARK: Values

    private struct Price: Decodable, Hashable, Sendable { var unitPrice: Int }

    private func prices(
        _ answers: [HTTPResponseStream.Body?], named names: Set<String>? = ["price"]
    ) throws -> EventValues<Price> {
        let client = try APIClient.example(transport(answers), clock: clock) { $0.policies.json = JSONConvention(keys: .snakeCase) }
        return client.events(.get("prices"), as: Price.self, named: names) { other in
            other.event == "free" ? Price(unitPrice: 0) : nil
        }
    }

    @Test
    func
        `ServerSentEvents: values are decoded by the client's convention, and events with other names are skipped or converted by a closure`()
        async throws
    {
        let texts = [
            "event: price\ndata: {\"unit_price\": 1}\n\nevent: ping\ndata: x\n\n",
            "event: free\ndata\n\nevent: price\ndata: {\"unit_price\":\ndata: 2}\n\n",
        ]
        #expect(try await prices(texts.map { .text($0) }).collected() == [1, 0, 2].map { Price(unitPrice: $0) })
        #expect(try await prices([.text("data: {\"unit_price\": 3}\n\n")], named: nil).collected() == [Price(unitPrice: 3)])
    }

    @Test func `ServerSentEvents: data that can't be decoded ends the values with an error that names the event`() async throws {
        var read: [Price] = []
        var values = try prices([.text("event: price\ndata: {\"unit_price\": 1}\n\nevent: price\ndata: {}\n\nevent: free\ndata: x\n\n")])
            .makeAsyncIterator()
        let error = await #expect(throws: APIError.self) { while let value = try await values.next() { read.append(value) } }
        #expect(read == [Price(unitPrice: 1)])
        #expect(error?.message == "Event price: Could not decode Price: `unitPrice` is missing (byte 0).")
        #expect(try await values.next() == nil)
    }

    // MARK: Time

    @Test func `ServerSentEvents: the reported time excludes the wait before a reconnection`() async throws {
        final class Ends: CallObserver {
            var followsProgress: Bool { false }
            let times = Recorder<Duration>()
            func observe(_ event: borrowing CallEvent) { if case .finished = event.kind { times.record(event.elapsed) } }
        }
        let observer = Ends()
        let client = APIClient(
            configuration: APIConfiguration(baseURL: try exampleURL()), transport: transport([.text("data: a\n\n"), .text("data: b\n\n")]),
            observers: [observer], clock: clock)
        _ = try await client.events(.get("events")).collected()
        #expect(clock.sleeps == [.seconds(3), .seconds(3)])
        #expect(observer.times.values == [.zero, .zero, .zero])
    }
}
