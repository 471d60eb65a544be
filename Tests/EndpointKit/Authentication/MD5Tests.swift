import EndpointKit
import Foundation
import TestSupport
import Testing

@Suite struct MD5Tests {
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"), ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
        ("12345678901234567890123456789012345678901234567890123456789012345678901234567890", "57edf4a22be3c955ac49da2e2107b67a"),
    ])
    func `the test suite of RFC 1321 comes out`(text: String, digest: String) {
        #expect(MD5.hexDigest(of: text) == digest)
    }

    @Test(.enabled(if: SystemProgram.isInstalled("md5sum"), "needs the md5sum command"))
    func `inputs of 0 to 300 bytes and of a million agree with md5sum`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "md5-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        var digests: [String: String] = [:]
        for count in Array(0...300) + [1_000_000] {
            let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 131 &+ $0 >> 8) })
            try data.writeUnsynced(to: folder.appending(path: "\(count)"))
            digests["\(count)"] = data.withUnsafeBytes { MD5.hexDigest(of: $0) }
        }

        let text = String(decoding: try await SystemProgram.run("md5sum", Array(digests.keys), in: folder), as: UTF8.self)
        let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(lines.count == 302)
        for line in lines { #expect(digests[line[1]] == line[0], "\(line[1]) bytes") }
    }

    @Test func `bytes that aren't aligned come out the same`() {
        let bytes = Array(repeating: UInt8(7), count: 200)
        let shifted = [0] + bytes
        #expect(
            shifted.withUnsafeBytes { MD5.hexDigest(of: UnsafeRawBufferPointer(rebasing: $0.dropFirst())) }
                == bytes.withUnsafeBytes { MD5.hexDigest(of: $0) })
    }
}
