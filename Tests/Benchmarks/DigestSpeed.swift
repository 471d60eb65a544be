import EndpointKit
import Glibc

/// MD5 to hexadecimal against OpenSSL's, which is loaded if it is there.
enum DigestSpeed {
    private typealias OneShot = @convention(c) (UnsafeRawPointer?, Int, UnsafeMutablePointer<UInt8>?) -> UnsafeMutablePointer<UInt8>?

    static func run() throws {
        guard let library = dlopen("libcrypto.so.3", RTLD_NOW), let symbol = dlsym(library, "MD5") else {
            return print("md5: libcrypto.so.3 isn't there to compare with")
        }
        let peer = unsafeBitCast(symbol, to: OneShot.self)
        printRow(
            "MD5 of 90 bytes to hex", "\(ratio(peer, length: 90, rounds: 20_000)) of OpenSSL's time", goal: "at most 1.1")
        printRow(
            "MD5 of 1 MB", "\((1 / ratio(peer, length: 1_000_000, rounds: 20)).rounded(to: 2)) of OpenSSL's speed", goal: "at least 0.85")
    }

    private static func ratio(_ peer: OneShot, length: Int, rounds: Int) -> Double {
        let input = [UInt8]((0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        var sum = 0
        let ratio = medianRatio(
            of: {
                Times.of { for _ in 0..<rounds { sum &+= input.withUnsafeBytes { MD5.hexDigest(of: $0) }.utf8.count } }.cpu
            },
            to: {
                Times.of {
                    for _ in 0..<rounds {
                        var digest = [UInt8](repeating: 0, count: 16)
                        _ = peer(input, length, &digest)
                        sum &+= hexadecimal(digest).utf8.count
                    }
                }.cpu
            })
        precondition(sum > 0)
        return ratio.rounded(to: 2)
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits: StaticString = "0123456789abcdef"
        return String(unsafeUninitializedCapacity: bytes.count * 2) { output in
            for (index, byte) in bytes.enumerated() {
                output[index * 2] = digits.utf8Start[Int(byte >> 4)]
                output[index * 2 + 1] = digits.utf8Start[Int(byte & 15)]
            }
            return bytes.count * 2
        }
    }
}
