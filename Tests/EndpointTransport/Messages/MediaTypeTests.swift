import EndpointTransport
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
}
