import Testing

// URLs of configurations, endpoints and redirects are parsed as locations, which have no public API.
@testable import EndpointHTTP

@Suite struct LocationTests {
    @Test(arguments: [
        ("https://example.com", "https://example.com", "", ""), ("HTTPS://Example.com:443/a?b#c", "https://example.com", "/a", "b"),
        ("http://[::1]:8080/x/?q=1", "http://[::1]:8080", "/x/", "q=1"), ("http://[::1]", "http://[::1]", "", ""),
        ("http://h:?q", "http://h", "", "q"), ("http://0x7f.1:80/x", "http://127.0.0.1", "/x", ""),
        ("http://%31%32%37.1", "http://127.0.0.1", "", ""), ("http://[0:0::1]:1", "http://[::1]:1", "", ""),
        ("http://h?a=b/c:d@e", "http://h", "", "a=b/c:d@e"), ("http://h//x//", "http://h", "//x//", ""),
        ("http://h/a b", "http://h", "/a%20b", ""),
    ])
    func `Location: an absolute URL is split into its parts`(text: String, origin: String, path: String, query: String) throws {
        let location = try Location.parse(text).get()
        #expect(location.origin.description == origin)
        #expect(location.path.encoded == path)
        #expect(location.query.encoded == query)
    }

    @Test(arguments: [
        ("https://h/caf%C3%A9/ü?a=%2f|", "https://h/caf%C3%A9/%C3%BC?a=%2f%7C"),
        ("https://bücher.example/%41", "https://xn--bcher-kva.example/%41"),
        ("HTTPS://H:443/a%2Fb", "HTTPS://H:443/a%2Fb"), ("https://h", "https://h"), ("https://h/a?", "https://h/a?"),
    ])
    func `Location: its URL keeps the escapes as written`(text: String, url: String) throws {
        #expect(try Location.parse(text).get().url(spelled: text)?.absoluteString == url)
    }

    @Test(arguments: [
        "", "/", "example.com", "//example.com", "http:", "http:/a", "http://", "http:///a", "https://?q", "file:///a", "ftp://h/",
        "javascript:alert(1)",
        "http://user@h", "http://user:pw@h", "http://@h", "http://h:99999", "http://h:0", "http://h:-1", "http://h:+80", "http://h:8o",
        "http://h:80:80",
        "http://:80", "http://::1", "http://[::1", "http://[::1]x", "http://[::1]:x", "http://a b", "http://good\\@evil",
        "http://a\r\nb", "http://a\0b", "http://1.2.3.4.5", "http://127.0.0.256:80/", "http://[::1%25eth0]",
        "http://[%3a:1]", "http://%5b::1]",
    ])
    func `Location: an unusable target is rejected with a reason`(text: String) {
        guard case .failure(let refusal) = Location.parse(text) else {
            Issue.record("\(text) was taken")
            return
        }
        #expect(!refusal.reason.isEmpty)
    }

    @Test(
        arguments: [
            ("http://a/b?c#d", ["http", "a", "/b", "c", "d"]), ("//a/b", [nil, "a", "/b", nil, nil]), ("/b", [nil, nil, "/b", nil, nil]),
            ("b:c", ["b", nil, "c", nil, nil]), ("./b:c", [nil, nil, "./b:c", nil, nil]), ("?q#?f", [nil, nil, "", "q", "?f"]),
            ("#", [nil, nil, "", nil, ""]),
            ("", [nil, nil, "", nil, nil]), (":b", [nil, nil, ":b", nil, nil]), ("a?b://c", [nil, nil, "a", "b://c", nil]),
            ("//", [nil, "", "", nil, nil]),
        ] as [(String, [String?])])
    func `Location: a reference is split into five parts`(text: String, parts: [String?]) {
        let reference = URIReference(text)
        let found: [Substring?] = [reference.scheme, reference.authority, reference.path, reference.query, reference.fragment]
        #expect(found.map { $0.map(String.init) } == parts)
    }
}
