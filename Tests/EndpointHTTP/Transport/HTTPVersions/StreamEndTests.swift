import EndpointConformance
import EndpointKit
import EndpointKitTesting
import EndpointHTTP
import Glibc
import TestSupport
import Testing

/// HTTP/2 streams that don't end with the last frame of a response to a complete request (RFC 9113, section 8.1).
@Suite struct StreamEndTests {
    typealias Frame = HTTP2Server.Frame

    let transport = CurlTransport()
    private let context: TransferContext = {
        var context = TransferContext()
        context.connection.httpVersion = .http2
        return context
    }()

    private func post(_ server: HTTP2Server, size: Int = 5, length: Int64? = nil) -> HTTPRequest {
        let data = Data(repeating: 65, count: size)
        let stream = HTTPBodyStream(
            length: length,
            making: {
                AsyncStream<Data> {
                    $0.yield(data); $0.finish()
                }
            })
        let content: HTTPBodyEntity.Content = length == nil ? .data(data) : .stream(stream)
        return HTTPRequest(
            method: .post, origin: server.loopback.origin, body: HTTPBodyEntity(contentType: nil, content: content), timeout: .seconds(600))
    }

    /// A status as a field without an index. The field's name is the eighth in the static table.
    private static func head(_ status: String) -> [UInt8] { [0x08, 3] + Array(status.utf8) }

    // The library is loaded with the first transport.
    private static let delivers = {
        _ = CurlTransport.shared
        return CurlVersion.loaded.deliversResetStreams
    }()

    // libcurl treats a 413 as the end of an upload too.
    @Test(.enabled(if: delivers), arguments: [(true, 413), (true, 200), (false, 413)])
    func `HTTP/2 stream: a response that ends before its request is read is delivered`(isReset: Bool, status: Int) async throws {
        let server = try HTTP2Server(early: true) { stream in
            [
                Frame(.headers, flags: Frame.endsHeaders, stream: stream, Self.head("\(status)")),
                Frame(.data, flags: Frame.endsStream, stream: stream, Array("no more".utf8)),
            ] + (isReset ? [.reset(stream: stream, error: 0)] : [])
        }
        for _ in 0..<(isReset ? 20 : 1) {
            var request = post(server, size: 1_000_000)
            // Without the reset, the client can't know that the rest isn't needed.
            if !isReset { request.timeout = .milliseconds(300) }
            let answer = try await transport.send(request, in: context)
            #expect(answer.status.rawValue == status && answer.body == Data("no more".utf8))
        }
    }

    @Test(.enabled(if: !delivers)) func `HTTP/2 stream: the error for a lost response says that the server may have acted`() async throws {
        let server = try HTTP2Server(early: true) { Frame.answer(stream: $0) + [.reset(stream: $0, error: 0)] }
        let error = await failure { try await transport.send(post(server, size: 1_000_000), in: context) }
        #expect(error?.message.contains("may have lost a response") == true, "\(error?.message ?? "")")
        #expect(reason(of: error) == .disconnected)
    }

    @Test(.enabled(if: delivers)) func `HTTP/2 stream: a 204 is accepted even if it ends before its request is read`() async throws {
        let server = try HTTP2Server(early: true) { stream in
            let ends = Frame.endsHeaders | Frame.endsStream
            return [Frame(.headers, flags: ends, stream: stream, Self.head("204")), .reset(stream: stream, error: 0)]
        }
        for _ in 0..<20 { #expect(try await transport.send(post(server, size: 1_000_000), in: context).status == 204) }
    }

    @Test func `HTTP/2 stream: an early response whose end isn't visible is delivered with the error, not as complete`() async throws {
        // The server's window allows only the first 64 KB, and the server doesn't reset the stream.
        let server = try HTTP2Server(early: true) { Frame.answer(stream: $0, body: "maybe all") }
        var request = post(server, size: 1_000_000)
        request.timeout = .milliseconds(300)
        let error = await failure { [request] in try await transport.send(request, in: context) }
        #expect(error?.code == .timeout)
        #expect(error?.response?.status == 200 && error?.response?.body == Data("maybe all".utf8))
        #expect(error?.message.contains("it answered 200 OK, and read no more of the request's body") == true, "\(error?.message ?? "")")
    }

    @Test func `HTTP/2 stream: a server that reads a body slowly isn't silent`() async throws {
        let (initial, step, steps) = (65_535, UInt16(500), 40)
        let server = try HTTP2Server(early: true) { _ in
            [Frame(.ping, [UInt8](repeating: 0, count: 8))]
        } then: { connection in
            // libcurl buffers the rest of the body long before it can be sent: only the connection shows the progress.
            for _ in 0..<steps {
                usleep(25_000)
                try connection.write([0, 1].flatMap { Frame.room(step, stream: $0).bytes })
            }
            try connection.write(Frame.answer(stream: 1).flatMap(\.bytes))
        }
        var request = post(server, size: initial + Int(step) * steps)
        request.timeout = .milliseconds(400)
        #expect(try await transport.send(request, in: context).status == .ok)
    }

    @Test func `HTTP/2 stream: a POST that is refused on its first connection is sent again`() async throws {
        let seen = Counter()
        let server = try HTTP2Server { stream in seen.next() == 1 ? [.reset(stream: stream, error: 7)] : Frame.answer(stream: stream) }
        #expect(try await transport.send(post(server), in: context).status == .ok)
        #expect(seen.count == 2)
    }

    @Test func `HTTP/2 stream: a stream that is reset with an error during its upload has no response`() async throws {
        let server = try HTTP2Server(early: true) { stream in
            [
                Frame(.headers, flags: Frame.endsHeaders, stream: stream, Self.head("200")),
                Frame(.data, stream: stream, Array("half".utf8)), .reset(stream: stream, error: 2),
            ]
        }
        for _ in 0..<20 {
            let error = await failure { try await transport.send(post(server, size: 1_000_000), in: context) }
            #expect([.truncated, .disconnected].contains(reason(of: error)), "\(error?.message ?? "")")
        }
    }

    @Test func `HTTP/2 stream: a request that the server declares unread is sent again up to a hundred times`() async throws {
        let (seen, refusals) = (Counter(), 12)
        let server = try HTTP2Server { stream in
            seen.next() <= refusals ? [.reset(stream: stream, error: 7)] : Frame.answer(stream: stream)
        }
        #expect(try await transport.send(post(server), in: context).status == .ok)
        #expect(seen.count == refusals + 1)
        let refusing = try HTTP2Server { [.reset(stream: $0, error: 7)] }
        let error = await failure { try await transport.send(post(refusing), in: context) }
        #expect(error?.message.contains("100 times") == true, "\(error?.message ?? "")")
        #expect(refusing.beginnings.count == 100)
    }

    @Test func `HTTP/2 stream: a call's deadline ends the sending of a request that the server declares unread`() async throws {
        let (clock, seen, ended) = (ManualClock(), Counter(), BlockingSignal())
        let server = try HTTP2Server { stream in
            switch seen.next() {
            case 3: clock.advance(by: .seconds(5))
            case 4: ended.wait()
            default: break
            }
            return [.reset(stream: stream, error: 7)]
        }
        var policies = ClientPolicies.standard
        policies.connection.httpVersion = .http2
        let client = APIClient(configuration: server.loopback.configuration(policies: policies), transport: transport, clock: clock)
        let error = await failure { try await client.data(.post("x")).deadline(.seconds(5)).value }
        ended.give()
        #expect(error?.code == .deadline)
        #expect(seen.count <= 4)
    }

    @Test(arguments: [true, false])
    func `HTTP/2 stream: a request that the server declares unread is sent again, even a POST`(isGoAway: Bool) async throws {
        let seen = Counter()
        let server = try HTTP2Server { stream in
            // The first two streams on each connection.
            if stream <= 3 {
                seen.next()
                return Frame.answer(stream: stream)
            }
            return isGoAway ? [.goAway(last: 3)] : [.reset(stream: stream, error: 7)]
        }
        // libcurl repeats a request at most five times, and a call may be refused once for every two other calls.
        let answered = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    do { return try await transport.send(post(server), in: context).status == .ok } catch {
                        Issue.record("\(error)")
                        return false
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(seen.count == 6 && answered == 6)
    }

    @Test(arguments: [(1, true), (1, false), (3, true), (3, false)] as [(UInt32, Bool)])
    func `HTTP/2 stream: a request alone on its connection that GOAWAY excludes is sent again`(stream: UInt32, closes: Bool) async throws {
        let excluded = Counter()
        let server = try HTTP2Server(
            { number in
                if number < stream || excluded.count > 0 { return Frame.answer(stream: number) }
                excluded.next()
                return [.goAway(last: UInt8(number / 2))]
            }, then: { connection in if closes, excluded.count > 0 { connection.endWriting() } })
        for _ in 0...stream / 2 { #expect(try await transport.send(post(server), in: context).status == .ok) }
        #expect(server.beginnings.count == 2)
    }

    @Test(.timeLimit(.minutes(4))) func `HTTP/2 stream: a request that GOAWAY excludes fails if its server refuses other connections`()
        async throws
    {
        let refusing = Recorder<HTTP2Server>()
        let server = try HTTP2Server({ _ in [.goAway(last: 0)] }, then: { _ in refusing.values.first?.loopback.stop() })
        refusing.record(server)
        var policies = ClientPolicies.standard
        policies.connection.httpVersion = .http2
        let client = APIClient(configuration: server.loopback.configuration(policies: policies), transport: transport)
        let error = await failure { try await client.data(.post("x")).value }
        #expect(error?.code == .connection, "\(error?.message ?? "")")
    }

    @Test func `HTTP/2 stream: a request that GOAWAY includes isn't sent again`() async throws {
        let server = try HTTP2Server({ [.goAway(last: UInt8($0))] }, then: { $0.endWriting() })
        let error = await failure { try await transport.send(post(server), in: context) }
        #expect([.truncated, .disconnected].contains(reason(of: error)), "\(error?.message ?? "")")
        #expect(server.beginnings.count == 1)
    }

    /// Nothing, RST_STREAM with PROTOCOL_ERROR, and an invalid frame, after which libcurl 7.88.1 would send the request again.
    @Test(arguments: [[], [.reset(stream: 3, error: 1)], [Frame(.data, [0])]])
    func `HTTP/2 stream: a request that the server may have read isn't sent again`(frames: [Frame]) async throws {
        let server = try HTTP2Server { $0 == 1 ? Frame.answer(stream: $0) : frames }
        #expect(try await transport.send(post(server), in: context).status == .ok)
        let error = await failure { try await transport.send(post(server), in: context) }
        #expect(error?.code == .connection, "\(error?.message ?? "")")
        #expect(server.beginnings.count == 1)
    }

    @Test(arguments: [true, false])
    func `HTTP/2 stream: a stream without a length that may be truncated isn't stored as a file`(isReset: Bool) async throws {
        let server = try HTTP2Server { stream in
            let body = Frame(.data, flags: isReset ? 0 : Frame.endsStream, stream: stream, Array("half".utf8))
            return [Frame(.headers, flags: Frame.endsHeaders, stream: stream, [0x88]), body]
                + (isReset ? [.reset(stream: stream, error: 0)] : [])
        }
        let folder = try Folder()
        var policies = ClientPolicies.standard
        policies.connection.httpVersion = .http2
        policies.retry = .never
        let client = APIClient(configuration: server.loopback.configuration(policies: policies), transport: transport)
        let error = await failure { try await client.download(.get("x"), to: folder.file("x")).value }
        #expect(error?.code == .connection)
        #expect(!folder.names.contains("x"))
    }

    /// A reset with INTERNAL_ERROR, or the end of the connection.
    @Test(arguments: [true, false]) func `HTTP/2 stream: a response that ends in the middle of its body is truncated, as with HTTP/1`(
        isReset: Bool
    ) async throws {
        let server = try HTTP2Server(
            { stream in
                let half = [
                    Frame(.headers, flags: Frame.endsHeaders, stream: stream, [0x88]), Frame(.data, stream: stream, Array("half".utf8)),
                ]
                return half + [isReset ? .reset(stream: stream, error: 2) : .goAway(last: 0)]
            }, then: { connection in if !isReset { connection.endWriting() } })
        var request = post(server)
        request.method = .put
        let error = await failure { [request] in try await transport.send(request, in: context) }
        #expect([.truncated, .disconnected].contains(reason(of: error)), "\(error?.message ?? "")")
    }
}
