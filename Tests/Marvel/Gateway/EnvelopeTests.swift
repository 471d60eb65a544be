import EndpointKit
import Foundation
import MarvelGateway
import TestSupport
import Testing

@Suite struct EnvelopeTests {
    @Test(arguments: [(1_767_225_600, 2026), (1_767_225_599, 2025), (.nan, 1970), (1e300, 1970)] as [(Double, Int)])
    func `the attribution names the year`(seconds: Double, year: Int) async throws {
        let caller = try GatewayCaller(now: { Date(timeIntervalSince1970: seconds) })
        let response = try await caller.call("/characters/1009368")
        let envelope = try JSON(parsing: response.body)
        #expect(envelope.text("copyright") == "© \(year) MARVEL")
        #expect(envelope.text("attributionText") == "Data provided by Marvel. © \(year) MARVEL")
        #expect(envelope.text("attributionHTML") == "<a href=\"http://marvel.com\">Data provided by Marvel. © \(year) MARVEL</a>")
        #expect(envelope["data"]?["results"]?[0]?["name"] == "Iron Man")
    }

    @Test func `the entity tag changes with the answer, and only with it`() async throws {
        let caller = try GatewayCaller()
        let first = try await caller.call("/characters", "limit=1")
        #expect(try await caller.call("/characters", "limit=1").headers["ETag"] == first.headers["ETag"])
        #expect(try await caller.call("/characters", "limit=2").headers["ETag"] != first.headers["ETag"])
    }

    @Test(arguments: Documented.endpoints)
    func `every endpoint answers with 304 to a caller who has the answer`(endpoint: Documented.Endpoint) async throws {
        let caller = try GatewayCaller.shared()
        let tag = try #require(try await caller.call(endpoint.path).headers["ETag"])
        let again = try await caller.call(endpoint.path, headers: ["If-None-Match": tag])
        #expect(again.status == 304 && again.body.isEmpty && again.headers["ETag"] == tag)
    }

    @Test(arguments: [
        (#""TAG""#, 304), (#""a,b", W/"c" ,"TAG""#, 304), ("*", 304), (#""other""#, 200), (#""TAGx""#, 200), ("\"", 200), (#""a", *"#, 200),
        ("*, *", 200),
    ])
    func `a caller who has the answer gets 304 and no body`(condition: String, status: Int) async throws {
        let caller = try GatewayCaller()
        let tag = try #require(try await caller.call("/characters").headers["ETag"])
        let condition = condition.replacing("TAG", with: tag.split(separator: "\"").last ?? "")
        let again = try await caller.call("/characters", headers: ["If-None-Match": condition])
        #expect(again.status.rawValue == status && again.body.isEmpty == (status == 304) && again.headers["ETag"] == tag)
    }

    @Test(arguments: Documented.endpoints)
    func `a caller who accepts gzip gets the same bytes packed`(endpoint: Documented.Endpoint) async throws {
        let caller = try GatewayCaller.shared()
        let packed = try await caller.call(endpoint.path)
        #expect(packed.headers["Content-Encoding"] == "gzip" && packed.headers["Vary"] == "Accept-Encoding")
        let plain = try await caller.call(endpoint.path, headers: ["Accept-Encoding": "identity"])
        #expect(plain.headers["Content-Encoding"] == nil && plain.headers["Vary"] == "Accept-Encoding")
        #expect(packed.body == plain.body)
        // The same document, in other bytes.
        let tag = try #require(plain.headers["ETag"])
        #expect(packed.headers["ETag"] == "W/\(tag)")
    }

    @Test func `an answer that is packed is a fraction of the plain one`() async throws {
        let log = Recorder<AccessRecord>()
        let caller = try GatewayCaller(log: { log.record($0) })
        for coding in ["identity", "gzip"] {
            _ = try await caller.call("/comics", "limit=100", headers: ["Accept-Encoding": coding])
        }
        let sizes = log.values.map(\.byteCount)
        #expect(sizes.count == 2 && sizes[1] * 4 < sizes[0], "\(sizes)")
    }

    // One block of the packed form holds 65,535 bytes.
    @Test func `a long answer is packed whole`() async throws {
        #expect(try await GatewayCaller.shared().call("/comics", "limit=100").body.count > 65_535)
    }

    @Test(arguments: ["gzip;q=0", "gzip; q=0, *", "br"])
    func `a caller who doesn't accept gzip gets the bytes as they are`(accepted: String) async throws {
        let response = try await GatewayCaller.shared().call("/characters", headers: ["Accept-Encoding": accepted])
        #expect(response.headers["Content-Encoding"] == nil && response.body.first == UInt8(ascii: "{"))
    }
}
