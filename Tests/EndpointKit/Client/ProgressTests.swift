import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct ProgressTests {
    private func progress(_ completed: Int64, of total: Int64?) -> TransferProgress {
        TransferProgress(direction: .download, completedBytes: completed, totalBytes: total)
    }
    private let chunks = ["abc", "defg"].map { Data($0.utf8) }

    @Test func `it is told at the start and with every chunk, whatever the answer becomes`() async throws {
        let client = try APIClient.example(ChunkTransport(chunks, headers: ["Content-Length": "7"]))
        let reports = Recorder<TransferProgress>()
        #expect(try await client.string(.get("items")).onProgress { reports.record($0) }.value == "abcdefg")
        #expect(reports.values == [progress(0, of: 7), progress(3, of: 7), progress(7, of: 7)])
        #expect(reports.values.map(\.fractionCompleted) == [0, 3.0 / 7, 1])

        let streamed = Recorder<TransferProgress>()
        _ = try await client.stream(.get("items")).onProgress { streamed.record($0) }.value.body.collected()
        #expect(streamed.values == reports.values)
    }

    @Test(arguments: [[:], ["Content-Length": "7", "Content-Encoding": "gzip"]] as [HTTPHeaders])
    func `a total that isn't known beforehand is nil`(headers: HTTPHeaders) async throws {
        let reports = Recorder<TransferProgress>()
        _ = try await APIClient.example(ChunkTransport(chunks, headers: headers)).data(.get("items")).onProgress { reports.record($0) }
            .value
        #expect(reports.values == [progress(0, of: nil), progress(3, of: nil), progress(7, of: nil)])
        #expect(reports.values.allSatisfy { $0.fractionCompleted == nil })
    }

    @Test func `error pages and redirects are no progress`() async throws {
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

    @Test func `the body limit holds for a call whose progress is told`() async throws {
        let client = try APIClient.example(ChunkTransport(chunks)) { $0.policies.bodyLimit = 6 }
        let error = await failure { try await client.data(.get("items")).onProgress { _ in }.value }
        #expect(error?.code == .bodyTooLarge)
        #expect(error?.request?.url == "https://api.example.com/v1/items")
    }

    @Test func `asking for progress leaves the call it is asked of as it was`() async throws {
        let reports = Recorder<TransferProgress>()
        let call = try APIClient.example(StubTransport(HTTPResponse(body: Data("a".utf8)))).data(.get("items"))
        let told = call.onProgress { reports.record($0) }
        _ = try await call.value
        #expect(reports.values.isEmpty)
        _ = try await told.value
        #expect(reports.values.last == progress(1, of: nil))
    }
}
