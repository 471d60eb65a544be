import EndpointKit
import TestSupport
import Testing

@Suite struct LinkHeaderTests {
    private static let next: [(String, String?)] = [
        (#"<https://api.example.com/a?page=2>; rel="next""#, "https://api.example.com/a?page=2"),
        (#"<a>; rel="prev", <b>; rel="next", <c>; rel="last""#, "b"),
        (#"<a>;rel=next"#, "a"),
        (#"  <a>  ;  rel  =  "next"  ,  "#, "a"),
        // Commas, semicolons and angle brackets in quotes and in targets.
        (#"<a,b;c=1>; title="x, <y>; rel=\"prev\""; rel="next""#, "a,b;c=1"),
        (#"<a>; title="one, two", <b>; rel="next""#, "b"),
        // Several relations, in upper or lower case and separated by any number of spaces. A relation may be a URI.
        (#"<a>; rel="prev  Next""#, "a"),
        ("<a>; rel=\"start\tNEXT\"", "a"),
        (#"<a>; REL="next""#, "a"),
        (#"<a>; rel="https://example.com/rels/next""#, nil),
        (#"<a>; rel="nextpage""#, nil),
        // Only the first rel applies, and rev is ignored.
        (#"<a>; rel="prev"; rel="next""#, nil),
        (#"<a>; rev="next""#, nil),
        // The first link applies.
        (#"<a>; rel="next", <b>; rel="next""#, "a"),
        // The link is about another resource.
        ("<a>; rel=\"next\"; anchor=\"#part\", <b>; rel=\"next\"", "b"),
        (#"<a>; rel="next"; anchor="""#, "a"),
        // Invalid links are skipped.
        (#"a; rel="next", <b>; rel="next""#, "b"),
        (#"<a; rel="next""#, nil),
        (#"<a>; ; =x; rel="next""#, "a"),
        (#"<a>; rel="next"#, "a"),
        (#"<a>; rel="next\"#, "a"),
        (#",,<a>; rel="next""#, "a"),
        (#"<a> garbage "quoted, <x>; rel=next" , <b>; rel="next""#, "b"),
        ("", nil), ("<>; rel=next", ""), ("<a>", nil), ("<", nil), (";", nil), (#"""#, nil),
    ]

    @Test(arguments: next)
    func `LinkHeader: the link of a relation is found`(field: String, target: String?) {
        #expect(LinkHeader(field)["next"]?.target == target)
    }

    @Test func `LinkHeader: all fields are read, in order`() {
        let headers: HTTPHeaders = [
            "Link": #"<a>; rel="prev""#, "X-Link": #"<x>; rel="next""#, "link": #"<b>; rel="next", <c>; rel="last""#,
        ]
        #expect(LinkHeader(headers).links.map(\.target) == ["a", "b", "c"])
        #expect(LinkHeader(headers)["NEXT"]?.target == "b")
    }

    private static let titles: [(String, String?)] = [
        (#"title="plain""#, "plain"),
        (#"title="a \"quoted\" \\ one""#, #"a "quoted" \ one"#),
        // RFC 8288, section 3.5; RFC 8187, section 3.2.2.
        ("title*=UTF-8'de'letztes%20Kapitel", "letztes Kapitel"),
        (#"title="plain"; title*=UTF-8''%e2%82%ac%20rates"#, "€ rates"),
        ("title*=iso-8859-1'en'%A3%20rates", "£ rates"),
        (#"title*="UTF-8''quoted""#, "quoted"),
        // If one can't be read, the other is used.
        (#"title="plain"; title*=UTF-8''%ff"#, "plain"),
        (#"title="plain"; title*=klingon''x"#, "plain"),
        (#"title="plain"; title*=nothing"#, "plain"),
        ("title", ""),
        (#"other="x""#, nil),
    ]

    @Test(arguments: titles)
    func `LinkHeader: an extended parameter takes precedence over the plain one, if it can be read`(parameters: String, title: String?) {
        #expect(LinkHeader("<a>; \(parameters); rel=next")["next"]?["title"] == title)
    }

    @Test func `LinkHeader: all parameters are kept, with names in lower case`() throws {
        let link = try #require(LinkHeader(#"<a>; rel="next"; HrefLang=de; type="text/html"; hreflang=en; flag"#)["next"])
        #expect(link.parameters.map(\.name) == ["rel", "hreflang", "type", "hreflang", "flag"])
        #expect(link.parameters.map(\.value) == ["next", "de", "text/html", "en", ""])
        #expect(link.relations == ["next"])
    }

    @Test func `LinkHeader: the links in a random field are read, and those after it aren't lost`() throws {
        try RandomLinkFields.run(2_000, seed: 7)
    }
}
