import EndpointKit
import Glibc
import TestSupport

/// MD5 as hexadecimal digits, compared with OpenSSL's, which is loaded if it is installed.
enum DigestSpeed {
    private typealias OneShot = @convention(c) (UnsafeRawPointer?, Int, UnsafeMutablePointer<UInt8>?) -> UnsafeMutablePointer<UInt8>?

    static func run() throws -> [BenchmarkRow] {
        let (short, long) = ("MD5 of 90 bytes to hex", "MD5 of 1 MB")
        guard let library = dlopen("libcrypto.so.3", RTLD_NOW), let symbol = dlsym(library, "MD5") else {
            let note = "libcrypto.so.3 isn't there to compare with"
            return [BenchmarkRow(short, note: note), BenchmarkRow(long, note: note)]
        }
        let peer = unsafeBitCast(symbol, to: OneShot.self)
        return [
            BenchmarkRow(short, [Figure(ratio(peer, length: 90, rounds: 20_000), "times OpenSSL's processor time", goal: .atMost(1.1))]),
            BenchmarkRow(long, [Figure(1 / ratio(peer, length: 1_000_000, rounds: 20), "times OpenSSL's speed", goal: .atLeast(0.85))]),
        ]
    }

    private static func ratio(_ peer: OneShot, length: Int, rounds: Int) -> Double {
        let input = [UInt8]((0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        var sum = 0
        let pair = sideBySide(rounds: 9) {
            Times.of { for _ in 0..<rounds { sum &+= input.withUnsafeBytes { MD5.hexDigest(of: $0) }.utf8.count } }
        } _: {
            Times.of {
                for _ in 0..<rounds {
                    var digest = [UInt8](repeating: 0, count: 16)
                    _ = peer(input, length, &digest)
                    sum &+= hexadecimal(digest).utf8.count
                }
            }
        }
        precondition(sum > 0)
        return pair.cpuRatio
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
