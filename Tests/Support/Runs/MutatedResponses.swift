import EndpointKit

/// HTTP responses that were valid before they were mutated; the same seed gives the same responses.
public struct MutatedResponses {
    private var random: SplitMix64

    public init(seed: UInt64) { random = SplitMix64(seed: seed) }

    public mutating func next() -> [UInt8] {
        var bytes = Self.seeds[pick(Self.seeds.count)]
        for _ in 0...pick(4) { mutate(&bytes) }
        return bytes
    }

    static let seeds: [[UInt8]] =
        [
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 1\r\n\r\n",
            "HTTP/1.1 204 No Content\r\nETag: \"1\"\r\n\r\n",
            "HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n",
            "HTTP/1.1 302 Found\r\nLocation: //%2F\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\", Digest nonce=\"1\"\r\nContent-Length: 2\r\n\r\nno",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </s>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
            "HTTP/1.0 200 OK\r\nServer: old\r\n\r\nuntil the end",
            "HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2; Path=/\r\nX-Folded: one\r\n two\r\nX-Latin: caf\u{E9}\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 120\r\nConnection: close\r\nContent-Length: 4\r\n\r\nbusy",
            "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-2/10\r\nContent-Length: 3\r\nAccept-Ranges: bytes\r\n\r\nabc",
        ].map { Array($0.utf8) }
        + CodedBodies.all.map { coding, bytes in
            Array("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(bytes.count)\r\n\r\n".utf8) + bytes
        }

    private static let lines = [
        "Content-Length: 9223372036854775807", "Content-Length: -1", "Content-Length: 3", "Content-Length:", "Content-Length: 3, 3",
        "Transfer-Encoding: chunked", "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: identity", "Content-Encoding: gzip",
        "Content-Encoding: br, gzip, deflate", "Content-Encoding: zstd", "Connection: close", "Connection: upgrade", "Upgrade: h2c",
        "Location: http://[::1", "Location: javascript:x", "Set-Cookie: =;;;", ": empty", "no colon", " folded", "X\0: nul", "Alt-Svc: h3",
        "Content-Range: bytes 5-1/0", "HTTP/1.1 200 OK", "HTTP/2 200", "Retry-After: 99999999999999999999",
    ]
    private static let starts = [
        "HTTP/1.1 200", "HTTP/1.1 999 X", "HTTP/1.1 000 X", "HTTP/1.1 -1 X", "HTTP/9.9 200 OK", "HTTP/1.1  200  OK", "HTTP/1.1 20", "",
        "ICY 200 OK",
        "HTTP/1.1 100 Continue", "HTTP/1.1 204 X", "HTTP/0.9 200 OK", "HTTP/2 200", "http/1.1 200 ok", "\0",
    ]
    private static let sizes = [
        "0", "FFFFFFFFFFFFFFFF", "7FFFFFFFFFFFFFFF", "-1", "", "0x3", "00000000000000000000003", "3;\"", "80000000", "g",
    ]

    private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &random) }

    private mutating func mutate(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        let place = pick(bytes.count)
        let range = place..<min(bytes.count, place + 1 + pick(20))
        switch pick(9) {
        case 0: bytes[place] ^= 1 << UInt8(pick(8))
        case 1: bytes.removeLast(bytes.count - place)
        case 2: bytes.removeSubrange(range)
        case 3: bytes.insert(contentsOf: bytes[range], at: pick(bytes.count))
        case 4: bytes.insert(contentsOf: (0..<(1 + pick(16))).map { _ in UInt8(pick(256)) }, at: place)
        case 5: replaceLine(0, in: &bytes, by: Self.starts[pick(Self.starts.count)])
        case 6: insertLine(Self.lines[pick(Self.lines.count)], in: &bytes)
        case 7: replaceLine(pick(12), in: &bytes, by: Self.sizes[pick(Self.sizes.count)])
        default: bytes.replaceSubrange(range, with: repeatElement(UInt8(pick(256)), count: pick(3000)))
        }
    }

    private func lineEnds(of bytes: [UInt8]) -> [Int] { bytes.indices.filter { bytes[$0] == UInt8(ascii: "\r") } }

    private mutating func insertLine(_ line: String, in bytes: inout [UInt8]) {
        let ends = lineEnds(of: bytes)
        if ends.isEmpty { return }
        bytes.insert(contentsOf: "\r\n\(line)".utf8, at: ends[pick(min(4, ends.count))])
    }

    private func replaceLine(_ number: Int, in bytes: inout [UInt8], by line: String) {
        let ends = lineEnds(of: bytes)
        guard number < ends.count else { return }
        let start = number == 0 ? 0 : min(ends[number - 1] + 2, ends[number])
        bytes.replaceSubrange(start..<ends[number], with: line.utf8)
    }
}
