import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct HeldTransportTests {
    private let held = HeldTransport()
    private let request: HTTPRequest

    init() throws { request = HTTPRequest(origin: try #require(Origin(scheme: .https, host: "example.com")), path: "/a") }

    private func sending(_ path: Path = "/a") -> Task<HTTPResponse, any Error> {
        var request = request
        request.path = path
        return Task { [held, request] in try await held.send(request) }
    }

    @Test func `HeldTransport: requests wait for their answers, in any order`() async throws {
        let first = sending("/1")
        let one = try await held.next()
        let second = sending("/2")
        let two = try await held.next()
        #expect(held.requests.map(\.path) == ["/1", "/2"])
        #expect(one.request.path == "/1" && two.request.path == "/2" && !one.isClosed)
        two.answer(HTTPResponse(status: 201, headers: ["A": "b"], body: Data("two".utf8)))
        let response = try await second.value
        #expect(response.status == 201 && response.headers["A"] == "b" && response.body == Data("two".utf8))
        one.answer(HTTPResponse(status: 404))
        #expect(try await first.value.status == 404)
    }

    @Test func `HeldTransport: a test may wait before the request is sent`() async throws {
        let waiting = Task { [held] in try await held.next().request.path }
        let call = sending()
        #expect(try await waiting.value == "/a")
        call.cancel()
    }

    @Test func `HeldTransport: a body arrives in the pieces that were sent, each when it is sent`() async throws {
        let reading = Task { [held, request] in
            var pieces: [String] = []
            for try await piece in try await held.stream(request).body { pieces.append(String(decoding: piece, as: UTF8.self)) }
            return pieces
        }
        let exchange = try await held.next()
        exchange.head(200)
        for piece in ["a", "b"] { exchange.send(piece) }
        await exchange.untilRead()
        exchange.send("c")
        await exchange.untilRead()
        exchange.end()
        exchange.send("ignored")
        #expect(try await reading.value == ["a", "b", "c"])
        #expect(exchange.isClosed)
    }

    @Test func `HeldTransport: an exchange may fail before the head, or between two pieces`() async throws {
        let call = sending()
        try await held.next().fail(.disconnected)
        #expect(await failure { try await call.value }?.code == .connection)
        let without = sending()
        try await held.next().end()
        #expect(await failure { try await without.value }?.code == .connection)

        let stream = Task { [held, request] in try await held.stream(request) }
        let exchange = try await held.next()
        exchange.head(200)
        exchange.send("a")
        exchange.fail(OwnError(reason: "cut"))
        var pieces = try await stream.value.body.makeAsyncIterator()
        #expect(try await pieces.next() == Data("a".utf8))
        await #expect(throws: OwnError.self) { try await pieces.next() }
    }

    @Test func `HeldTransport: a test sees that a request was cancelled, or that its body was released`() async throws {
        let call = sending()
        let cancelled = try await held.next()
        call.cancel()
        await cancelled.untilClosed()
        await #expect(throws: CancellationError.self) { try await call.value }

        let released: HeldTransport.Exchange
        do {
            // The task keeps the stream.
            let stream = Task { [held, request] in try await held.stream(request) }
            released = try await held.next()
            released.head(200)
            released.send("a")
            _ = try await stream.value
        }
        await released.untilClosed()
        #expect(released.isClosed)

        let reading = Task { [held, request] in try await held.stream(request).body.collected(limit: 10) }
        let left = try await held.next()
        left.head(200)
        await left.untilRead()
        reading.cancel()
        await left.untilClosed()
        await #expect(throws: CancellationError.self) { try await reading.value }
    }

    @Test func `HeldTransport: a closure answers each request, and may wait`() async throws {
        let go = Signal()
        let answering = HeldTransport { exchange in
            if exchange.request.path == "/b" { throw OwnError(reason: "refused") }
            exchange.head(200)
            exchange.send("a")
            await go.wait()
            exchange.send("b")
        }
        let call = Task { [request] in try await answering.send(request) }
        go.give()
        #expect(try await call.value.body == Data("ab".utf8))
        var other = request
        other.path = "/b"
        await #expect(throws: OwnError.self) { try await answering.send(other) }
        #expect(answering.requests.map(\.path) == ["/a", "/b"])
    }

    @Test func `HeldTransport: it follows the contract for limits and cancelled tasks`() async throws {
        let answering = HeldTransport { $0.answer(HTTPResponse(body: Data("12345".utf8))) }
        var limited = request
        limited.bodyLimit = 4
        #expect(await failure { try await answering.send(limited) }?.code == .bodyTooLarge)
        let task = Task { [request] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await answering.send(request)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(answering.requests.count == 1)
    }
}
