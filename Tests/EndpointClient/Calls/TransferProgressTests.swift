import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct TransferProgressTests {
    private func progress(_ completed: Int64, of total: Int64?) -> TransferProgress {
        TransferProgress(direction: .download, completedBytes: completed, totalBytes: total)
    }
    private let chunks = ["abc", "defg"].map { Data($0.utf8) }

    /// A transport that takes some milliseconds of the clock's time for each chunk.
    private func transport(_ chunks: [Data], every milliseconds: Int, on clock: ManualClock, headers: HTTPHeaders = [:]) -> ChunkTransport {
        ChunkTransport { _, _ in
            let body = HTTPResponseStream.Body.chunks(chunks)
            let paced = HTTPResponseStream.Body {
                clock.advance(by: .milliseconds(milliseconds))
                var iterator = body.makeAsyncIterator()
                return try await iterator.next()
            }
            return HTTPResponseStream(headers: headers, body: paced)
        }
    }

    @Test func `TransferProgress: progress is reported ten times a second and at the end`() async throws {
        let letters = Array(repeating: Data("a".utf8), count: 95)
        for headers in [["Content-Length": "95"], [:]] as [HTTPHeaders] {
            let clock = ManualClock()
            let client = try APIClient.example(transport(letters, every: 10, on: clock, headers: headers), clock: clock)
            let reports = Recorder<Int64>()
            _ = try await client.data(.get("items")).onProgress { reports.record($0.completedBytes) }.value
            #expect(reports.values == [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95])
        }
    }

    @Test func `TransferProgress: an upload is reported ten times a second and at its end`() async throws {
        let clock = ManualClock()
        let stub = StubTransport { request in
            for try await _ in try #require(request.body).chunks() { clock.advance(by: .milliseconds(30)) }
            return HTTPResponse()
        }
        let client = try APIClient.example(stub, clock: clock)
        let body = StreamBody(HTTPBodyStream(Letters(count: 10)))
        let reports = Recorder<Int64>()
        _ = try await client.data(.put("items", body: body)).onProgress { if $0.direction == .upload { reports.record($0.completedBytes) } }
            .value
        #expect(reports.values == [0, 5, 9, 10])
    }

    private struct Letters: AsyncSequence, Sendable {
        let count: Int
        func makeAsyncIterator() -> AsyncStream<Data>.Iterator {
            AsyncStream { stream in
                for _ in 0..<count { stream.yield(Data("a".utf8)) }
                stream.finish()
            }.makeAsyncIterator()
        }
    }

    @Test func `TransferProgress: progress is reported at the start and with every slow chunk, whatever the outcome`() async throws {
        let clock = ManualClock()
        let client = try APIClient.example(transport(chunks, every: 100, on: clock, headers: ["Content-Length": "7"]), clock: clock)
        let reports = Recorder<TransferProgress>()
        #expect(try await client.string(.get("items")).onProgress { reports.record($0) }.value == "abcdefg")
        #expect(reports.values == [progress(0, of: 7), progress(3, of: 7), progress(7, of: 7)])
        #expect(reports.values.map(\.fractionCompleted) == [0, 3.0 / 7, 1])

        let streamed = Recorder<TransferProgress>()
        _ = try await client.stream(.get("items")).onProgress { streamed.record($0) }.value.body.collected()
        #expect(streamed.values == reports.values)
    }

    @Test(arguments: [[:], ["Content-Length": "7", "Content-Encoding": "gzip"]] as [HTTPHeaders])
    func `TransferProgress: an unknown total is nil`(headers: HTTPHeaders) async throws {
        let reports = Recorder<TransferProgress>()
        let clock = ManualClock()
        let client = try APIClient.example(transport(chunks, every: 100, on: clock, headers: headers), clock: clock)
        _ = try await client.data(.get("items")).onProgress { reports.record($0) }.value
        #expect(reports.values == [progress(0, of: nil), progress(3, of: nil), progress(7, of: nil)])
        #expect(reports.values.allSatisfy { $0.fractionCompleted == nil })
    }

    @Test func `TransferProgress: a HEAD response is complete at its start, whatever length its head states`() async throws {
        let reports = Recorder<TransferProgress>()
        let transport = ChunkTransport { _, _ in HTTPResponseStream(headers: ["Content-Length": "7"], body: .chunks([])) }
        _ = try await APIClient.example(transport).data(.head("items")).onProgress { reports.record($0) }.value
        #expect(reports.values == [progress(0, of: 0)])
    }

    @Test func `TransferProgress: error pages and redirects report no progress`() async throws {
        let reports = Recorder<TransferProgress>()
        let transport = ChunkTransport { number, _ in
            number == 1
                ? HTTPResponseStream(status: 302, headers: ["Location": "/v1/b"], body: .text("moved"))
                : HTTPResponseStream(status: 500, body: .text("broken"))
        }
        let error = await failure { try await APIClient.example(transport).data(.get("a")).onProgress { reports.record($0) }.value }
        #expect(error?.response?.body == Data("broken".utf8))
        #expect(reports.values.isEmpty)
    }

    @Test func `TransferProgress: the body limit applies to a call with progress`() async throws {
        let client = try APIClient.example(ChunkTransport(chunks)) { $0.policies.bodyLimit = 6 }
        let error = await failure { try await client.data(.get("items")).onProgress { _ in }.value }
        #expect(error?.code == .bodyTooLarge)
        #expect(error?.request?.url == "https://api.example.com/v1/items")
    }

    @Test func `TransferProgress: onProgress doesn't change the call that it is applied to`() async throws {
        let reports = Recorder<TransferProgress>()
        let call = try APIClient.example(StubTransport(HTTPResponse(body: Data("a".utf8)))).data(.get("items"))
        let told = call.onProgress { reports.record($0) }
        _ = try await call.value
        #expect(reports.values.isEmpty)
        _ = try await told.value
        #expect(reports.values.last == progress(1, of: nil))
    }
}
