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
            ("[1::]", nil, "https://[1::]"), ("xn--mnchen-3ya.de", nil, "https://xn--mnchen-3ya.de"),
            ("my_host", nil, "https://my_host"),
        ] as [(String, Int?, String)])
    func `Origin: it is a scheme, a host in lower case, and a port that isn't the scheme's default`(
        host: String, port: Int?, text: String
    ) throws {
        let origin = try #require(Origin(scheme: .https, host: host, port: port))
        #expect("\(origin)" == text)
        #expect(HTTPRequest(origin: origin).url.absoluteString == text + "/")
    }

    // The results of the URL standard's host parser (https://url.spec.whatwg.org/#host-parsing).
    @Test(arguments: [
        ("127.1", "127.0.0.1"), ("127.0.1", "127.0.0.1"), ("2130706433", "127.0.0.1"), ("0x7f000001", "127.0.0.1"),
        ("0X7F.1", "127.0.0.1"), ("0177.0.0.01", "127.0.0.1"), ("127.0.0.1.", "127.0.0.1"), ("127.0.0.", "127.0.0.0"),
        ("127.0.0.0001", "127.0.0.1"), ("1.65535", "1.0.255.255"), ("256", "0.0.1.0"), ("0", "0.0.0.0"), ("0x", "0.0.0.0"),
        ("4294967295", "255.255.255.255"), ("1.2.3.0xff", "1.2.3.255"), ("192.168.257", "192.168.1.1"),
        ("00000000000000000000001", "0.0.0.1"),
        ("１２７.0.0.1", "127.0.0.1"), ("127。0。0。1", "127.0.0.1"), ("ＥＸＡＭＰＬＥ.com", "example.com"),
        ("1.2.3.4.example", "1.2.3.4.example"), ("0xg", "0xg"), ("1a", "1a"), ("1.2.3.-4", "1.2.3.-4"), ("1.2.3.0x1g", "1.2.3.0x1g"),
    ])
    func `Origin: an IPv4 address is written as four numbers, and a host that only begins like one is a name`(
        host: String, canonical: String
    ) throws {
        #expect(try #require(Origin(scheme: .http, host: host)).host == canonical)
        #expect(Origin(scheme: .http, host: host) == Origin(scheme: .http, host: canonical))
    }

    @Test(arguments: [
        ("[0:0:0:0:0:0:0:1]", "[::1]"), ("[0000:0000::0001]", "[::1]"), ("[::0.0.0.1]", "[::1]"), ("[0:0:0:0:0:0:0:0]", "[::]"),
        ("[::ffff:127.0.0.1]", "[::ffff:7f00:1]"), ("[::FFFF:7F00:0001]", "[::ffff:7f00:1]"),
        ("[1:2:3:4:5:6:7::]", "[1:2:3:4:5:6:7:0]"), ("[1:2:3:4:5:6:1.2.3.4]", "[1:2:3:4:5:6:102:304]"),
        ("[2001:db8:0:1:1:1:1:1]", "[2001:db8:0:1:1:1:1:1]"), ("[2001:0:0:1:0:0:0:1]", "[2001:0:0:1::1]"),
        ("[2001:db8:0:0:1:0:0:1]", "[2001:db8::1:0:0:1]"), ("[1:0:0:0:0:0:0:0]", "[1::]"), ("[::2:3:4:5:6:7:8]", "[0:2:3:4:5:6:7:8]"),
    ])
    func `Origin: an IPv6 address is compressed and in lower case`(host: String, canonical: String) throws {
        #expect(try #require(Origin(scheme: .http, host: host)).host == canonical)
        #expect(Origin(scheme: .http, host: host) == Origin(scheme: .http, host: canonical))
    }

    @Test(arguments: [
        "256.0.0.1", "127.0.0.256", "1.2.3.4.5", "4294967296", "0x100000000", "1.16777216", "1.2.65536", "1.2.3.08", "1.08.2.3",
        "127.+0.0.1", "1..2", ".1", "a.1", "example.0x", "1.2.3.0x1.4.5", "99999999999999999999999999", "ö.1", "９９９.0.0.1",
        "ａ／ｂ", "[::1%eth0]", "[::01.2.3.4]", "[::+1]", "[::1.2.3.4.5]",
    ])
    func `Origin: a host that ends in a number but isn't an address is rejected`(host: String) {
        #expect(Origin(scheme: .http, host: host) == nil)
    }

    @Test(arguments: [
        "", " ", "a b", "a/b", "a?b", "a#b", "a@b", "a:80", "user:pw@host", "a\\b", "a%41", "a<b", "a\r\nb", "a\0", "a\tb", "\u{7F}",
        "a\u{200D}b.de", "☃.example", "\u{0}ö.de", "ö..de", String(repeating: "ö", count: 64) + ".de",
        "[", "[]", "[::1", "::1", "[::1]x", "[1]", "[ab]", "[...]", "[:::]", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]", "[1::2::3]",
        "[1:2:3:4:5:6:7:8::]",
        "[12345::]", "[g::]", "[::1%25eth0]", "[::256.0.0.1]", "[1.2.3.4::]", "[::1.2.3]", "[:1:2:3:4:5:6:7]", "[::1:]", "[::1\0]",
    ])
    func `Origin: an invalid host is rejected`(host: String) {
        #expect(Origin(scheme: .http, host: host) == nil)
    }

    @Test(arguments: 0..<UInt8(0x21))
    func `Origin: a host contains no control character or space`(byte: UInt8) {
        #expect(Origin(scheme: .http, host: "exam\(UnicodeScalar(byte))ple.com") == nil)
    }

    @Test(arguments: [0, -1, 65_536, .max, .min])
    func `Origin: an invalid port is rejected`(port: Int) {
        #expect(Origin(scheme: .http, host: "example.com", port: port) == nil)
    }

    @Test(arguments: [
        ("localhost", true), ("LOCALHOST", true), ("api.localhost", true), ("127.0.0.1", true), ("127.255.255.254", true), ("[::1]", true),
        ("127.1", true), ("2130706433", true), ("0x7f000001", true), ("0177.1", true), ("[0:0:0:0:0:0:0:1]", true),
        ("[::ffff:127.0.0.1]", true), ("[::ffff:7fff:1]", true), ("[::ffff:7f:1]", false), ("[::127.0.0.1]", false), ("128.1", false),
        ("2147483648", false), ("127.evil.com", false), ("127.0.0.1.evil.com", false), ("localhost.evil.com", false),
        ("evil-localhost", false), ("128.0.0.1", false), ("0.0.0.0", false),
        ("[::2]", false), ("[::ffff:1.2.3.4]", false), ("127.0.0.1a", false), ("127.0.0.-1", false),
    ])
    func `Origin: only addresses that never leave the machine are loopback`(host: String, isLoopback: Bool) throws {
        #expect(try #require(Origin(scheme: .http, host: host)).isLoopback == isLoopback)
    }

    @Test func `Origin: origins are equal if scheme, host and port are`() {
        #expect(Origin(scheme: .http, host: "A.com") == Origin(scheme: .http, host: "a.com", port: 80))
        #expect(Origin(scheme: .http, host: "a.com") != Origin(scheme: .https, host: "a.com"))
        #expect(Origin(scheme: .https, host: "a.com") != Origin(scheme: .https, host: "a.com", port: 444))
        #expect(Origin(scheme: .https, host: "a.com") != Origin(scheme: .https, host: "b.a.com"))
        #expect(Set([Origin(scheme: .http, host: "A.com"), Origin(scheme: .http, host: "a.com", port: 80)]).count == 1)
    }
}
