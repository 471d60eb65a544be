import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct CurlUploadTests {
    let transport = CurlTransport()

    private func echo() throws -> LoopbackServer {
        try LoopbackServer { request in
            guard case .data(let body)? = request.body?.content else { return HTTPResponse(status: 400) }
            return HTTPResponse(
                headers: ["X-Length": request.headers["Content-Length"], "X-Coding": request.headers["Transfer-Encoding"]], body: body)
        }
    }

    private func upload(
        _ content: HTTPBodyEntity.Content, to server: LoopbackServer, method: HTTPMethod = .put
    ) async throws -> HTTPResponse {
        let entity = HTTPBodyEntity(contentType: nil, content: content)
        return try await transport.send(HTTPRequest(method: method, origin: server.origin, body: entity))
    }

    @Test func `a file goes out with its length, and again`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "upload-\(UUID().uuidString)")
        let bytes = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 13) })
        try bytes.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let server = try echo()
        for _ in 0..<2 {
            let response = try await upload(.file(file), to: server)
            #expect(response.headers["X-Length"] == "3000000")
            #expect(response.body == bytes)
        }
    }

    @Test func `a stream of unknown length goes out in chunks`() async throws {
        let server = try echo()
        let body = StreamBody(
            HTTPBodyStream(making: {
                AsyncStream<Data> { continuation in
                    for index in 0..<100 { continuation.yield(Data(repeating: UInt8(index), count: 10_000)) }
                    continuation.finish()
                }
            })
        ).entity()
        let response = try await transport.send(HTTPRequest(method: .post, origin: server.origin, body: body))
        #expect(response.headers["X-Coding"] == "chunked")
        #expect(response.body.count == 1_000_000)
        #expect(response.body == Data((0..<100).flatMap { Data(repeating: UInt8($0), count: 10_000) }))
    }

    @Test func `a stream that fails ends the call with its error, and the connection`() async throws {
        struct Broken: Error {}
        let closed = Signal()
        let server = try LoopbackServer(raw: { connection in
            connection.waitForClose()
            closed.give()
        })
        let body = StreamBody(
            HTTPBodyStream(making: {
                AsyncThrowingStream<Data, any Error> { continuation in
                    continuation.yield(Data("abc".utf8))
                    continuation.finish(throwing: Broken())
                }
            })
        ).entity()
        let error = await failure { try await transport.send(HTTPRequest(method: .post, origin: server.origin, body: body)) }
        #expect(error?.code == .bodyEncoding)
        #expect(error?.underlying is Broken)
        await closed.wait()
    }

    @Test func `a cancel while a stream has nothing to send closes the socket`() async throws {
        let started = Signal()
        let closed = Signal()
        let server = try LoopbackServer(raw: { connection in
            _ = connection.read()
            started.give()
            connection.waitForClose()
            closed.give()
        })
        let (stream, continuation) = AsyncStream<Data>.makeStream()
        let entity = StreamBody(HTTPBodyStream(stream)).entity()
        continuation.yield(Data("abc".utf8))
        let request = HTTPRequest(method: .post, origin: server.origin, body: entity)
        let task = Task { try await transport.send(request) }
        await started.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await closed.wait()
        continuation.finish()
    }

    @Test func `an answer that comes before the body is through ends the call`() async throws {
        let server = try LoopbackServer(raw: { connection in
            _ = connection.read()
            try connection.write("HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            connection.waitForClose()
        })
        let (stream, continuation) = AsyncStream<Data>.makeStream()
        continuation.yield(Data(repeating: 65, count: 100_000))
        let entity = StreamBody(HTTPBodyStream(stream)).entity()
        let response = try await transport.send(HTTPRequest(method: .post, origin: server.origin, body: entity))
        #expect(response.status == 413)
        continuation.finish()
    }

    @Test func `100-continue is asked for only by the one who writes the field`() async throws {
        let server = try LoopbackServer { request in HTTPResponse(headers: ["X-Expect": request.headers["Expect"] ?? "none"]) }
        let entity = HTTPBodyEntity(contentType: nil, content: .data(Data(repeating: 65, count: 2_000_000)))
        var request = HTTPRequest(method: .put, origin: server.origin, body: entity)
        #expect(try await transport.send(request).headers["X-Expect"] == "none")
        request.headers["Expect"] = "100-continue"
        #expect(try await transport.send(request).headers["X-Expect"] == "100-continue")
    }
}
