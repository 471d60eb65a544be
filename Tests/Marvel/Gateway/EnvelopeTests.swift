import EndpointKit
import Foundation
import Testing

@Suite struct EnvelopeTests {
    @Test(arguments: [(1_767_225_600, 2026), (1_767_225_599, 2025), (.nan, 1970), (1e300, 9999)] as [(Double, Int)])
    func `the attribution names the year`(seconds: Double, year: Int) async throws {
        let caller = try GatewayCaller(now: { Date(timeIntervalSince1970: seconds) })
        let response = try await caller.call("/characters/1009368")
        let envelope = try JSONDecoder().decode(EnvelopeBody<CharacterBody>.self, from: response.body)
        #expect(envelope.code == 200 && envelope.status == "Ok")
        #expect(envelope.copyright == "© \(year) MARVEL")
        #expect(envelope.attributionText == "Data provided by Marvel. © \(year) MARVEL")
        #expect(envelope.attributionHTML == "<a href=\"http://marvel.com\">Data provided by Marvel. © \(year) MARVEL</a>")
        #expect(response.headers["Content-Type"] == "application/json; charset=utf-8")
        #expect(envelope.data.total == 1 && envelope.data.results.map(\.name) == ["Iron Man"])
    }

    @Test func `the entity tag stands in the body and in the head, and changes with the answer`() async throws {
        let caller = try GatewayCaller()
        let first = try await caller.call("/characters", "limit=1")
        let tag = try JSONDecoder().decode(EnvelopeBody<CharacterBody>.self, from: first.body).etag
        #expect(first.headers["ETag"] == "\"\(tag)\"")
        #expect(try await caller.call("/characters", "limit=1").headers["ETag"] == first.headers["ETag"])
        #expect(try await caller.call("/characters", "limit=2").headers["ETag"] != first.headers["ETag"])
    }

    @Test(arguments: [(#""TAG""#, 304), (#""a,b", W/"c" ,"TAG""#, 304), ("*", 304), (#""other""#, 200), (#""TAGx""#, 200), ("\"", 200)])
    func `a caller who has the answer gets 304 and no body`(condition: String, status: Int) async throws {
        let caller = try GatewayCaller()
        let tag = try #require(try await caller.call("/characters").headers["ETag"])
        let condition = condition.replacing("TAG", with: tag.dropFirst().dropLast())
        let again = try await caller.call("/characters", headers: ["If-None-Match": condition])
        #expect(again.status.rawValue == status && again.body.isEmpty == (status == 304) && again.headers["ETag"] == tag)
    }
}
