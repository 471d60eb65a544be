/// The MD5 message digest (RFC 1321), for services that still sign with it. It isn't secure: don't use it for passwords or integrity.
public struct MD5: BlockHash {
    private var a: UInt32 = 0x6745_2301
    private var b: UInt32 = 0xefcd_ab89
    private var c: UInt32 = 0x98ba_dcfe
    private var d: UInt32 = 0x1032_5476

    /// The digest of `text` in UTF-8, as 32 lower-case hexadecimal digits.
    public static func hexDigest(of text: String) -> String {
        var text = text
        return text.withUTF8 { hexDigest(of: UnsafeRawBufferPointer($0)) }
    }

    /// The digest of `bytes`, as 32 lower-case hexadecimal digits.
    public static func hexDigest(of bytes: UnsafeRawBufferPointer) -> String {
        var digest = MD5()
        let whole = bytes.count & ~63
        digest.update(UnsafeRawBufferPointer(rebasing: bytes[..<whole]))
        return digest.finish(UnsafeRawBufferPointer(rebasing: bytes[whole...]), totalCount: bytes.count)
    }

    /// Hashes whole blocks of 64 bytes.
    mutating func update(_ blocks: UnsafeRawBufferPointer) {
        var block = blocks[...]
        while block.count >= 64 {
            transform(UnsafeRawBufferPointer(rebasing: block.prefix(64)))
            block = block.dropFirst(64)
        }
    }

    /// Hashes the last bytes, of which there are fewer than 64, with their padding and the length in bits (sections 3.1 and 3.2).
    mutating func finish(_ tail: UnsafeRawBufferPointer, totalCount: Int) -> String {
        withUnsafeTemporaryAllocation(byteCount: 128, alignment: 8) { padded in
            let count = tail.count < 56 ? 64 : 128
            padded.copyMemory(from: tail)
            padded[tail.count] = 0x80
            for index in (tail.count + 1)..<count { padded[index] = 0 }
            padded.storeBytes(of: (UInt64(totalCount) &* 8).littleEndian, toByteOffset: count - 8, as: UInt64.self)
            update(UnsafeRawBufferPointer(rebasing: padded[..<count]))
        }
        return hexadecimal
    }

    private var hexadecimal: String {
        String(unsafeUninitializedCapacity: 32) { output in
            let digits: StaticString = "0123456789abcdef"
            var index = 0
            for word in [a, b, c, d] {
                var word = word
                for _ in 0..<4 {
                    output[index] = digits.utf8Start[Int(word >> 4 & 15)]
                    output[index + 1] = digits.utf8Start[Int(word & 15)]
                    word >>= 8
                    index += 2
                }
            }
            return index
        }
    }

    @inline(__always)
    private func step(_ a: UInt32, _ b: UInt32, _ mixed: UInt32, _ x: UInt32, _ constant: UInt32, _ shift: UInt32) -> UInt32 {
        let sum = a &+ mixed &+ x &+ constant
        return b &+ (sum &<< shift | sum &>> (32 &- shift))
    }

    /// The 64 steps of section 3.4, written out because a loop over tables takes twice as long.
    private mutating func transform(_ block: UnsafeRawBufferPointer) {
        @inline(__always) func word(_ index: Int) -> UInt32 {
            UInt32(littleEndian: block.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
        }
        // A tuple, because an array would be allocated, and InlineArray needs a newer system.
        let x = (
            word(0), word(1), word(2), word(3), word(4), word(5), word(6), word(7), word(8), word(9), word(10), word(11), word(12),
            word(13),
            word(14), word(15)
        )
        let (a0, b0, c0, d0) = (a, b, c, d)
        // Round 1.
        a = step(a, b, d ^ (b & (c ^ d)), x.0, 0xd76aa478, 7)
        d = step(d, a, c ^ (a & (b ^ c)), x.1, 0xe8c7b756, 12)
        c = step(c, d, b ^ (d & (a ^ b)), x.2, 0x242070db, 17)
        b = step(b, c, a ^ (c & (d ^ a)), x.3, 0xc1bdceee, 22)
        a = step(a, b, d ^ (b & (c ^ d)), x.4, 0xf57c0faf, 7)
        d = step(d, a, c ^ (a & (b ^ c)), x.5, 0x4787c62a, 12)
        c = step(c, d, b ^ (d & (a ^ b)), x.6, 0xa8304613, 17)
        b = step(b, c, a ^ (c & (d ^ a)), x.7, 0xfd469501, 22)
        a = step(a, b, d ^ (b & (c ^ d)), x.8, 0x698098d8, 7)
        d = step(d, a, c ^ (a & (b ^ c)), x.9, 0x8b44f7af, 12)
        c = step(c, d, b ^ (d & (a ^ b)), x.10, 0xffff5bb1, 17)
        b = step(b, c, a ^ (c & (d ^ a)), x.11, 0x895cd7be, 22)
        a = step(a, b, d ^ (b & (c ^ d)), x.12, 0x6b901122, 7)
        d = step(d, a, c ^ (a & (b ^ c)), x.13, 0xfd987193, 12)
        c = step(c, d, b ^ (d & (a ^ b)), x.14, 0xa679438e, 17)
        b = step(b, c, a ^ (c & (d ^ a)), x.15, 0x49b40821, 22)
        // Round 2.
        a = step(a, b, (d & b) &+ (~d & c), x.1, 0xf61e2562, 5)
        d = step(d, a, (c & a) &+ (~c & b), x.6, 0xc040b340, 9)
        c = step(c, d, (b & d) &+ (~b & a), x.11, 0x265e5a51, 14)
        b = step(b, c, (a & c) &+ (~a & d), x.0, 0xe9b6c7aa, 20)
        a = step(a, b, (d & b) &+ (~d & c), x.5, 0xd62f105d, 5)
        d = step(d, a, (c & a) &+ (~c & b), x.10, 0x02441453, 9)
        c = step(c, d, (b & d) &+ (~b & a), x.15, 0xd8a1e681, 14)
        b = step(b, c, (a & c) &+ (~a & d), x.4, 0xe7d3fbc8, 20)
        a = step(a, b, (d & b) &+ (~d & c), x.9, 0x21e1cde6, 5)
        d = step(d, a, (c & a) &+ (~c & b), x.14, 0xc33707d6, 9)
        c = step(c, d, (b & d) &+ (~b & a), x.3, 0xf4d50d87, 14)
        b = step(b, c, (a & c) &+ (~a & d), x.8, 0x455a14ed, 20)
        a = step(a, b, (d & b) &+ (~d & c), x.13, 0xa9e3e905, 5)
        d = step(d, a, (c & a) &+ (~c & b), x.2, 0xfcefa3f8, 9)
        c = step(c, d, (b & d) &+ (~b & a), x.7, 0x676f02d9, 14)
        b = step(b, c, (a & c) &+ (~a & d), x.12, 0x8d2a4c8a, 20)
        // Round 3.
        a = step(a, b, b ^ c ^ d, x.5, 0xfffa3942, 4)
        d = step(d, a, a ^ b ^ c, x.8, 0x8771f681, 11)
        c = step(c, d, d ^ a ^ b, x.11, 0x6d9d6122, 16)
        b = step(b, c, c ^ d ^ a, x.14, 0xfde5380c, 23)
        a = step(a, b, b ^ c ^ d, x.1, 0xa4beea44, 4)
        d = step(d, a, a ^ b ^ c, x.4, 0x4bdecfa9, 11)
        c = step(c, d, d ^ a ^ b, x.7, 0xf6bb4b60, 16)
        b = step(b, c, c ^ d ^ a, x.10, 0xbebfbc70, 23)
        a = step(a, b, b ^ c ^ d, x.13, 0x289b7ec6, 4)
        d = step(d, a, a ^ b ^ c, x.0, 0xeaa127fa, 11)
        c = step(c, d, d ^ a ^ b, x.3, 0xd4ef3085, 16)
        b = step(b, c, c ^ d ^ a, x.6, 0x04881d05, 23)
        a = step(a, b, b ^ c ^ d, x.9, 0xd9d4d039, 4)
        d = step(d, a, a ^ b ^ c, x.12, 0xe6db99e5, 11)
        c = step(c, d, d ^ a ^ b, x.15, 0x1fa27cf8, 16)
        b = step(b, c, c ^ d ^ a, x.2, 0xc4ac5665, 23)
        // Round 4.
        a = step(a, b, c ^ (b | ~d), x.0, 0xf4292244, 6)
        d = step(d, a, b ^ (a | ~c), x.7, 0x432aff97, 10)
        c = step(c, d, a ^ (d | ~b), x.14, 0xab9423a7, 15)
        b = step(b, c, d ^ (c | ~a), x.5, 0xfc93a039, 21)
        a = step(a, b, c ^ (b | ~d), x.12, 0x655b59c3, 6)
        d = step(d, a, b ^ (a | ~c), x.3, 0x8f0ccc92, 10)
        c = step(c, d, a ^ (d | ~b), x.10, 0xffeff47d, 15)
        b = step(b, c, d ^ (c | ~a), x.1, 0x85845dd1, 21)
        a = step(a, b, c ^ (b | ~d), x.8, 0x6fa87e4f, 6)
        d = step(d, a, b ^ (a | ~c), x.15, 0xfe2ce6e0, 10)
        c = step(c, d, a ^ (d | ~b), x.6, 0xa3014314, 15)
        b = step(b, c, d ^ (c | ~a), x.13, 0x4e0811a1, 21)
        a = step(a, b, c ^ (b | ~d), x.4, 0xf7537e82, 6)
        d = step(d, a, b ^ (a | ~c), x.11, 0xbd3af235, 10)
        c = step(c, d, a ^ (d | ~b), x.2, 0x2ad7d2bb, 15)
        b = step(b, c, d ^ (c | ~a), x.9, 0xeb86d391, 21)
        a &+= a0
        b &+= b0
        c &+= c0
        d &+= d0
    }
}
