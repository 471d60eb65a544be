/// Bytes that must make a client end an HTTP/2 connection if they arrive while a stream is open (RFC 9113, section 5.4.1).
struct InvalidFrame: Sendable {
    let name: String
    let bytes: [UInt8]

    private init(_ name: String, _ kind: HTTP2Frame.Kind, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8]) {
        self.name = name
        bytes = HTTP2Frame(kind: kind, flags: flags, stream: stream, payload: payload).bytes
    }

    private init(_ name: String, text: String) {
        self.name = name
        bytes = Array(text.utf8)
    }

    // The section numbers refer to RFC 9113.
    static func all(stream: UInt32) -> [InvalidFrame] {
        [
            // 4.2
            InvalidFrame("DATA above the maximum frame size", .data, stream: stream, [UInt8](repeating: 120, count: 16_385)),
            InvalidFrame("HEADERS above the maximum frame size", .headers, flags: 5, stream: stream, [UInt8](repeating: 0, count: 16_385)),
            // 4.3
            InvalidFrame("trailers that aren't HPACK", .headers, flags: 5, stream: stream, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
            InvalidFrame("trailers with an unknown index", .headers, flags: 5, stream: stream, [0xFE]),
            // 5.1
            InvalidFrame("DATA on a stream that wasn't opened", .data, stream: 99, [120]),
            InvalidFrame("DATA on a server-initiated stream", .data, stream: 2, [120]),
            // 6.1
            InvalidFrame("DATA without a stream", .data, [120]),
            InvalidFrame("DATA with more padding than bytes", .data, flags: 8, stream: stream, [255, 97, 98]),
            // 6.2
            InvalidFrame("HEADERS without a stream", .headers, flags: 5, [0x88]),
            // 6.4
            InvalidFrame("RST_STREAM with a wrong size", .reset, stream: stream, [0]),
            InvalidFrame("RST_STREAM without a stream", .reset, [0, 0, 0, 0]),
            // 6.5
            InvalidFrame("SETTINGS with a wrong size", .settings, [0, 0, 0, 0, 0]),
            InvalidFrame("SETTINGS on a stream", .settings, stream: stream, []),
            InvalidFrame("acknowledged SETTINGS with a value", .settings, flags: HTTP2Frame.acknowledges, [0, 0, 0, 0, 0, 0]),
            InvalidFrame("SETTINGS with a window of more than 2^31-1", .settings, [0, 4, 255, 255, 255, 255]),
            // 6.7
            InvalidFrame("PING with a wrong size", .ping, [UInt8](repeating: 0, count: 9)),
            InvalidFrame("PING on a stream", .ping, stream: stream, [UInt8](repeating: 0, count: 8)),
            // 6.8
            InvalidFrame("GOAWAY with a wrong size", .goAway, [0]),
            InvalidFrame("GOAWAY on a stream", .goAway, stream: stream, [UInt8](repeating: 0, count: 8)),
            // 6.9
            InvalidFrame("WINDOW_UPDATE with a wrong size", .windowUpdate, [0, 0]),
            InvalidFrame("WINDOW_UPDATE with an increment of 0", .windowUpdate, [0, 0, 0, 0]),
            InvalidFrame("WINDOW_UPDATE with an increment that makes the window more than 2^31-1", .windowUpdate, [127, 255, 255, 255]),
            // 6.10
            InvalidFrame("CONTINUATION without HEADERS", .continuation, flags: HTTP2Frame.endsHeaders, stream: stream, [0x88]),
            // As if the server had restarted with another protocol.
            InvalidFrame("text", text: "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"),
        ]
    }
}
