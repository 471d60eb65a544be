import EndpointKit
import EndpointKitTesting
import Synchronization

extension TransportConformance {
    static let bodyChecks =
        [HTTPMethod.post, .put, .patch, .delete, "REPORT", .get].map(bodyCheck) + [
            Check("an empty body is sent with length zero") { transport in
                let response = try await echo(.data(Data()), by: transport)
                try expect(response.headers["X-Length"], is: "0", "the length")
            },
            Check("an empty body keeps its Content-Type") { transport in
                try expect(try await echo(.data(Data()), by: transport).headers["X-Type"], is: "x/y", "the content type")
            },
            Check("a file whose length has changed isn't sent") { transport in
                for changed in [bytes.prefix(50_000), bytes.prefix(150_000)] {
                    let file = FileManager.default.temporaryDirectory.appending(path: "conformance-\(UUID().uuidString)")
                    try bytes.prefix(100_000).write(to: file)
                    defer { try? FileManager.default.removeItem(at: file) }
                    let entity = HTTPBodyEntity(contentType: nil, content: .file(file))
                    try changed.write(to: file)
                    let whole = Mutex(0)
                    let server = try LoopbackServer { _ in
                        whole.withLock { $0 += 1 }
                        return HTTPResponse()
                    }
                    let request = HTTPRequest(method: .put, origin: server.origin, body: entity)
                    try await expectFailure(.bodyEncoding, of: "the call") { "\(try await transport.send(request).status)" }
                    try expect(whole.withLock { $0 }, is: 0, "how many requests the server saw")
                }
            },
            Check("a file is sent with its length, and can be sent again") { transport in
                let file = FileManager.default.temporaryDirectory.appending(path: "conformance-\(UUID().uuidString)")
                try bytes.write(to: file)
                defer { try? FileManager.default.removeItem(at: file) }
                for _ in 0..<2 {
                    let response = try await echo(.file(file), by: transport)
                    try expect(response.headers["X-Length"], is: "\(bytes.count)", "the length")
                    try expect(response.body == bytes, "the file arrived changed")
                }
            },
            Check("a stream is sent") { transport in
                let stream = HTTPBodyStream(making: { chunks(of: bytes) })
                try expect(try await echo(.stream(stream), by: transport).body == bytes, "the stream arrived changed")
            },
            Check("a stream of unknown length is sent in chunks") { transport in
                let stream = HTTPBodyStream(making: { chunks(of: bytes) })
                try expect(try await echo(.stream(stream), by: transport).headers["X-Coding"], is: "chunked", "the coding")
            },
            Check("a stream of known length is sent with its length") { transport in
                let stream = HTTPBodyStream(length: Int64(bytes.count), making: { chunks(of: bytes) })
                let response = try await echo(.stream(stream), by: transport)
                try expect(response.headers["X-Length"], is: "\(bytes.count)", "the length")
                try expect(response.body == bytes, "the stream arrived changed")
            },
            Check("a stream that fails ends the call with its error, and the connection") { transport in
                struct Broken: Error {}
                let closed = Arrival()
                let server = try LoopbackServer(raw: { connection in
                    connection.onClose { closed.give() }
                })
                let stream = HTTPBodyStream(making: {
                    AsyncThrowingStream<Data, any Error> { continuation in
                        continuation.yield(Data("abc".utf8))
                        continuation.finish(throwing: Broken())
                    }
                })
                let entity = HTTPBodyEntity(contentType: nil, content: .stream(stream))
                let request = HTTPRequest(method: .post, origin: server.origin, body: entity)
                let error = try await expectFailure(.bodyEncoding, of: "the call") { "\(try await transport.send(request).status)" }
                try expect(error.underlying is Broken, "the stream's error isn't the underlying one: \(error)")
                // The call may have failed before it had a connection.
                if server.acceptedCount > 0 { await closed.wait() }
            },
            Check("a body isn't read further after its transfer has ended, even if the answer is retained") { transport in
                let server = try LoopbackServer(raw: { connection in
                    // As soon as anything beyond the head has arrived, the transport has begun to send the body.
                    var count = 0
                    while count < 100_000 {
                        let bytes = connection.read()
                        if bytes.isEmpty { return }
                        count += bytes.count
                    }
                    try connection.write("HTTP/1.1 413 Content Too Large\r\nContent-Length: 2\r\n\r\nno")
                    connection.reset()
                })
                let source = CountedChunks(limit: 128 << 20)
                let entity = HTTPBodyEntity(contentType: nil, content: .stream(HTTPBodyStream(making: { source })))
                // The reset may arrive before the response is read.
                let stream = try? await transport.stream(HTTPRequest(method: .post, origin: server.origin, body: entity))
                var body = stream?.body.makeAsyncIterator()
                while (try? await body?.next()) != nil {}
                try expect(source.count > 0, "no part of the body was read")
                await source.gone.wait()
                // The sockets on both sides buffer a few megabytes.
                try expect(source.count < source.limit / 2, "\(source.count) bytes of the body were read")
                _ = try? await body?.next()
            },
        ]

    private static let bytes = pattern(count: 3_000_000)

    private static func bodyCheck(_ method: HTTPMethod) -> Check {
        Check("a body is sent with \(method)") { transport in
            let response = try await echo(.data(bytes), method: method, by: transport)
            try expect(response.headers["X-Method"], is: method.rawValue, "the method")
            try expect(response.headers["X-Type"], is: "x/y", "the content type")
            try expect(response.headers["X-Expect"], is: nil, "an Expect that nobody asked for")
            try expect(response.body == bytes, "the body arrived changed")
        }
    }

    private static func echo(
        _ content: HTTPBodyEntity.Content, method: HTTPMethod = .put, by transport: any Transport
    ) async throws -> HTTPResponse {
        let server = try LoopbackServer { request in
            guard case .data(let body)? = request.body?.content else { return HTTPResponse(status: 400) }
            let seen: HTTPHeaders = [
                "X-Method": request.method.rawValue, "X-Type": request.headers["Content-Type"], "X-Expect": request.headers["Expect"],
                "X-Length": request.headers["Content-Length"], "X-Coding": request.headers["Transfer-Encoding"],
            ]
            return HTTPResponse(headers: seen, body: body)
        }
        let entity = HTTPBodyEntity(contentType: nil, content: content)
        let response = try await transport.send(
            HTTPRequest(method: method, origin: server.origin, headers: ["Content-Type": "x/y"], body: entity))
        try expect(response.status, is: 200, "the status, 400 for no body")
        return response
    }

    private static func chunks(of data: Data) -> AsyncStream<Data> {
        AsyncStream { continuation in
            for start in stride(from: 0, to: data.count, by: 10_000) {
                continuation.yield(data.subdata(in: start..<min(start + 10_000, data.count)))
            }
            continuation.finish()
        }
    }
}

/// Produces up to `limit` bytes, and counts them.
private final class CountedChunks: AsyncSequence, Sendable {
    let limit: Int
    /// Signals that its reader was released.
    let gone = Arrival()
    private let given = Mutex(0)

    init(limit: Int) { self.limit = limit }

    var count: Int { given.withLock { $0 } }

    func makeAsyncIterator() -> Iterator { Iterator(reader: Reader(source: self)) }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let reader: Reader

        func next() async -> Data? {
            let size = 1 << 16
            let isOver = reader.source.given.withLock { given in
                given += size
                return given > reader.source.limit
            }
            return isOver ? nil : Data(repeating: 65, count: size)
        }
    }

    fileprivate final class Reader: Sendable {
        let source: CountedChunks
        init(source: CountedChunks) { self.source = source }
        deinit { source.gone.give() }
    }
}
