/// A PNG file with at most 256 colors (PNG, third edition, section 11.2).
struct PNG {
    var width: Int
    var height: Int
    var palette: [Colour]
    /// Indices of the palette, row by row.
    var pixels: [UInt8]

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    var bytes: [UInt8] {
        let eightBits: UInt8 = 8
        let indexedColour: UInt8 = 3
        let header = UInt32(width).bigEndianBytes + UInt32(height).bigEndianBytes + [eightBits, indexedColour, 0, 0, 0]
        return Self.signature + chunk("IHDR", header) + chunk("PLTE", palette.flatMap { [$0.red, $0.green, $0.blue] })
            + chunk("IDAT", zlibStream) + chunk("IEND", [])
    }

    /// The zlib stream (RFC 1950), in which each row starts with its filter type, "none".
    private var zlibStream: [UInt8] {
        var rows: [UInt8] = []
        rows.reserveCapacity((width + 1) * height)
        for row in 0..<height {
            rows.append(0)
            rows.append(contentsOf: pixels[row * width..<(row + 1) * width])
        }
        return [0x78, 0x01] + Deflate.stored(rows) + Adler32.value(of: rows).bigEndianBytes
    }

    private func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let content = Array(type.utf8) + data
        return UInt32(data.count).bigEndianBytes + content + CRC32.value(of: content).bigEndianBytes
    }
}
