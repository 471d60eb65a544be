import EndpointKit
import Foundation
import TestSupport
import Testing

@Suite struct SHA256HashTests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `SHA256Hash: it reproduces the examples of FIPS 180`(text: String, digest: String) {
        #expect(SHA256Hash.hexDigest(of: text) == digest)
    }

    private static func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 131 &+ $0 >> 8) } }

    // Lengths around the ends of a block and its padding. The digests are from Python's hashlib.
    @Test(
        arguments: [
            (1, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
            (55, "5d05a4435b96f43e53e5a582bbb0b8d840a71c023e7468d6604d1c9ae6511c4c"),
            (56, "0851bc0b733318bd14db8098dec9a591c02ee1e72295d3ba54560e56342430fb"),
            (63, "3d825c09f5fe7358fe955248d4bfc207298e5e74c426ccba7c93ac3992d70143"),
            (64, "949f78c7321c5fa8a90f3d236c471950df72d869abc1d36e985cfce9a3ac98b9"),
            (65, "7978b7d18ecfdd9652aba9457bdd4f51dca470d6edfdd08055e2c244b5ae00cf"),
            (119, "f1ae96dacae36aee55d875c7d523334473a78b3e2381a3e7cc7fde2bef3f1938"),
            (120, "7f8c9999be4063260ab4477a8fb27a81bb475cdd1c8e1f3b301e928ecbc272fd"),
            (128, "ad10550a200b2dd5eef8de5edb1fbb508ecdd446aa02d574f73aa2e2c6188c7e"),
            (1000, "ce4866fe66ae964af5e434c0b2b1bcaa5f122adc7089cf66a7c2a69c69545d9f"),
            (100000, "e314d8e5ca8419a28c1a2e0fdc1cac213338759581f4cfeb0304e4508236d389"),
        ] as [(Int, String)])
    func `SHA256Hash: a length at the edge of a block is hashed correctly`(count: Int, digest: String) {
        #expect(SHA256Hash.hexadecimal(SHA256Hash.digest(of: Self.bytes(count))) == digest)
    }

    @Test(.enabled(if: SystemProgram.isInstalled("openssl"), "openssl isn't installed"))
    func `SHA256Hash: it agrees with OpenSSL`() async throws {
        let folder = try Folder()
        let files = try (0..<200).map { count in
            let file = folder.file("\(count)")
            try Data(Self.bytes(count)).write(to: file)
            return file.path
        }
        let output = String(decoding: try await SystemProgram.run("openssl", ["dgst", "-sha256", "-r"] + files), as: UTF8.self)
        #expect(
            output.split(separator: "\n").map { String($0.prefix(64)) }
                == (0..<200).map { SHA256Hash.hexadecimal(SHA256Hash.digest(of: Self.bytes($0))) })
    }

    @Test(arguments: [1, 3, 63, 64, 65, 127, 500])
    func `SHA256Hash: bytes in pieces have the same digest as the whole`(size: Int) {
        let bytes = Self.bytes(1000)
        var hash = SHA256Hash()
        for start in stride(from: 0, to: bytes.count, by: size) { hash.update(bytes[start..<min(start + size, bytes.count)]) }
        #expect(hash.finish() == SHA256Hash.digest(of: bytes))
    }

    // RFC 4231, test cases 1, 2 and 6.
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0b, count: 20), "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xaa, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ])
    func `SHA256Hash: it reproduces the HMAC examples of RFC 4231`(key: [UInt8], message: String, code: String) {
        #expect(SHA256Hash.hexadecimal(SHA256Hash.authenticationCode(of: Array(message.utf8), key: key)) == code)
    }
}
