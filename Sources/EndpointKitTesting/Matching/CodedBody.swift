package import EndpointKit

/// A body whose content codings have been decoded here, because the caller compressed it, or because its transport doesn't decode it.
package struct CodedBody {
    /// The decoded bytes, or the body itself if it isn't coded or can't be decoded on this machine.
    package let bytes: [UInt8]
    /// Whether the body has more codings than a transport would decode.
    package let isTooDeep: Bool
    /// How many gzip codings were decoded, if there were no others.
    private let gzipCount: Int

    private static let limit = 64 << 20
    private static let mostCodings = 5

    /// - Parameter headers: the message's fields. `Content-Encoding` often remains even though the body has already been decoded.
    package init(_ body: [UInt8], _ headers: HTTPHeaders) {
        var codings = headers.values(for: "Content-Encoding").joined(separator: ",").lowercased().split(separator: ",")
            .map { $0.trimming { $0 == " " || $0 == "\t" } }.filter { !$0.isEmpty && $0 != "identity" }
        var (bytes, count, onlyGzip) = (body, 0, true)
        while count <= Self.mostCodings {
            let isGzip = bytes.starts(with: [0x1F, 0x8B])
            if isGzip {
                if codings.last?.hasSuffix("gzip") == true { codings.removeLast() }
            } else if codings.isEmpty || String(validating: bytes, as: UTF8.self) != nil {
                break
            }
            guard let decoded = Self.decoded(bytes, isGzip ? "gzip" : String(codings.removeLast())) else { break }
            bytes = decoded
            count += 1
            onlyGzip = onlyGzip && isGzip
        }
        self.bytes = bytes
        isTooDeep = count > Self.mostCodings
        gzipCount = onlyGzip ? count : 0
    }

    private static func decoded(_ body: [UInt8], _ coding: String) -> [UInt8]? {
        guard let origin = Origin(scheme: .https, host: "localhost") else { return nil }
        let response = HTTPResponse(headers: ["Content-Encoding": coding], body: Data(body))
        let decoded = try? response.decoded(for: HTTPRequest(origin: origin), limit: limit).body
        return decoded.map { Array($0) }.flatMap { $0 == body ? nil : $0 }
    }

    /// Encodes other bytes with the same codings if they are all gzip, without compression. Otherwise the bytes stay unchanged, as a reader
    /// would get them from a transport that decodes.
    package func coded(_ bytes: [UInt8]) -> [UInt8] { (0..<gzipCount).reduce(bytes) { bytes, _ in Self.gzip(bytes) } }

    /// A gzip member (RFC 1952) that consists of stored blocks (RFC 1951, section 3.2.4).
    private static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        func littleEndian(_ number: UInt32, _ size: Int) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
        }
        var coded: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        var start = 0
        repeat {
            let block = bytes[start...].prefix(0xFFFF)
            start = block.endIndex
            let length = UInt32(block.count)
            coded += [start == bytes.count ? 1 : 0] + littleEndian(length, 2) + littleEndian(~length, 2) + block
        } while start < bytes.count
        return coded + littleEndian(checksum(bytes), 4) + littleEndian(UInt32(truncatingIfNeeded: bytes.count), 4)
    }

    /// CRC-32, bit by bit.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
