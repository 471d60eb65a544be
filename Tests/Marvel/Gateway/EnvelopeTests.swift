import EndpointKit
import Foundation
import Testing

@Suite struct EnvelopeTests {
    @Test(
        arguments: [
            (1_767_225_600, 2026), (1_767_225_599, 2025), (0, 1970), (.nan, 1970), (1e300, 9999), (-1e300, 1),
        ] as [(Double, Int)])
    func `the attribution names the year`(seconds: Double, year: Int) async throws {
        let caller = try GatewayCaller(now: { Date(timeIntervalSince1970: seconds) })
        let response = try await caller.call("/characters/1009610")
        let envelope = try JSONDecoder().decode(EnvelopeBody<CharacterBody>.self, from: response.body)
        #expect(envelope.code == 200 && envelope.status == "Ok")
        #expect(envelope.copyright == "© \(year) MARVEL")
        #expect(envelope.attributionText == "Data provided by Marvel. © \(year) MARVEL")
        #expect(envelope.attributionHTML == "<a href=\"http://marvel.com\">Data provided by Marvel. © \(year) MARVEL</a>")
        #expect(response.headers["Content-Type"] == "application/json; charset=utf-8")
    }

    @Test func `a single character comes as a page of one`() async throws {
        let page = try await GatewayCaller().page("/characters/1009368", of: CharacterBody.self)
        #expect(page.offset == 0 && page.limit == 20 && page.total == 1 && page.count == 1)
        #expect(page.results.map(\.name) == ["Iron Man"])
    }

    @Test func `the entity tag stands in the body and in the head, and changes with the answer`() async throws {
        let caller = try GatewayCaller()
        let first = try await caller.call("/characters", "limit=1")
        let tag = try JSONDecoder().decode(EnvelopeBody<CharacterBody>.self, from: first.body).etag
        #expect(first.headers["ETag"] == "\"\(tag)\"")
        #expect(try await caller.call("/characters", "limit=1").headers["ETag"] == first.headers["ETag"])
        #expect(try await caller.call("/characters", "limit=2").headers["ETag"] != first.headers["ETag"])
    }

    @Test(arguments: [#""TAG""#, "TAG", #"W/"TAG""#, #""a,b", W/"c" ,"TAG""#, "*", #""x",*"#])
    func `who has the answer gets 304 and no body`(condition: String) async throws {
        let caller = try GatewayCaller()
        let first = try await caller.call("/characters")
        let quoted = try #require(first.headers["ETag"])
        let tag = quoted.dropFirst().dropLast()
        let again = try await caller.call("/characters", headers: ["If-None-Match": condition.replacing("TAG", with: tag)])
        #expect(again.status == 304 && again.body.isEmpty)
        #expect(again.headers["ETag"] == quoted && again.headers["Vary"] == "Accept-Encoding")
    }

    @Test(arguments: ["\"other\"", "", ",", "\"", "W/", "\"TAGx\""])
    func `who has another answer gets this one`(condition: String) async throws {
        let caller = try GatewayCaller()
        let tag = try #require(try await caller.call("/characters").headers["ETag"]).dropFirst().dropLast()
        let again = try await caller.call("/characters", headers: ["If-None-Match": condition.replacing("TAG", with: tag)])
        #expect(again.status == 200 && !again.body.isEmpty)
    }
}
