import EndpointConformance
import EndpointKit
import EndpointKitTesting
import TestSupport

/// A server without TLS that speaks a minimum of HTTP/2. It answers each complete request with fixed frames (RFC 9113, section 4.1).
final class HTTP2Server: Sendable {
    typealias Frame = HTTP2Frame

    private static let preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

    let loopback: LoopbackServer
    /// The first bytes of each connection.
    let beginnings: Recorder<String>

    /// - Parameters:
    ///   - tunnels: Whether the server is a proxy that opens the requested tunnel.
    ///   - early: Whether it answers after a request's head, and continues reading.
    ///   - answer: The frames that answer the request of a stream; none to close the connection.
    ///   - then: Called after each answer; it may block.
    init(
        tunnels: Bool = false, early: Bool = false,
        _ answer: @escaping @Sendable (_ stream: UInt32) -> [Frame] = { Frame.answer(stream: $0) },
        then: @escaping @Sendable (LoopbackConnection) throws -> Void = { _ in }
    ) throws {
        let beginnings = Recorder<String>()
        self.beginnings = beginnings
        loopback = try LoopbackServer(raw: { connection in
            var input = Frame.Input(connection)
            if tunnels {
                beginnings.record(input.line() ?? "")
                while let line = input.line(), !line.isEmpty {}
                try connection.write("HTTP/1.1 200 Connection established\r\n\r\n")
            }
            guard let first = input.line() else { return }
            beginnings.record(first)
            // Also answers one HTTP/1.1 request; the connection then stays open until more bytes arrive.
            guard first == "PRI * HTTP/2.0", input.take(Self.preface.utf8.count - 16) != nil else {
                while let line = input.line(), !line.isEmpty {}
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                if let more = input.line() { beginnings.record("on the same connection: \(more)") }
                return
            }
            try connection.write(Frame(.settings).bytes)
            while let frame = try input.next() {
                if frame.kind == .settings, frame.flags & Frame.acknowledges == 0 {
                    try connection.write(Frame(.settings, flags: Frame.acknowledges).bytes)
                } else if early ? frame.kind == .headers : frame.kind.rawValue <= 1 && frame.flags & Frame.endsStream != 0 {
                    let frames = answer(frame.stream)
                    if frames.isEmpty { return }
                    try connection.write(frames.flatMap(\.bytes))
                    try then(connection)
                }
            }
        })
    }
}

extension HTTP2Frame {
    init(_ kind: Kind, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8] = []) {
        self.init(kind: kind, flags: flags, stream: stream, payload: payload)
    }

    /// Error 13, with which a server requires HTTP/1.1.
    static func http11Required(stream: UInt32) -> Self { reset(stream: stream, error: 13) }

    /// Reports that no stream above `last` was processed.
    static func goAway(last: UInt8) -> Self { Self(.goAway, [0, 0, 0, last, 0, 0, 0, 0]) }

    /// Allows more bytes of a request's body.
    static func room(_ count: UInt16, stream: UInt32) -> Self {
        Self(.windowUpdate, stream: stream, [0, 0, UInt8(count >> 8), UInt8(count & 0xFF)])
    }

    static func reset(stream: UInt32, error: UInt8) -> Self { Self(.reset, stream: stream, [0, 0, 0, error]) }

    /// Status 200, a field without Huffman coding (RFC 7541, section 6.2.2), and a body.
    static func answer(stream: UInt32, body: String = "hello") -> [Self] {
        let field = [0, 6] + Array("x-name".utf8) + [5] + Array("value".utf8)
        return [
            Self(.headers, flags: endsHeaders, stream: stream, [0x88] + field),
            Self(.data, flags: endsStream, stream: stream, Array(body.utf8)),
        ]
    }
}

extension HTTP2Frame.Input {
    fileprivate mutating func line() -> String? {
        var line: [UInt8] = []
        while let byte = take(1)?.first {
            line.append(byte)
            if byte == UInt8(ascii: "\n") { return String(decoding: line.dropLast(2), as: UTF8.self) }
        }
        return nil
    }
}
