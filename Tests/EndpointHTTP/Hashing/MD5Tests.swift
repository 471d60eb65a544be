import EndpointKit
import Testing

@Suite struct MD5Tests {
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"), ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
        ("12345678901234567890123456789012345678901234567890123456789012345678901234567890", "57edf4a22be3c955ac49da2e2107b67a"),
    ])
    func `MD5: it passes the test suite of RFC 1321`(text: String, digest: String) {
        #expect(MD5.hexDigest(of: text) == digest)
    }

    // Lengths around the ends of a block and its padding. The digests are from md5sum; the stress runs compare all lengths with it.
    @Test(
        arguments: [
            (1, "93b885adfe0da089cdf634904fd59f71"), (55, "94547360afd92a27850d16e32d14c445"), (56, "d8b26c30e907ae405b581a02e8a976e1"),
            (57, "1f4f895665598d0b5d19cb3bffa6f1f0"), (63, "95ed95025fc61e86816e873b2a15614b"), (64, "543faeacda37eef7bf1d36b5b1e602c3"),
            (65, "30b3b7bb110de0c3f8f5054f841bf029"), (119, "a1fc4519133b6959881028777aaff6de"), (120, "623f79487b76e08ebe9095aaf747d779"),
            (127, "c17771ed490867989958ca0bab39738c"), (128, "ec498bf48924f6c49584d5d0f61d8479"), (129, "000fdd9318fbd67b1fbdeaf21033cbaa"),
            (1000, "339c8a66d7027660e67d759a26f1abdf"), (100000, "d4c384f151c640e0d4cbd259b70cc598"),
        ] as [(Int, String)])
    func `MD5: lengths at the edges of a block are hashed correctly`(count: Int, digest: String) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 131 &+ $0 >> 8) }
        #expect(bytes.withUnsafeBytes { MD5.hexDigest(of: $0) } == digest)
    }

    @Test func `MD5: unaligned bytes have the same hash`() {
        let bytes = Array(repeating: UInt8(7), count: 200)
        let shifted = [0] + bytes
        #expect(
            shifted.withUnsafeBytes { MD5.hexDigest(of: UnsafeRawBufferPointer(rebasing: $0.dropFirst())) }
                == bytes.withUnsafeBytes { MD5.hexDigest(of: $0) })
    }
}
