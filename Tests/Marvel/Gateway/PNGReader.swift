/// Takes a picture apart, and throws for whatever PNG forbids.
struct PNGReader {
    struct Malformed: Error {
        var reason: String
    }
    private(set) var width = 0
    private(set) var height = 0
    private(set) var colours = 0
    /// Places in the palette.
    private(set) var pixels: [UInt8] = []

    init(_ file: [UInt8]) throws {
        guard file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { throw Malformed(reason: "signature") }
        var rest = file[8...]
        var names: [String] = []
        var stream: [UInt8] = []
        while !rest.isEmpty {
            let length = Int(UInt32(bigEndianBytes: rest.prefix(4)))
            guard rest.count >= length + 12 else { throw Malformed(reason: "length") }
            let content = rest.dropFirst(4).prefix(length + 4)
            let data = Array(content.dropFirst(4))
            guard Checksum.crc32(content) == UInt32(bigEndianBytes: rest.dropFirst(length + 8).prefix(4)) else {
                throw Malformed(reason: "CRC")
            }
            names.append(String(decoding: content.prefix(4), as: UTF8.self))
            switch names.last {
            case "IHDR":
                guard data.count == 13, data[8...] == [8, 3, 0, 0, 0] else { throw Malformed(reason: "IHDR") }
                width = Int(UInt32(bigEndianBytes: data[..<4]))
                height = Int(UInt32(bigEndianBytes: data[4..<8]))
            case "PLTE": colours = data.count / 3
            case "IDAT": stream += data
            default: break
            }
            rest = rest.dropFirst(length + 12)
        }
        guard names == ["IHDR", "PLTE", "IDAT", "IEND"] else { throw Malformed(reason: "\(names)") }
        try read(stream)
    }

    private mutating func read(_ stream: [UInt8]) throws {
        guard stream.count > 6, stream[0] & 15 == 8, (Int(stream[0]) << 8 | Int(stream[1])) % 31 == 0 else {
            throw Malformed(reason: "zlib")
        }
        let rows = try StoredBlocks.inflate(stream.dropFirst(2).dropLast(4))
        guard Checksum.adler32(rows) == UInt32(bigEndianBytes: stream.suffix(4)) else { throw Malformed(reason: "Adler-32") }
        guard rows.count == (width + 1) * height else { throw Malformed(reason: "rows") }
        for row in 0..<height {
            let start = row * (width + 1)
            guard rows[start] == 0 else { throw Malformed(reason: "filter") }
            pixels += rows[(start + 1)...(start + width)]
        }
        guard pixels.allSatisfy({ $0 < colours }) else { throw Malformed(reason: "palette") }
    }
}
