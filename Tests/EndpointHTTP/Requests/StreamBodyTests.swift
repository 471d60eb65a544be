import EndpointKit
import Foundation
import TestSupport
import Testing

@Suite struct StreamBodyTests {
    @Test func `StreamBody: chunks are Data, byte arrays or single bytes`() async throws {
        let bytes = Array("hello".utf8)
        #expect(try await StreamBody.stream(stream([Data(bytes), Data(bytes)])).text() == "hellohello")
        #expect(try await StreamBody.stream(stream([bytes, [], bytes])).text() == "hellohello")
        #expect(try await StreamBody.stream(stream(bytes)).text() == "hello")
    }

    @Test func `StreamBody: single bytes are collected`() async throws {
        let entity = StreamBody.stream(stream([UInt8](repeating: 7, count: 70_000)), length: 70_000).entity()
        var counts: [Int] = []
        for try await chunk in try entity.chunks() { counts.append(chunk.count) }
        #expect(counts == [65_536, 4464])
    }

    @Test func `StreamBody: a sequence can be sent once, and the second time is an error`() async throws {
        let body = StreamBody.stream(stream([Data("x".utf8)]))
        #expect(!body.entity().isReplayable)
        #expect(try await body.text() == "x")
        let error = #expect(throws: APIError.self) { try body.entity().chunks() }
        #expect(error?.code == .bodyEncoding)
        #expect(error?.message.contains("sent before") == true)
    }

    @Test func `StreamBody: a sequence that is made for each attempt can be sent again`() async throws {
        let made = Counter()
        let body = StreamBody.stream(length: 1, contentType: "text/csv") {
            made.next()
            return stream([Data("x".utf8)])
        }
        #expect(body.entity().isReplayable)
        #expect(body.entity().contentType == "text/csv")
        #expect(try await body.text() == "x")
        #expect(try await body.text() == "x")
        #expect(made.count == 2)
    }

    @Test(arguments: [(0, 1), (1, 0), (3, 2), (3, 4), (3, 100_000), (3, -1)])
    func `StreamBody: a stream whose length differs from the announced length is an error`(count: Int, announced: Int64) async throws {
        let body = StreamBody.stream(stream([UInt8](repeating: 1, count: count)), length: announced)
        let error = await failure { try await body.text() }
        #expect(error?.code == .bodyEncoding)
        #expect(error?.message.contains("\(announced) bytes") == true)
    }

    @Test func `StreamBody: bytes beyond the announced length fail before the reader gets the last announced byte`() async throws {
        let body = StreamBody.stream(stream([Data("abc".utf8), Data(), Data("d".utf8)]), length: 3)
        var chunks = try body.entity().chunks().makeAsyncIterator()
        #expect(await failure { try await chunks.next() }?.code == .bodyEncoding)
    }

    struct Broken: Error {}

    @Test func `StreamBody: the stream's own error is the underlying one`() async throws {
        let failing = StreamBody.stream(stream([Data("a".utf8)], failing: Broken()))
        let error = await failure { try await failing.text() }
        #expect(error?.code == .bodyEncoding)
        #expect(error?.underlying is Broken)
        let unmade = StreamBody.stream { () throws -> AsyncStream<Data> in throw Broken() }
        #expect(await failure { try await unmade.text() }?.underlying is Broken)
    }

    @Test func `StreamBody: the cancellation of a stream is thrown unchanged`() async throws {
        let body = StreamBody.stream(stream([Data()], failing: CancellationError()))
        await #expect(throws: CancellationError.self) { try await body.text() }
    }

    @Test func `StreamBody: a sequence is read no further than requested`() async throws {
        let asked = Counter()
        let body = StreamBody.stream {
            AsyncStream<Data> {
                asked.next()
                return Data(count: 10)
            }
        }
        var chunks = try body.entity().chunks().makeAsyncIterator()
        #expect(asked.count == 0)
        for _ in 1...3 { _ = try await chunks.next() }
        #expect(asked.count == 3)
    }
}
