import EndpointCassettes
import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// Failures and incomplete bodies, recorded and replayed.
@Suite struct CassetteTapeTests {
    @Test func `CassetteTransport: a transport failure is replayed, so the same retries follow`() async throws {
        let take = try Take()
        let calls = Counter()
        let stub = StubTransport { request in
            switch calls.next() {
            case 1:
                throw APIError(
                    .connection, "No connection could be made.", request: request,
                    underlying: TransportFailure(.connect, detail: "refused"))
            case 2: throw APIError(.timeout, "Too late.", request: request, underlying: TransportFailure(.timeout, detail: "late"))
            default: return HTTPResponse(body: Data("7".utf8))
            }
        }
        func outcomes(_ transport: any Transport) async throws -> [Attempt.Outcome] {
            try await example(transport).call(.get("a"), as: Int.self).response.attempts.map(\.outcome)
        }
        let recorded = try await outcomes(take.recorder(around: stub))
        #expect(recorded == [.failed(.connection), .failed(.timeout), .answered(200)])
        #expect(try await outcomes(take.player(.strict)) == recorded)
        let error = await #expect(throws: APIError.self) { try await take.player().send(request(.get, "/v1/a")) }
        #expect(error?.underlying as? TransportFailure == TransportFailure(.connect, detail: "refused"))
        #expect(try take.entries[0]["response"]?["status"] == 0)
    }

    @Test func `CassetteTransport: a recording replaces only regular files, and reports other files before the first call`() async throws {
        let folder = try Folder()
        let pipe = folder.url.appending(path: "pipe")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        for place in [pipe, folder.url, folder.url.appending(path: "none/take.har")] {
            let error = #expect(throws: APIError.self) { try CassetteTransport(place, .record, around: StubTransport()) }
            #expect(error?.code == .file)
        }
        var status = stat()
        #expect(stat(pipe.path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)

        let file = folder.url.appending(path: "take.har")
        let link = folder.url.appending(path: "link.har")
        try Data().write(to: file)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        let recorder = try CassetteTransport(link, .record, around: StubTransport())
        _ = try await recorder.send(request())
        try recorder.save()
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
        #expect(try !Data(contentsOf: file).isEmpty)
    }

    @Test func `CassetteTransport: a cancelled exchange isn't recorded`() async throws {
        let take = try Take()
        let recorder = try take.recorder(around: StubTransport { _ in throw CancellationError() })
        await #expect(throws: CancellationError.self) { try await recorder.send(request()) }
        try recorder.save()
        #expect(take.folder.names == [])
    }

    /// Streams these chunks, and then fails if there is an error.
    private struct Chunks: Transport {
        let chunks: [String]
        var error: APIError?

        func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
            let stream = try await stream(request, in: context)
            return HTTPResponse(status: stream.status, body: try await stream.body.collected(limit: 1 << 20))
        }

        func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
            let rest = Recorder<String>()
            return HTTPResponseStream(
                status: 203, headers: ["Content-Type": "text/plain"],
                body: HTTPResponseStream.Body {
                    let place = rest.record("") - 1
                    if place < chunks.count { return Data(chunks[place].utf8) }
                    if let error { throw error }
                    return nil
                })
        }
    }

    /// The text that a reader receives, and the error that ends it.
    private func read(_ transport: any Transport, chunks: Int = .max) async throws -> (text: String, error: APIError?) {
        let stream = try await transport.stream(request())
        #expect(stream.status == 203 && stream.headers["Content-Type"] == "text/plain")
        var iterator = stream.body.makeAsyncIterator()
        var text = ""
        do {
            var count = 0
            while count < chunks, let chunk = try await iterator.next() {
                text += String(decoding: chunk, as: UTF8.self)
                count += 1
            }
            return (text, nil)
        } catch let error as APIError {
            return (text, error)
        }
    }

    @Test func `CassetteTransport: a streamed body is recorded when it ends`() async throws {
        let take = try Take()
        #expect(try await read(take.recorder(around: Chunks(chunks: ["ab", "cd"]))).text == "abcd")
        let replayed = try await read(take.player())
        #expect(replayed.text == "abcd" && replayed.error == nil)
        #expect(try await take.player().send(request()).body == Data("abcd".utf8))
    }

    @Test func `CassetteTransport: a truncated body is replayed with its error`() async throws {
        let take = try Take()
        let truncated = APIError(.connection, "It ended.", underlying: TransportFailure(.truncated, detail: "2 bytes are missing"))
        let recorded = try await read(take.recorder(around: Chunks(chunks: ["ab", "cd"], error: truncated)))
        #expect(recorded.text == "abcd" && recorded.error?.code == .connection)
        let replayed = try await read(take.player())
        #expect(replayed.text == "abcd")
        #expect(replayed.error?.underlying as? TransportFailure == TransportFailure(.truncated, detail: "2 bytes are missing"))
        // Half a body is an error, not a body.
        await #expect(throws: APIError(.connection, "")) { try await take.player().send(request()) }
    }

    @Test func `CassetteTransport: if a body's reader stops, the part that it has read is recorded`() async throws {
        let take = try Take()
        do {
            let recorder = try take.recorder(around: Chunks(chunks: ["ab", "cd", "ef"]))
            #expect(try await read(recorder, chunks: 2).text == "abcd")
        }
        #expect(try take.entries[0]["response"]?["content"]?["_incomplete"] == true)
        let replayed = try await read(take.player())
        #expect(replayed.text == "abcd")
        #expect(replayed.error?.code == .unanswered && replayed.error?.message.contains("ends after 4 bytes") == true)
    }

    @Test func `CassetteTransport: the body limit applies to the recording of a stream`() async throws {
        let take = try Take()
        let recorder = try take.recorder(around: Chunks(chunks: ["abc", "def"]))
        var limited = try request()
        limited.bodyLimit = 4
        let stream = try await recorder.stream(limited)
        #expect(try await stream.body.collected(limit: 10) == Data("abcdef".utf8))
        try recorder.save()
        #expect(try take.entries[0]["response"]?["content"]?["text"] == "abcd")
        #expect(try take.entries[0]["response"]?["content"]?["_incomplete"] == true)
    }

    @Test(arguments: ["data", "file", "stream", "once"])
    func `CassetteTransport: an uploaded body is recorded and matched`(kind: String) async throws {
        let take = try Take()
        let file = try TemporaryFile(Data("hello".utf8))
        func upload(_ text: String = "hello") throws -> HTTPRequest {
            let chunks = AsyncStream<Data> { continuation in
                for character in text { continuation.yield(Data(String(character).utf8)) }
                continuation.finish()
            }
            let content: HTTPBodyEntity.Content =
                switch kind {
                case "data": .data(Data(text.utf8))
                case "file": .file(file.url)
                case "stream": .stream(HTTPBodyStream(making: { chunks }))
                default: .stream(HTTPBodyStream(chunks))
                }
            return try request(.post, "/up", body: HTTPBodyEntity(contentType: "text/plain", content: content))
        }
        // A stub doesn't read request bodies.
        let seen = Recorder<Data>()
        let stub = StubTransport { request in
            var body = Data()
            for try await chunk in try #require(request.body).chunks() { body += chunk }
            seen.record(body)
            return HTTPResponse()
        }
        let recorder = try take.recorder(.record, around: stub)
        _ = try await recorder.send(upload())
        try recorder.save()
        #expect(seen.values == [Data("hello".utf8)])
        #expect(try take.entries[0]["request"]?["postData"] == ["mimeType": "text/plain", "text": "hello"])
        #expect(try await take.player().send(upload()).status == 200)
        if kind == "file" { return }
        let error = await #expect(throws: APIError.self) { try await take.player().send(upload("help")) }
        #expect(error?.message.contains("has a body of 5 bytes, not 4, that differs from byte 3 on") == true)
    }

    // MARK: Files

    @Test(arguments: [
        ("", "line 1: it is not valid JSON: expected a value, found the end"),
        ("{\"log\": {\n\"entries\": [\n{\"request\": {\"meth", "line 3: it is not valid JSON: found an unterminated string"),
        ("{\"log\": {\n\"version\": \"1.2\"}}", "line 1: `log.entries` is missing"),
        ("{\"log\": {\n\"entries\": {}}}", "line 2: log.entries: expected an array, found an object"),
    ])
    func `CassetteTransport: a broken cassette is an error with its position`(text: String, problem: String) throws {
        let take = try Take(text)
        for mode in [CassetteTransport.Mode.replay, .replayOrRecord] {
            let error = #expect(throws: APIError.self) { try CassetteTransport(take.file, mode) }
            #expect(error?.code == .file)
            #expect(error?.message == "The cassette \(take.file.path) isn't an HTTP Archive that can be replayed: \(problem).")
        }
        #expect(try take.text == text)
    }

    @Test func `CassetteTransport: a cassette that is missing or can't be written is an error`() throws {
        let folder = try Folder()
        let missing = #expect(throws: APIError.self) { try CassetteTransport(folder.file("no.har")) }
        #expect(missing?.code == .file && missing?.message == "The cassette \(folder.file("no.har").path) does not exist.")
        let error = #expect(throws: APIError.self) {
            try CassetteTransport(folder.file("no/such.har"), .record, around: StubTransport())
        }
        #expect(error?.code == .file && error?.message.contains("could not be written: No such file or directory") == true)
    }
}
