import EndpointKit
import Testing

@Suite struct CompressionTests {
    @Test func `a caller who accepts gzip gets the same bytes packed`() async throws {
        let caller = try GatewayCaller()
        let packed = try await caller.call("/characters", "limit=40")
        #expect(packed.headers["Content-Encoding"] == "gzip" && packed.headers["Vary"] == "Accept-Encoding")
        let plain = try await caller.call("/characters", "limit=40", headers: ["Accept-Encoding": "identity"])
        #expect(plain.headers["Content-Encoding"] == nil && plain.headers["Vary"] == "Accept-Encoding")
        // More than one block of the packed form holds.
        #expect(packed.body == plain.body && plain.body.count > 65_535)
    }

    @Test(arguments: ["gzip;q=0", "gzip; q=0, *", "br"])
    func `a caller who doesn't accept gzip gets the bytes as they are`(accepted: String) async throws {
        let response = try await GatewayCaller().call("/characters", headers: ["Accept-Encoding": accepted])
        #expect(response.headers["Content-Encoding"] == nil && response.body.first == UInt8(ascii: "{"))
    }
}
