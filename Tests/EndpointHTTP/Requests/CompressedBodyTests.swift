import EndpointCassettes
import EndpointKit
import EndpointKitTesting
import EndpointHTTP
import Foundation
import TestSupport
import Testing

@Suite struct CompressedBodyTests {
    private let text = String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 2000)

    /// The bytes as a third-party program reads them.
    private func unpacked(_ bytes: Data) async throws -> Data {
        let folder = try Folder()
        try folder.write([UInt8](bytes), to: "a.gz")
        return Data(try await SystemProgram.run("gzip", ["-dc", "a.gz"], in: folder.url))
    }

    @Test(arguments: ["", "a", String(repeating: "0123456789", count: 20_000)])
    func `CompressedBody: gzip can decompress its bytes`(text: String) async throws {
        let entity = try TextBody(text).compressed(.gzip).entity()
        #expect(entity.contentType == "text/plain; charset=utf-8" && entity.contentEncoding == "gzip" && entity.length == nil)
        let bytes = try await entity.bytes()
        #expect(bytes.starts(with: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0]) && bytes[bytes.startIndex + 9] == 255)
        #expect(try await unpacked(bytes) == Data(text.utf8))
    }

    @Test func `CompressedBody: incompressible bytes and files arrive unchanged`() async throws {
        var generator = SplitMix64(seed: 7)
        let noise = (0..<300_000).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        let file = try Folder()
        try file.write(noise, to: "a.bin")
        for body in [Data(noise), FileBody(file.file("a.bin"))] as [any HTTPBody] {
            let entity = try body.compressed(.gzip).entity()
            #expect(entity.isReplayable && entity.contentType == "application/octet-stream")
            // Both results are the same: a second attempt sends the bytes of the first.
            let bytes = try await entity.bytes()
            #expect(try await entity.bytes() == bytes)
            #expect(try await unpacked(bytes) == Data(noise))
        }
    }

    @Test func `CompressedBody: a stream is read no faster than it is compressed, and a one-time stream is sent only once`() async throws {
        let asked = Counter()
        let endless = StreamBody.stream {
            AsyncStream<[UInt8]> {
                asked.next()
                var generator = SystemRandomNumberGenerator()
                return (0..<1000).map { _ in UInt8.random(in: 0...255, using: &generator) }
            }
        }
        var chunks = try endless.compressed(.gzip).entity().chunks().makeAsyncIterator()
        let first = try #require(try await chunks.next())
        // zlib buffers at most two windows.
        #expect(!first.isEmpty && asked.count < 200)

        let once = try StreamBody.stream(stream([Data("x".utf8)])).compressed(.gzip).entity()
        #expect(!once.isReplayable && !once.isSpent)
        #expect(try await unpacked(once.bytes()) == Data("x".utf8))
        #expect(once.isSpent)
        #expect(await failure { try await once.bytes() }?.message.contains("sent before") == true)
    }

    struct Broken: Error {}

    @Test func `CompressedBody: errors and cancellations of the original body pass through`() async throws {
        let failing = try StreamBody.stream(stream([Data("a".utf8)], failing: Broken())).compressed(.gzip).entity()
        let error = await failure { try await failing.bytes() }
        #expect(error?.code == .bodyEncoding && error?.underlying is Broken)
        let short = try StreamBody.stream(stream([Data("a".utf8)]), length: 2).compressed(.gzip).entity()
        #expect(await failure { try await short.bytes() }?.message.contains("ended after 1 of 2 bytes") == true)
        let cancelled = try StreamBody.stream(stream([Data()], failing: CancellationError())).compressed(.gzip).entity()
        await #expect(throws: CancellationError.self) { try await cancelled.bytes() }
        #expect(throws: APIError.self) { try FileBody(URL(filePath: "/none/such")).compressed(.gzip).entity() }
    }

    @Test func `CompressedBody: codings are listed in the order in which they were applied`() async throws {
        var coded = HTTPBodyEntity(contentType: "text/plain", content: .data(Data("x".utf8)))
        coded.contentEncoding = "br"
        #expect(try coded.compressed(.gzip).entity().contentEncoding == "br, gzip")
        let twice = try Data("x".utf8).compressed(.gzip).compressed(.gzip).entity()
        #expect(twice.contentEncoding == "gzip, gzip")
        #expect(try await unpacked(unpacked(twice.bytes())) == Data("x".utf8))
    }

    @Test func `CompressedBody: without zlib, the error names the package to install`() async throws {
        let body = CompressedBody(Data("x".utf8), by: .gzip) { nil }
        let configuration = APIConfiguration(baseURL: try #require(URL(string: "https://example.com")))
        let client = APIClient(configuration: configuration, transport: StubTransport())
        let error = await failure { try await client.call(.post("x", body: body)).value }
        #expect(
            error?.message
                == "The body of POST x could not be made: zlib, which compresses a body, could not be loaded. Install the package zlib1g on Debian and "
                + "Ubuntu, or zlib elsewhere.")
        #expect(error?.code == .bodyEncoding)
    }

    @Test func `CompressedBody: a form can be compressed, but not a part of it`() async throws {
        let parts: [MultipartBody.Part] = [.body("a", TextBody(text).compressed(.gzip))]
        #expect(throws: APIError.self) { try MultipartBody(parts).entity() }
        let form = MultipartBody([.text("a", text)], boundary: "b")
        let entity = try form.compressed(.gzip).entity()
        #expect(entity.contentType == "multipart/form-data; boundary=b")
        #expect(try await unpacked(entity.bytes()) == form.entity().bytes())
    }

    // MARK: On the wire

    private func server(_ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse) throws -> (LoopbackServer, Recorder<HTTPRequest>) {
        let requests = Recorder<HTTPRequest>()
        return (
            try LoopbackServer { request in
                requests.record(request)
                return answer(request)
            }, requests
        )
    }

    private func body(_ request: HTTPRequest?) async throws -> String {
        let bytes = try await request?.body?.bytes() ?? Data()
        return String(decoding: try await unpacked(bytes), as: UTF8.self)
    }

    private struct Note: Encodable, Sendable { var createdAt = Date(timeIntervalSince1970: 0) }

    @Test func `CompressedBody: it is sent in chunks, with its type and coding, by the client's convention`() async throws {
        let (server, requests) = try server { _ in HTTPResponse(status: 204) }
        var configuration = server.configuration
        configuration.policies.json = JSONConvention(dates: .iso8601, keys: .snakeCase)
        let client = APIClient(configuration: configuration)
        try await client.call(.post("notes", body: .json(Note()).compressed(.gzip))).value
        let request = try #require(requests.last)
        #expect(request.headers["Content-Type"] == "application/json" && request.headers["Content-Encoding"] == "gzip")
        #expect(request.headers["Transfer-Encoding"] == "chunked" && request.headers["Content-Length"] == nil)
        #expect(try await body(request) == #"{"created_at":"1970-01-01T00:00:00Z"}"#)
    }

    @Test func `CompressedBody: a retry and a 307 send the same bytes, and a 303 sends neither the body nor its fields`() async throws {
        let (server, requests) = try server { request in
            switch request.path {
            case "/moved": HTTPResponse(status: 307, headers: ["Location": "/notes"])
            case "/done": HTTPResponse(status: 303, headers: ["Location": "/result"])
            case "/busy": HTTPResponse(status: 503)
            default: HTTPResponse(status: 204)
            }
        }
        let client = APIClient(configuration: server.configuration, clock: ManualClock(skipsSleeps: true))
        try await client.call(.put("moved", body: .text(text).compressed(.gzip))).value
        #expect(requests.values.map(\.path) == ["/moved", "/notes"])
        for request in requests.values {
            #expect(request.headers["Content-Encoding"] == "gzip")
            #expect(try await body(request) == text)
        }
        let sent = requests.count
        await #expect(throws: APIError.self) { try await client.call(.put("busy", body: .text(text).compressed(.gzip))).value }
        #expect(requests.count == sent + 3)
        let retried = try await body(requests.last)
        #expect(retried == text)
        try await client.call(.post("done", body: .text(text).compressed(.gzip))).value
        let last = try #require(requests.last)
        #expect(last.path == "/result" && last.body == nil || last.body?.length == 0)
        #expect(!last.headers.contains("Content-Encoding") && !last.headers.contains("Content-Type"))
    }

    @Test func `CompressedBody: after a 307 to another origin, the fields about the content are sent`() async throws {
        let (there, requests) = try server { _ in HTTPResponse(status: 204) }
        let (here, _) = try server { _ in HTTPResponse(status: 307, headers: ["Location": "\(there.origin)/x"]) }
        try await APIClient(configuration: here.configuration).call(.put("x", body: .text(text).compressed(.gzip))).value
        #expect(requests.last?.headers["Content-Encoding"] == "gzip")
        #expect(try await body(requests.last) == text)
    }

    @Test func `CompressedBody: a call with progress keeps the coding`() async throws {
        let (server, requests) = try server { _ in HTTPResponse(status: 204) }
        try await APIClient(configuration: server.configuration).call(.put("x", body: .text(text).compressed(.gzip))).onProgress { _ in }
            .value
        #expect(requests.last?.headers["Content-Encoding"] == "gzip")
        #expect(try await body(requests.last) == text)
    }

    @Test func `CompressedBody: a different Content-Encoding is an error, even for a body from an adapter`() async throws {
        let (server, requests) = try server { _ in HTTPResponse(status: 204) }
        let client = APIClient(configuration: server.configuration)
        try await client.call(.put("x", headers: ["Content-Encoding": "gzip"], body: .text(text).compressed(.gzip))).value
        let other = await failure {
            try await client.call(.put("x", headers: ["Content-Encoding": "br"], body: .text(text).compressed(.gzip))).value
        }
        #expect(other?.code == .invalidRequest && other?.message.contains("isn't \"gzip\"") == true)
        let compressing = AnyAdapter { request in
            request.body = try request.body?.compressed(.gzip).entity()
        }
        let unnamed = await failure { try await client.call(.put("x", body: .text(text))).adapting(compressing).value }
        #expect(unnamed?.code == .invalidRequest)
        #expect(requests.count == 1)
    }

    @Test func `CompressedBody: a secret in it isn't shown if the server repeats it`() async throws {
        let (server, _) = try server { _ in HTTPResponse(status: 400, body: Data(#"{"message":"wrong: hunter2hunter2"}"#.utf8)) }
        let route = Route.post("x", body: .json(["password": "hunter2hunter2"]).compressed(.gzip))
        let error = await failure { try await APIClient(configuration: server.configuration).call(route).value }
        #expect(error?.code == .badStatus && error?.description.contains("hunter2") == false)
    }

    @Test func `CompressedBody: a cassette compares the original body, and hides its secrets`() async throws {
        let (server, requests) = try server { _ in HTTPResponse(body: Data("ok".utf8)) }
        let folder = try Folder()
        let file = folder.file("a.har")
        let call = { (transport: any Transport, password: String) in
            let client = APIClient(configuration: server.configuration, transport: transport)
            return try await client.string(.post("x", body: .json(["password": password, "note": "plain"]).compressed(.gzip))).value
        }
        let recording = try CassetteTransport(file, .record)
        #expect(try await call(recording, "hunter2hunter2") == "ok")
        try recording.save()
        let saved = try String(contentsOf: file, encoding: .utf8)
        #expect(saved.contains("plain") && !saved.contains("hunter2"))
        #expect(try await call(try CassetteTransport(file), "hunter2hunter2") == "ok")
        #expect(requests.count == 1)
    }
}
