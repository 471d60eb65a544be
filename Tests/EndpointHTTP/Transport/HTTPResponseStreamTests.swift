import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct HTTPResponseStreamTests {
    @Test func `HTTPResponseStream: a second reader is an error, and the first continues`() async throws {
        let (asked, mayAnswer) = (Signal(), Signal())
        let body = HTTPResponseStream.Body {
            asked.give()
            await mayAnswer.wait()
            return Data("abc".utf8)
        }
        var iterator = body.makeAsyncIterator()
        let first = Task { try await body.first { _ in true } }
        await asked.wait()
        let error = await failure { try await iterator.next() }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains("one reader") == true)
        mayAnswer.give()
        #expect(try await first.value == Data("abc".utf8))
        // After the first reader has its chunk, another may continue.
        mayAnswer.give()
        #expect(try await iterator.next() == Data("abc".utf8))
    }

    @Test func `HTTPResponseStream: a second reader of a compressed body is an error, and its decoder has one user`() async throws {
        let mayEnd = BlockingSignal()
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n")
            mayEnd.wait()
            let bytes = CodedBodies.bytes("gzip")
            try connection.write("\(String(bytes.count, radix: 16))\r\n")
            try connection.write(bytes)
            try connection.write("\r\n0\r\n\r\n")
        })
        var request = HTTPRequest.get(server)
        request.timeout = .seconds(600)
        let body = try await PlatformTransport().stream(request).body
        let (outcomes, outcome) = AsyncStream<Result<Data, any Error>>.makeStream()
        for _ in 0..<2 {
            Task {
                do {
                    outcome.yield(.success(try await body.collected(limit: 1 << 20)))
                } catch {
                    outcome.yield(.failure(error))
                }
            }
        }
        var iterator = outcomes.makeAsyncIterator()
        let first = await iterator.next()
        #expect(throws: APIError.self) { try first?.get() }
        mayEnd.give()
        #expect(try await iterator.next()?.get() == Data(CodedBodies.text.utf8))
    }
}
