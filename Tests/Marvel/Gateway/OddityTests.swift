import EndpointKit
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

    @Test(arguments: [
        ("events", #""start":"\d{4}-\d\d-\d\d 00:00:00""#), ("events", #""next":null"#), ("series", #""description":null"#),
        ("series", #""type":"""#), ("series", #""rating":"""#), ("stories", #""thumbnail":null"#), ("stories", #""type":"""#),
    ])
    func `other lists hold what theirs hold`(kind: String, pattern: String) async throws {
        #expect(try await Self.whole(kind).contains(try Regex(pattern)))
    }

    /// Of the characters who appear most widely together.
    private static let ids = [1_009_610, 1_009_718, 1_009_165, 1_009_220, 1_009_368]

    private static func whole(_ kind: String) async throws -> String {
        let caller = try GatewayCaller()
        var text = ""
        for id in ids { text += try await caller.call("/characters/\(id)/\(kind)", "limit=100").text }
        return text
    }
}
