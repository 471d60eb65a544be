import EndpointConformance
import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

/// HTTP/2 heads that are larger than a frame, with everything that may follow them at once.
@Suite struct LargeHeadTests {
    typealias Frame = HTTP2Server.Frame

    let transport = CurlTransport()
    private let context: TransferContext = {
        var context = TransferContext()
        context.connection.httpVersion = .http2
        return context
    }()

    enum Shape: CaseIterable {
        case bodyInOneFrame, bodyInManyFrames, noBody, length, trailers, largeTrailers, interim, largeInterim
    }

    /// Fields without an index, each with a value of 900 bytes.
    private static func fields(_ size: Int) -> [UInt8] {
        (0..<(size / 910)).flatMap { index -> [UInt8] in
            let name = Array("x-\(index)".utf8)
            // An integer with a prefix of 7 bits (RFC 7541, section 5.1).
            return [0, UInt8(name.count)] + name + [127, UInt8((900 - 127) & 127 | 128), UInt8((900 - 127) >> 7)]
                + [UInt8](repeating: 65, count: 900)
        }
    }

    /// A head in as many frames as it needs.
    private static func head(_ block: [UInt8], stream: UInt32, ends: Bool = false) -> [Frame] {
        var parts = stride(from: 0, to: block.count, by: 16_384).map { Array(block[$0..<min($0 + 16_384, block.count)]) }
        let first = parts.removeFirst()
        let flags = ends ? Frame.endsStream : 0
        if parts.isEmpty { return [Frame(.headers, flags: flags | Frame.endsHeaders, stream: stream, first)] }
        let last = parts.removeLast()
        return [Frame(.headers, flags: flags, stream: stream, first)] + parts.map { Frame(.continuation, stream: stream, $0) }
            + [Frame(.continuation, flags: Frame.endsHeaders, stream: stream, last)]
    }

    private static func answer(_ shape: Shape, _ size: Int, stream: UInt32) -> [Frame] {
        let large = fields(size)
        let status: [UInt8] = [0x88]
        // ":status" is the eighth name in the static table, and "content-length" the 28th.
        let hints = [0x08, 3] + Array("103".utf8)
        let length = [0x0F, 0x0D, 1] + Array("5".utf8)
        let end = Frame(.data, flags: Frame.endsStream, stream: stream, Array("hello".utf8))
        switch shape {
        case .bodyInOneFrame: return head(status + large, stream: stream) + [end]
        case .bodyInManyFrames:
            return head(status + large, stream: stream) + Array("hell".utf8).map { Frame(.data, stream: stream, [$0]) }
                + [Frame(.data, stream: stream, Array("o".utf8)), Frame(.data, flags: Frame.endsStream, stream: stream)]
        case .noBody: return head(status + large, stream: stream, ends: true)
        case .length: return head(status + length + large, stream: stream) + [end]
        case .trailers, .largeTrailers:
            return head(status + (shape == .trailers ? large : []), stream: stream) + [Frame(.data, stream: stream, Array("hello".utf8))]
                + head(shape == .trailers ? fields(1000) : large, stream: stream, ends: true)
        case .interim, .largeInterim:
            return head(hints + (shape == .largeInterim ? large : []), stream: stream)
                + head(status + (shape == .interim ? large : []), stream: stream) + [end]
        }
    }

    @Test(arguments: Shape.allCases, [17_000, 33_000, 66_000, 100_000])
    func `HTTP/2 head: no data after a large head stays inside libcurl`(shape: Shape, size: Int) async throws {
        let server = try HTTP2Server { Self.answer(shape, size, stream: $0) }
        // The second request is sent because libcurl 7.88.1 treats a reused connection differently, and the third because a request with a body takes
        // another path through libcurl.
        for (index, method) in [HTTPMethod.get, .get, .put].enumerated() {
            let body = method == .put ? HTTPBodyEntity(contentType: nil, content: .data(Data("order".utf8))) : nil
            let request = HTTPRequest(method: method, origin: server.loopback.origin, body: body, timeout: .seconds(5))
            let whole = shape == .noBody ? "" : "hello"
            do {
                let answer = try await transport.send(request, in: context)
                #expect(answer.status == .ok && answer.body == Data(whole.utf8), "request \(index)")
                let stream = try await transport.stream(request, in: context)
                #expect(try await stream.body.collected(limit: 1 << 20) == Data(whole.utf8), "stream \(index)")
            } catch let error as APIError {
                Issue.record("request \(index): \(error.message)")
                return
            }
        }
    }
}
