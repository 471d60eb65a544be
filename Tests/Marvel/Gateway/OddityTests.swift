import EndpointKit
import Foundation
import Testing

/// What real answers contained, and decoding has to survive.
@Suite struct OddityTests {
    private static let texts = [
        #""isbn":785"#, #""isbn":"978-0-7851-"#, #""isbn":"""#, #""diamondCode":0,"#, #""diamondCode":"JUL"#, #""ean":0,"#,
        #""ean":"9780785 "#,
        #""issn":0,"#, #""issn":"1941-"#, #""price":3.99"#, #""price":4,"#, #""price":0,"#, #""issueNumber":0.5"#, #""description":null"#,
        #"<br>"#, #"\r"#, #""type":"issue_preview_text.""#, #""format":"Digital Vertical Comic""#, #""format":"""#, ##""name":"#O""##,
        #""role":"penciler""#, #""role":"penciller""#, #""date":"-0001-11-30T00:00:00-0500""#, "/image_not_available\"",
        #""modified":"-0001-11-30T00:00:00-0500""#, #"-0400""#,
    ]

    @Test func `the comics hold what comics hold`() async throws {
        let comics = try await Self.whole("comics")
        for text in Self.texts { #expect(comics.contains(text), "\(text)") }
    }

    @Test func `a comic's description is a text, null, or not there`() async throws {
        let comics = try await Self.objects("comics")
        #expect(comics.contains { $0["description"] is String })
        #expect(comics.contains { $0["description"] is NSNull })
        #expect(comics.contains { $0["description"] == nil })
    }

    @Test func `an event's days are in a format of their own, its neighbours null or not there`() async throws {
        let events = try await Self.objects("events")
        #expect(events.contains { ($0["start"] as? String)?.wholeMatch(of: /\d{4}-\d\d-\d\d 00:00:00/) != nil })
        #expect(events.contains { $0["end"] is NSNull } || events.contains { $0["start"] is NSNull })
        #expect(events.contains { $0["next"] is NSNull } && events.contains { $0["next"] is [String: Any] })
        #expect(events.contains { $0["previous"] == nil } && events.contains { $0["previous"] is [String: Any] })
    }

    @Test func `a series may have no description, type or rating`() async throws {
        let series = try await Self.objects("series")
        #expect(series.contains { $0["description"] is NSNull } && series.contains { $0["description"] == nil })
        #expect(series.contains { $0["type"] as? String == "" } && series.contains { $0["rating"] as? String == "" })
        #expect(series.contains { $0["next"] is NSNull } && series.contains { $0["previous"] == nil })
    }

    @Test func `a story has no thumbnail, or null for one`() async throws {
        let stories = try await Self.objects("stories")
        #expect(stories.contains { $0["thumbnail"] is NSNull } && stories.contains { $0["thumbnail"] == nil })
        #expect(stories.contains { $0["type"] as? String == "" })
    }

    /// Of the characters who appear most widely together.
    private static let ids = [1_009_610, 1_009_718, 1_009_165, 1_009_220, 1_009_368]

    private static func objects(_ kind: String) async throws -> [[String: Any]] {
        let caller = try GatewayCaller()
        var objects: [[String: Any]] = []
        for id in ids {
            let answer = try await caller.call("/characters/\(id)/\(kind)", "limit=100")
            let envelope = try #require(try JSONSerialization.jsonObject(with: answer.body) as? [String: Any])
            let data = try #require(envelope["data"] as? [String: Any])
            objects += try #require(data["results"] as? [[String: Any]])
        }
        return objects
    }

    private static func whole(_ kind: String) async throws -> String {
        let caller = try GatewayCaller()
        var text = ""
        for id in ids { text += try await caller.call("/characters/\(id)/\(kind)", "limit=100").text }
        return text
    }
}
