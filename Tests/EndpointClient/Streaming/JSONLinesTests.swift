import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct JSONLinesTests {
    struct Entry: Decodable, Equatable { var id: Int }

    @Test func `JSONLines: every nonblank line is a value, wherever the chunks are cut`() async throws {
        for chunks in cuts(of: Array("{\"id\":1}\n\n  \t\r\n{\"id\":2}\r\n{\"id\":3}".utf8)) {
            let transport = ChunkTransport(chunks)
            let client = try APIClient.example(transport)
            #expect(try await client.jsonLines(.get("log"), as: Entry.self).collected() == [1, 2, 3].map(Entry.init))
            #expect(transport.requests.first?.headers["Accept"] == "application/x-ndjson")
        }
    }

    @Test func `JSONLines: a line may contain any value`() async throws {
        let client = try APIClient.example(ChunkTransport([Data("[1,2]\nnull\n\"a\"\n".utf8)]))
        #expect(try await client.jsonLines(.get("log"), as: JSON.self).collected() == [[1, 2], nil, "a"])
    }

    @Test func `JSONLines: a line ends with LF or CRLF, and a lone CR is white space in it`() async throws {
        for chunks in cuts(of: Array("[1,\r2]\r\n\r\r\n3\r".utf8)) {
            let client = try APIClient.example(ChunkTransport(chunks))
            #expect(try await client.jsonLines(.get("log"), as: JSON.self).collected() == [[1, 2], 3])
        }
        let client = try APIClient.example(ChunkTransport([Data("1\r2\n".utf8)]))
        let error = await failure { try await client.jsonLines(.get("log"), as: JSON.self).collected() }
        #expect(error?.message.hasPrefix("Line 1: ") == true)
    }

    @Test func `JSONLines: a line that can't be decoded is named in the error, and nothing follows`() async throws {
        let client = try APIClient.example(ChunkTransport([Data("{\"id\":1}\n\n{\"id\":\"x\"}\n{\"id\":4}\n".utf8)]))
        var values = client.jsonLines(.get("log"), as: Entry.self).makeAsyncIterator()
        #expect(try await values.next() == Entry(id: 1))
        let error = await #expect(throws: APIError.self) { try await values.next() }
        #expect(error?.code == .decoding)
        #expect(error?.message.hasPrefix("Line 3: ") == true)
        #expect(error?.message.contains("id: expected Int, found a string") == true)
        #expect(error?.excerpt == "{\"id\":\"x\"}")
        #expect(try await values.next() == nil)
    }

    @Test(arguments: [("{\"id\":\"x\"}", APIError.Code.decoding), ("{\"id\":\(String(repeating: "1", count: 30))}", .bodyTooLarge)])
    func `JSONLines: a line that can't be used fails the call, and the error has the call`(line: String, code: APIError.Code) async throws {
        let recorder = CallRecorder()
        let transport = ChunkTransport([Data("\(line)\n{\"id\":4}\n".utf8)], headers: ["X-ID": "7"])
        let client = APIClient(
            configuration: APIConfiguration(baseURL: try exampleURL(), policies: .once), transport: transport, observers: [recorder])
        let error = await failure { try await client.jsonLines(.get("log"), as: Entry.self, limit: 20).collected() }
        #expect(error?.code == code)
        #expect(error?.request != nil && error?.attempts.count == 1 && error?.response?.headers["X-ID"] == "7")
        guard case .failed(let failed as APIError) = recorder.calls.first?.outcome else { return #expect(Bool(false)) }
        #expect(failed.code == code)
    }

    @Test func `JSONLines: a line that is too long is an error`() async throws {
        let client = try APIClient.example(ChunkTransport([Data("[1,2,3]\r\n[1,2,3,4]\n".utf8)]))
        var values = client.jsonLines(.get("log"), as: JSON.self, limit: 7).makeAsyncIterator()
        #expect(try await values.next() == [1, 2, 3])
        #expect(await failure { try await values.next() }?.code == .bodyTooLarge)
    }

    @Test func `JSONLines: lines that can't be decoded are skipped and reported, if the call asks for that`() async throws {
        let client = try APIClient.example(ChunkTransport([Data("{\"id\":1}\n{\"id\":\n\n{\"id\":\"x\"}\n{\"id\":4}\n".utf8)]))
        let errors = Recorder<APIError>()
        let lines = client.jsonLines(.get("log"), as: Entry.self, skipping: { errors.record($0) })
        #expect(try await lines.collected() == [1, 4].map(Entry.init))
        #expect(errors.values.map { $0.message.prefix(6) } == ["Line 2", "Line 4"])
        // The line is the response's body, and the rest is the call's.
        #expect(errors.values.map { $0.response?.body } == [Data("{\"id\":".utf8), Data("{\"id\":\"x\"}".utf8)])
        #expect(errors.values.allSatisfy { $0.attempts.count == 1 && $0.request != nil && $0.response?.address != nil })
    }

    @Test func `JSONLines: a line that is too long ends the values, even if undecodable lines are skipped`() async throws {
        let client = try APIClient.example(ChunkTransport([Data("[1,2,3,4]\n1\n".utf8)]))
        let lines = client.jsonLines(.get("log"), as: JSON.self, limit: 7, skipping: { _ in })
        #expect(await failure { try await lines.collected() }?.code == .bodyTooLarge)
    }
}
