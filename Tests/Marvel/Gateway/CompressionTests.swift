import EndpointKit
import MarvelGateway
import Testing

@Suite struct CompressionTests {
    private static let target = "/v1/public/characters?limit=40&\(GatewayCaller.signature.encoded)"

    @Test(arguments: ["gzip", "GZIP", "deflate, gzip", "*", "x-gzip", "br;q=1.0, gzip;q=0.001", "identity;q=0, *;q=0.5"])
    func `who accepts gzip gets the same bytes as a member`(accepted: String) async throws {
        let caller = try GatewayCaller()
        let plain = try await RawExchange.get(Self.target, port: caller.gateway.port)
        let packed = try await RawExchange.get(Self.target, port: caller.gateway.port, headers: "Accept-Encoding: \(accepted)\r\n")
        #expect(packed.head.contains("Content-Encoding: gzip\r\n") && packed.head.contains("Vary: Accept-Encoding\r\n"))
        #expect(packed.head.contains("Content-Length: \(packed.body.count)\r\n"))
        #expect(plain.body.count > 65_535)

        #expect(packed.body.starts(with: [0x1F, 0x8B, 8, 0]))
        let unpacked = try StoredBlocks.inflate(packed.body.dropFirst(10).dropLast(8))
        #expect(unpacked == plain.body)
        #expect(UInt32(bigEndianBytes: packed.body.suffix(8).prefix(4).reversed()) == Checksum.crc32(plain.body))
        #expect(UInt32(bigEndianBytes: packed.body.suffix(4).reversed()) == UInt32(plain.body.count))
    }

    @Test(arguments: [
        "", "Accept-Encoding: identity\r\n", "Accept-Encoding: gzip;q=0\r\n", "Accept-Encoding: gzip; q=0, *\r\n",
        "Accept-Encoding: br\r\n",
    ])
    func `who doesn't accept gzip gets the bytes as they are`(header: String) async throws {
        let caller = try GatewayCaller()
        let answer = try await RawExchange.get(Self.target, port: caller.gateway.port, headers: header)
        #expect(!answer.head.contains("Content-Encoding"))
        #expect(answer.head.contains("Vary: Accept-Encoding\r\n"))
        #expect(answer.body.first == UInt8(ascii: "{"))
    }

    @Test func `the framework's transport reads the member`() async throws {
        let caller = try GatewayCaller()
        let plain = try await RawExchange.get(Self.target, port: caller.gateway.port)
        let response = try await caller.call("/characters", "limit=40")
        #expect(response.headers["Content-Encoding"] == "gzip")
        #expect(Array(response.body) == plain.body)
    }
}
