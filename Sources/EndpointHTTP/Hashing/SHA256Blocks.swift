/// SHA-256 without a library (RFC 6234, section 6.2). Platforms that have CryptoKit use CryptoKit instead.
struct SHA256Blocks: BlockHash {
    private var state: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) = (
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19
    )

    mutating func update(_ blocks: UnsafeRawBufferPointer) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
            Self.constants.withUnsafeBufferPointer { constants in
                for start in stride(from: 0, to: blocks.count & ~63, by: 64) {
                    transform(UnsafeRawBufferPointer(rebasing: blocks[start..<start + 64]), words, constants)
                }
            }
        }
    }

    mutating func finish(_ tail: UnsafeRawBufferPointer, totalCount: Int) -> [UInt8] {
        // The padding: a bit, zeros, and the length in bits (section 4.1).
        withUnsafeTemporaryAllocation(byteCount: 128, alignment: 8) { padded in
            let count = tail.count < 56 ? 64 : 128
            padded.copyMemory(from: tail)
            padded[tail.count] = 0x80
            for index in (tail.count + 1)..<count { padded[index] = 0 }
            padded.storeBytes(of: (UInt64(totalCount) &* 8).bigEndian, toByteOffset: count - 8, as: UInt64.self)
            update(UnsafeRawBufferPointer(rebasing: padded[..<count]))
        }
        return [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
            let bytes = UnsafeMutableRawBufferPointer(digest)
            withUnsafeBytes(of: state) { words in
                for index in 0..<8 {
                    let word = words.load(fromByteOffset: index &* 4, as: UInt32.self)
                    bytes.storeBytes(of: word.bigEndian, toByteOffset: index &* 4, as: UInt32.self)
                }
            }
            count = 32
        }
    }

    private mutating func transform(
        _ block: UnsafeRawBufferPointer, _ words: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>
    ) {
        for index in 0..<16 { words[index] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)) }
        for index in 16..<64 {
            let (x, y) = (words[index &- 15], words[index &- 2])
            let early = Self.rotated(x, 7) ^ Self.rotated(x, 18) ^ x &>> 3
            let late = Self.rotated(y, 17) ^ Self.rotated(y, 19) ^ y &>> 10
            words[index] = words[index &- 16] &+ early &+ words[index &- 7] &+ late
        }
        var (a, b, c, d, e, f, g, h) = state
        for index in 0..<64 {
            let choice = (e & f) ^ (~e & g)
            let high = h &+ (Self.rotated(e, 6) ^ Self.rotated(e, 11) ^ Self.rotated(e, 25)) &+ choice &+ constants[index] &+ words[index]
            let majority = (a & b) ^ (a & c) ^ (b & c)
            let low = (Self.rotated(a, 2) ^ Self.rotated(a, 13) ^ Self.rotated(a, 22)) &+ majority
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ high, c, b, a, high &+ low)
        }
        state.0 &+= a
        state.1 &+= b
        state.2 &+= c
        state.3 &+= d
        state.4 &+= e
        state.5 &+= f
        state.6 &+= g
        state.7 &+= h
    }

    @inline(__always)
    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word &>> count | word &<< (32 &- count) }

    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
