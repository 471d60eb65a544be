/// A reader of deflate's stored blocks, and the checksums around them, apart from the gateway's own.
enum StoredBlocks {
    struct Malformed: Error {}

    static func inflate(_ stream: some Sequence<UInt8>) throws -> [UInt8] {
        let bytes = Array(stream)
        var output: [UInt8] = []
        var index = 0
        while true {
            guard index + 5 <= bytes.count, bytes[index] <= 1 else { throw Malformed() }
            let isLast = bytes[index] == 1
            let length = Int(bytes[index + 1]) | Int(bytes[index + 2]) << 8
            let complement = Int(bytes[index + 3]) | Int(bytes[index + 4]) << 8
            index += 5
            guard length ^ complement == 0xFFFF, index + length <= bytes.count else { throw Malformed() }
            output += bytes[index..<(index + length)]
            index += length
            if isLast {
                guard index == bytes.count else { throw Malformed() }
                return output
            }
        }
    }
}

enum Checksum {
    /// Bit by bit, without a table.
    static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(0xFFFF_FFFF as UInt32) { register, byte in
            var register = register ^ UInt32(byte)
            for _ in 0..<8 { register = register & 1 == 1 ? register >> 1 ^ 0xEDB8_8320 : register >> 1 }
            return register
        }
    }

    static func adler32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        let (a, b) = bytes.reduce((1, 0) as (UInt32, UInt32)) { sums, byte in
            let a = (sums.0 + UInt32(byte)) % 65_521
            return (a, (sums.1 + a) % 65_521)
        }
        return b << 16 | a
    }
}

extension UInt32 {
    init(bigEndianBytes bytes: some Sequence<UInt8>) { self = bytes.reduce(0) { $0 << 8 | UInt32($1) } }
}
