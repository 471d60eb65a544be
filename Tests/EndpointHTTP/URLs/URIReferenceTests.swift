import Testing

// A reference has no public API. Its use in redirects is tested through the client.
@testable import EndpointHTTP

@Suite struct URIReferenceTests {
    private func resolved(_ reference: String, against base: String = "http://a/b/c/d;p?q") -> String {
        URIReference(reference).resolved(against: URIReference(base)).text
    }

    @Test(arguments: [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"),
        ("g;x?y#s", "http://a/b/c/g;x?y#s"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
        ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
        ("../../g", "http://a/g"),
    ])
    func `URIReference: it resolves the normal examples of RFC 3986, section 5.4.1`(reference: String, target: String) {
        #expect(resolved(reference) == target)
    }

    @Test(arguments: [
        ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
        ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
        ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
        ("http:g", "http:g"),
    ])
    func `URIReference: it resolves the abnormal examples of RFC 3986, section 5.4.2`(reference: String, target: String) {
        #expect(resolved(reference) == target)
    }

    @Test(arguments: [
        ("http://a", "g", "http://a/g"), ("http://a?x", "?y", "http://a?y"), ("http://a/b", "//h/../c", "http://h/c"),
        ("http://a/b", "https://h/./c/..", "https://h/"), ("http://a/b//c", "..", "http://a/b/"), ("http://a/b//", "g", "http://a/b//g"),
        ("http://a/b", "/x//..//y", "http://a/x//y"), ("urn:x", "g", "urn:g"), ("http://a/b?q", "?", "http://a/b?"),
        ("http://a/b", "/%2e%2e/c", "http://a/%2e%2e/c"),
    ])
    func `URIReference: it resolves other bases and references`(base: String, reference: String, target: String) {
        #expect(resolved(reference, against: base) == target)
    }

    @Test(arguments: [
        ("/a/b/c/./../../g", "/a/g"), ("mid/content=5/../6", "mid/6"), ("", ""), (".", ""), ("..", ""), ("/.", "/"), ("/..", "/"),
        ("/...", "/..."), ("../../a", "a"), ("./a", "a"), ("/a/..", "/"), ("a/..", "/"), ("/a/b/.", "/a/b/"), ("//..", "/"),
        ("/é/../ü", "/ü"),
    ])
    func `URIReference: dot segments are removed as in RFC 3986, section 5.2.4`(path: String, expected: String) {
        #expect(URIReference.removingDotSegments(Substring(path)) == expected)
    }

    @Test(arguments: [
        ("//h/\u{301}", ["", "h", "/\u{301}", "", ""]), ("//h?\u{301}", ["", "h", "", "\u{301}", ""]),
        ("//h#\u{301}", ["", "h", "", "", "\u{301}"]), ("s:\u{301}", ["s", "", "\u{301}", "", ""]),
        ("//\u{301}/", ["", "\u{301}", "/", "", ""]),
    ])
    func `URIReference: a delimiter before a combining mark is a delimiter`(text: String, parts: [String]) {
        let reference = URIReference(text)
        let found = [reference.scheme, reference.authority, reference.path, reference.query, reference.fragment]
        #expect(found.map { String($0 ?? "") } == parts)
    }
}
