import EndpointKit
import Testing

@Suite struct OriginTests {
    @Test(
        arguments: [
            ("Example.COM", nil, "https://example.com"), ("example.com", 443, "https://example.com"),
            ("example.com", 80, "https://example.com:80"),
            ("example.com", 65_535, "https://example.com:65535"), ("127.0.0.1", 8080, "https://127.0.0.1:8080"),
            ("[::1]", nil, "https://[::1]"),
            ("[2001:DB8::1]", 8443, "https://[2001:db8::1]:8443"), ("[::]", nil, "https://[::]"),
            ("[1:2:3:4:5:6:7:8]", nil, "https://[1:2:3:4:5:6:7:8]"),
            ("[::ffff:127.0.0.1]", nil, "https://[::ffff:127.0.0.1]"), ("[1::]", nil, "https://[1::]"),
            ("[1:2:3:4:5:6:7::]", nil, "https://[1:2:3:4:5:6:7::]"),
            ("[1:2:3:4:5:6:1.2.3.4]", nil, "https://[1:2:3:4:5:6:1.2.3.4]"), ("xn--mnchen-3ya.de", nil, "https://xn--mnchen-3ya.de"),
            ("my_host", nil, "https://my_host"),
        ] as [(String, Int?, String)])
    func `an origin is its scheme, its host in lower case, and a port that isn't the scheme's own`(
        host: String, port: Int?, text: String
    ) throws {
        let origin = try #require(Origin(scheme: .https, host: host, port: port))
        #expect("\(origin)" == text)
        #expect(HTTPRequest(origin: origin).url.absoluteString == text + "/")
    }

    @Test(arguments: [
        "", " ", "a b", "a/b", "a?b", "a#b", "a@b", "a:80", "user:pw@host", "a\\b", "a%41", "a<b", "a\r\nb", "a\0", "a\tb", "\u{7F}",
        "a\u{200D}b.de", "☃.example", "\u{0}ö.de", "ö..de", String(repeating: "ö", count: 64) + ".de",
        "[", "[]", "[::1", "::1", "[::1]x", "[1]", "[ab]", "[...]", "[:::]", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]", "[1::2::3]",
        "[1:2:3:4:5:6:7:8::]",
        "[12345::]", "[g::]", "[::1%25eth0]", "[::256.0.0.1]", "[1.2.3.4::]", "[::1.2.3]", "[:1:2:3:4:5:6:7]", "[::1:]",
    ])
    func `what is no host is refused`(host: String) {
        #expect(Origin(scheme: .http, host: host) == nil)
    }

    @Test(arguments: 0..<UInt8(0x21))
    func `no control character or space stands in a host`(byte: UInt8) {
        #expect(Origin(scheme: .http, host: "exam\(UnicodeScalar(byte))ple.com") == nil)
    }

    @Test(arguments: [0, -1, 65_536, .max, .min])
    func `what is no port is refused`(port: Int) {
        #expect(Origin(scheme: .http, host: "example.com", port: port) == nil)
    }

    @Test(arguments: [
        ("localhost", true), ("LOCALHOST", true), ("api.localhost", true), ("127.0.0.1", true), ("127.255.255.254", true), ("[::1]", true),
        ("127.evil.com", false), ("127.0.0.1.evil.com", false), ("127.0.0", false), ("127.1", false), ("127.0.0.256", false),
        ("127.0.0.", false),
        ("127.+0.0.1", false), ("127.0.0.0001", false), ("localhost.evil.com", false), ("evil-localhost", false), ("128.0.0.1", false),
        ("0.0.0.0", false),
        ("[::2]", false), ("[::ffff:1.2.3.4]", false), ("127.0.0.1a", false), ("127.0.0.-1", false),
    ])
    func `only what never leaves the machine is loopback`(host: String, isLoopback: Bool) throws {
        #expect(try #require(Origin(scheme: .http, host: host)).isLoopback == isLoopback)
    }

    @Test func `origins are equal by scheme, host and port`() {
        #expect(Origin(scheme: .http, host: "A.com") == Origin(scheme: .http, host: "a.com", port: 80))
        #expect(Origin(scheme: .http, host: "a.com") != Origin(scheme: .https, host: "a.com"))
        #expect(Origin(scheme: .https, host: "a.com") != Origin(scheme: .https, host: "a.com", port: 444))
        #expect(Origin(scheme: .https, host: "a.com") != Origin(scheme: .https, host: "b.a.com"))
        #expect(Set([Origin(scheme: .http, host: "A.com"), Origin(scheme: .http, host: "a.com", port: 80)]).count == 1)
    }
}
