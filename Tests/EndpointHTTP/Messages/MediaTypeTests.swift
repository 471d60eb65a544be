import EndpointHTTP
import Testing

@Suite struct MediaTypeTests {
    @Test(
        arguments: [
            ("text/html", "text/html", nil), (" Text/HTML ; charset=UTF-8", "text/html", "UTF-8"), ("a/b;CHARSET=x", "a/b", "x"),
            ("a/b; charset=\"a;b\"", "a/b", "a;b"), (#"a/b; charset="a\"b""#, "a/b", "a\"b"), ("a/b; charset", "a/b", nil),
            ("a/b; charset=1; charset=2", "a/b", "1"), ("", "", nil), (";;=;", "", nil),
        ] as [(String, String, String?)])
    func `MediaType: name and parameters are parsed as in RFC 9110`(text: String, name: String, charset: String?) {
        let type = MediaType(text)
        #expect(type.name == name)
        #expect(type.parameter("charset") == charset)
    }

    @Test(
        arguments: [
            ("Text/HTML; token=x", "text/html"), ("application/vnd.github.v3+json", "application/vnd.github.v3+json"),
            (
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            ),
            ("application/x-7z-compressed", "application/x-7z-compressed"), ("text/s3cr3t0t0k9", "<16 characters>"),
            ("s3cret/html", "<11 characters>"), ("text/", "<5 characters>"), ("text", "<4 characters>"), ("text/a/b", "<8 characters>"),
            ("text/html\u{1B}[31m", "<14 characters>"), ("text/\(String(repeating: "a", count: 100_000))", "<100005 characters>"),
            ("text/h\u{E9}", "<7 characters>"),
        ])
    func `MediaType: a message shows a plain type, and only the length of any other`(text: String, shown: String) {
        #expect(MediaType(text).shown == shown)
    }

    @Test(
        arguments: [
            ("text/html; charset=\"Windows-1252\"", "Windows-1252"), ("text/html; charset=iso_8859-15", "iso_8859-15"), ("text/html", nil),
            ("text/html; charset=s3cr3t0t0k999", "<13 characters>"), ("text/html; charset=\u{1B}[31m", "<5 characters>"),
            ("text/html; charset=", "<0 characters>"),
        ] as [(String, String?)])
    func `MediaType: a message shows a plain charset, and only the length of any other`(text: String, shown: String?) {
        #expect(MediaType(text).shownCharset == shown)
    }
}
