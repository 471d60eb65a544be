import EndpointKit
import Testing

/// What real answers contained, and decoding has to survive.
@Suite struct OddityTests {
    private static let texts = [
        "comics": [
            #""isbn":785\d+,"#, #""isbn":"978-0-7851-"#, #""isbn":"""#, #""diamondCode":0,"#, #""diamondCode":"JUL"#, #""ean":0,"#,
            #""ean":"9780785 "#, #""issn":0,"#, #""issn":"1941-"#, #""price":3\.99"#, #""price":4\D"#, #""price":0\D"#,
            #""issueNumber":0\.5,"#,
            #""issueNumber":1,"#, #""description":null"#, "<br>", #"\\r"#, #""type":"issue_preview_text\.""#,
            #""format":"Digital Vertical Comic""#, #""format":"""#, ##""name":"#O""##, #""role":"penciler""#, #""role":"penciller""#,
            #""date":"-0001-11-30T00:00:00-0500""#, "-0400\"", #""thumbnail":\{"path":"http://[^"]+/image_not_available""#,
            #""images":\[\]"#,
        ],
        "characters": [#""description":"""#, "/image_not_available\""],
        "creators": [##""fullName":"#O""##, #""suffix":"""#, #""suffix":"Jr\.""#, #""lastName":"""#, "/image_not_available\""],
        "events": [#""start":"\d{4}-\d\d-\d\d 00:00:00""#, #""start":null"#, #""end":null"#, #""next":null"#],
        "series": [#""description":null"#, #""type":"""#, #""rating":"""#, #""next":null"#],
        "stories": [#""thumbnail":null"#, #""type":"""#, #""description":"""#],
    ]

    @Test(arguments: texts.keys.sorted())
    func `a list holds what real ones held`(kind: String) async throws {
        let text = try JSON.array(await Documented.whole(kind)).description
        for pattern in try #require(Self.texts[kind]) { #expect(text.contains(try Regex(pattern)), "\(pattern)") }
    }

    @Test(arguments: [("comics", "description"), ("series", "description"), ("events", "previous"), ("stories", "thumbnail")])
    func `a key may be missing`(kind: String, key: String) async throws {
        let whole = try await Documented.whole(kind)
        #expect(whole.contains { $0[key] == nil } && whole.contains { $0[key] != nil })
    }

    @Test func `a fifth of all dates isn't known`() async throws {
        var dates: [String] = []
        for kind in Documented.nouns.keys { dates += try await Documented.whole(kind).map { $0.text("modified") } }
        let unknown = dates.count { $0 == "-0001-11-30T00:00:00-0500" }
        #expect(unknown * 5 > dates.count - 10 && unknown * 5 < dates.count + 10)
    }
}
