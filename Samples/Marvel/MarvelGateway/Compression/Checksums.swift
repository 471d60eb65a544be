/// The CRC-32 of gzip (RFC 1952, section 8) and PNG.
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }

    static func value(of bytes: [UInt8]) -> UInt32 {
        var register: UInt32 = 0xFFFF_FFFF
        table.withUnsafeBufferPointer { table in
            bytes.withUnsafeBufferPointer { bytes in
                for byte in bytes { register = table[Int(UInt8(truncatingIfNeeded: register) ^ byte)] ^ register >> 8 }
            }
        }
        return ~register
    }
}

/// The check value at the end of a zlib stream (RFC 1950, section 8.2).
enum Adler32 {
    static func value(of bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBufferPointer { bytes in
            var (a, b): (UInt32, UInt32) = (1, 0)
            var start = 0
            while start < bytes.count {
                // The maximum number of bytes whose sums fit in 32 bits before the remainder must be taken.
                let end = min(start + 5552, bytes.count)
                for index in start..<end {
                    a &+= UInt32(bytes[index])
                    b &+= a
                }
                a %= 65_521
                b %= 65_521
                start = end
            }
            return b << 16 | a
        }
    }
}
