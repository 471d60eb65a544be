/// Deflate (RFC 1951) with stored blocks, without compression, so that a picture has the same bytes on every machine.
enum Deflate {
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + 5 * (bytes.count / 65_535 + 1))
        var start = 0
        repeat {
            let end = min(start + 65_535, bytes.count)
            let length = UInt16(end - start)
            output.append(end == bytes.count ? 1 : 0)
            output.append(contentsOf: length.littleEndianBytes)
            output.append(contentsOf: (~length).littleEndianBytes)
            output.append(contentsOf: bytes[start..<end])
            start = end
        } while start < bytes.count
        return output
    }
}

extension FixedWidthInteger {
    var littleEndianBytes: [UInt8] { bigEndianBytes.reversed() }
    var bigEndianBytes: [UInt8] {
        stride(from: Self.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
    }
}
