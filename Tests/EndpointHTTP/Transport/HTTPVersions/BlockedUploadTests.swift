import EndpointConformance
import EndpointKit
import EndpointKitTesting
import Glibc
import TestSupport
import Testing

/// HTTP/2 uploads whose server allows no more bytes.
@Suite struct BlockedUploadTests {
    typealias Frame = HTTP2Server.Frame

    private static let context: TransferContext = {
        var context = TransferContext()
        context.connection.httpVersion = .http2
        return context
    }()

    private static func upload(_ server: HTTP2Server, timeout: Duration) -> HTTPRequest {
        let body = HTTPBodyEntity(contentType: nil, content: .data(Data(count: 4_000_000)))
        return HTTPRequest(method: .post, origin: server.loopback.origin, body: body, timeout: timeout)
    }

    @Test(arguments: [true, false])
    func `Blocked upload: it is silent even if its connection carries PINGs or other requests`(hasPings: Bool) async throws {
        let transport = CurlTransport(engines: 1)
        let (began, others) = (Signal(), Counter())
        let ping = Frame(.ping, [UInt8](repeating: 0, count: 8))
        // The server allows 1 MB. The answers to 50,000 PINGs, or the heads of 20,000 requests, are smaller than that.
        let rooms = (0..<15).flatMap { _ in [0, 1].map { Frame.room(.max, stream: $0) } }
        let server = try HTTP2Server(early: true) { stream in
            if stream > 1 { return Frame.answer(stream: stream) }
            began.give()
            return rooms + [ping]
        } then: { connection in
            while hasPings {
                usleep(5_000)
                others.next()
                try connection.write(ping.bytes)
            }
        }
        let ended = Recorder<Bool>()
        let upload = Task {
            let error = await failure { try await transport.send(Self.upload(server, timeout: .milliseconds(400)), in: Self.context) }
            ended.record(true)
            return error
        }
        await began.wait()
        let request = HTTPRequest.get(server.loopback)
        while !hasPings, ended.count == 0 {
            others.next()
            _ = try await transport.send(request, in: Self.context)
        }
        #expect(await upload.value?.code == .timeout)
        #expect(server.loopback.acceptedCount == 1)
        #expect(others.count < 10_000)
    }

    /// libcurl 8.23.0 takes 192 KB at once.
    @Test func `Blocked upload: one whose server is slow isn't silent while its connection carries another response`() async throws {
        let transport = CurlTransport(engines: 1)
        let (steps, room, answered) = (12, UInt16(8_000), Counter())
        let server = try HTTP2Server(early: true) { stream in
            stream == 1 ? [Frame(.headers, flags: Frame.endsHeaders, stream: 1, [0x88])] : [.room(room, stream: stream)]
        } then: { connection in
            if answered.next() == 1 { return }
            for _ in 0..<steps {
                usleep(100_000)
                let frames = [Frame.room(room, stream: 0), .room(room, stream: 3), Frame(.data, stream: 1, [0])]
                try connection.write(frames.flatMap(\.bytes))
            }
            try connection.write(Frame.answer(stream: 3).flatMap(\.bytes))
        }
        let other = try await transport.stream(.get(server.loopback), in: Self.context)
        let body = HTTPBodyEntity(contentType: nil, content: .data(Data(count: 65_535 + (steps - 1) * Int(room))))
        let request = HTTPRequest(method: .post, origin: server.loopback.origin, body: body, timeout: .milliseconds(500))
        #expect(try await transport.send(request, in: Self.context).status == .ok)
        #expect(server.loopback.acceptedCount == 1)
        withExtendedLifetime(other) {}
    }

    // libcurl 8.23.0 polled in vain only for two of them.
    @Test func `Blocked upload: two of them need no processor time`() async {
        await #expect(processExitsWith: .success) {
            let server = try HTTP2Server(early: true) { _ in [Frame(.ping, [UInt8](repeating: 0, count: 8))] }
            let transport = CurlTransport(engines: 1)
            let before = clock()
            let timeout = Duration.seconds(2)
            async let other = failure { try await transport.send(Self.upload(server, timeout: timeout), in: Self.context) }
            let error = await failure { try await transport.send(Self.upload(server, timeout: timeout), in: Self.context) }
            for error in [error, await other] { try require(error?.code == .timeout, "\(error?.message ?? "")") }
            let time = Duration.microseconds(clock() - before)
            try require(time < timeout / 4, "it took \(time) of processor time")
        }
    }
}
