import EndpointKit
import TestSupport
import Testing

/// The cookies that servers set, and those that they receive back. The table covers the behaviors that browsers' and curl's tests check.
@Suite struct CookieRulesTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let fields: [String]
        /// nil if there is no `Cookie` field.
        let sent: String?
        var from = "https://www.example.com/a/b"
        var to: String?
        var domains: Set<String> = []

        init(_ fields: String..., sent: String?, from: String = "https://www.example.com/a/b", to: String? = nil, domains: Set<String> = [])
        {
            self.fields = fields
            self.sent = sent
            self.from = from
            self.to = to
            self.domains = domains
        }

        var testDescription: String {
            "\(fields.map { String($0.prefix(80)) })\(from == to ?? from ? "" : " from \(from) to \(to ?? from)")"
        }

        func check() async throws {
            let exchange = CookieExchange(domains: domains)
            try await exchange.receive(fields, from: from)
            #expect(try await exchange.sent(to: to ?? from) == sent)
        }
    }

    @Test(
        "SetCookie: name and value are separated by the first =, and trimmed",
        arguments: [
            Case("a=b", sent: "a=b"), Case("a=b;", sent: "a=b"), Case("  a \t=  b c\t ", sent: "a=b c"), Case("a=b=c==", sent: "a=b=c=="),
            Case("a = \"b \" ;x", sent: "a=\"b \""), Case("a=\"b;c\"", sent: "a=\"b"), Case("a=\"b", sent: "a=\"b"),
            Case("a=b, c=d", sent: "a=b, c=d"), Case("a=%41+ %00", sent: "a=%41+ %00"), Case("A=1", "a=2", sent: "A=1; a=2"),
            Case("a=", sent: "a="), Case("$Version=1; a=b", sent: "$Version=1"), Case("a b=c", sent: "a b=c"),
            Case("a=b\tc", sent: "a=b\tc"),
            Case("\"a=b\"=c", sent: "\"a=b\"=c"), Case("@#(){}=x", sent: "@#(){}=x"), Case("ключ=значение", sent: "ключ=значение"),
            Case("e\u{301}=1", "\u{e9}=2", sent: "e\u{301}=1; \u{e9}=2"),
        ])
    func pairs(row: Case) async throws { try await row.check() }

    @Test(
        "SetCookie: a string without = is a value without a name, and an empty string is ignored",
        arguments: [
            Case("a", sent: "a"), Case("=a", sent: "a"), Case(" = a ", sent: "a"), Case("==a", sent: "=a"), Case("=a=b", sent: "a=b"),
            Case("a", "b", "=c", sent: "c"),
            Case("a; Path=/a", sent: "a"), Case("", sent: nil), Case("=", sent: nil), Case(";", sent: nil), Case("  \t", sent: nil),
            Case("; a=b", sent: nil), Case("=; Path=/", sent: nil), Case("a=1", "=", "b=2", sent: "a=1; b=2"),
        ])
    func nameless(row: Case) async throws { try await row.check() }

    @Test(
        "SetCookie: a field with a control character is ignored",
        arguments: [
            Case("a=b\u{0}", sent: nil), Case("a\u{1}=b", sent: nil), Case("a=b; Path=/\u{7f}", sent: nil), Case("a=b\r", sent: nil),
            Case("a=b\nc", sent: nil), Case("a=b; x=\u{1f}", sent: nil), Case("a=b; x=\u{85}", sent: "a=b"),
        ])
    func controls(row: Case) async throws { try await row.check() }

    private static let long = String(repeating: "v", count: 4096)

    @Test(
        "SetCookie: a name and its value may have 4,096 bytes together, and an attribute 1,024",
        arguments: [
            Case("\(long.dropLast())=v", sent: "\(long.dropLast())=v"), Case("a=\(long.dropLast())", sent: "a=\(long.dropLast())"),
            Case(long, sent: long), Case("=\(long)", sent: long), Case("\(long)=", sent: "\(long)="), Case("a=\(long)", sent: nil),
            Case("\(long)=v", sent: nil), Case("=\(long)v", sent: nil), Case("é=\(long.dropLast(2))", sent: "é=\(long.dropLast(2))"),
            Case("é=\(long.dropLast(1))", sent: nil), Case("a=b; Path=/a; Path=/\(long.prefix(1024))", sent: "a=b"),
            Case("a=b; Path=/\(long.prefix(1024)); Path=/x", sent: nil), Case("a=b; Path=/\(long.prefix(1023))", sent: nil),
            Case("a=b; Domain=\(long.prefix(1025))", sent: "a=b"), Case("a=b; Domain=\(long.prefix(1024))", sent: nil),
            Case("a=b; x=\(long)", sent: "a=b"), Case("a=b", sent: nil, from: "https://www.example.com/\(long.prefix(1024))/x"),
        ])
    func sizes(row: Case) async throws { try await row.check() }

    @Test(
        "SetCookie: attributes are case-insensitive, the last of several equal ones applies, and unknown ones are ignored",
        arguments: [
            Case("a=b; PATH=/x; pAtH=/a", sent: "a=b"), Case("a=b; Path=/a; Path=/x", sent: nil), Case("a=b; Path=/x; Path", sent: "a=b"),
            Case("a=b; Path=; Path=/x", sent: nil), Case("a=b;Path\t = \t/x ;", sent: nil), Case("a=b; Path=\"/x\"", sent: "a=b"),
            Case("a=b; lol; Path=/a; 'lol'; ;;; =; ===,abc,=; version=1", sent: "a=b"), Case("a=b; x=\"y;Path=/x\"", sent: nil),
            Case("a=b; SameSite=Strict", sent: "a=b"), Case("a=b; SameSite=None", sent: "a=b"), Case("a=b; Partitioned", sent: "a=b"),
            Case("a=b; HttpOnly=false", sent: "a=b"), Case("a=b; Path=/ü", sent: nil), Case("a=b; Path=/ü; Path=/a", sent: "a=b"),
        ])
    func attributes(row: Case) async throws { try await row.check() }

    private static let remote = "http://www.example.com/"

    @Test(
        "Secure: the cookie is set and sent only over https or on this machine",
        arguments: [
            Case("a=b; Secure", sent: "a=b"), Case("a=b; Secure", sent: nil, to: remote), Case("a=b; seCURE=no", sent: nil, from: remote),
            Case("a=b; secure =x ; y", sent: nil, from: remote), Case("a=b; \"Secure\"", sent: "a=b", from: remote),
            Case("a=b; Secure x", sent: "a=b", from: remote), Case("a=b", sent: "a=b", to: "http://www.example.com/a"),
            Case("a=b", sent: "a=b", from: remote, to: "https://www.example.com/"),
            Case("a=b; Secure", sent: nil, from: remote, to: "https://www.example.com/"),
            Case("a=b; Secure", sent: "a=b", from: "http://localhost:8080/"), Case("a=b; Secure", sent: "a=b", from: "http://127.0.0.1/"),
            Case("a=b; Secure", sent: "a=b", from: "http://[::1]/", to: "http://[::1]:81/"),
            Case("a=b; Secure", sent: "a=b", from: "http://a.localhost/"), Case("a=b; Secure", sent: nil, from: "http://192.168.0.1/"),
        ])
    func secure(row: Case) async throws { try await row.check() }

    @Test(
        "Secure: an insecure response can't replace a secure cookie or add another one",
        arguments: [
            ("a=1; Path=/x; Secure", "https://www.example.com/", "a=2; Path=/x", nil),
            ("a=1; Path=/x; Secure", "https://www.example.com/", "a=2; Path=/x/y", nil),
            ("a=1; Path=/x; Secure", "https://www.example.com/", "a=2; Path=/", "a=2"),
            ("a=1; Path=/x; Secure", "https://www.example.com/", "a=2; Path=/xy", "a=2"),
            ("a=1; Path=/x; Secure", "https://www.example.com/", "A=2; Path=/x", "A=2"),
            ("a=1; Path=/x", "https://www.example.com/", "a=2; Path=/x", "a=2"),
            ("a=1; Path=/; Secure; Domain=example.com", "https://www.example.com/", "a=2; Path=/", nil),
            ("a=1; Path=/; Secure", "https://sub.www.example.com/", "a=2; Path=/", nil),
            ("a=1; Path=/; Secure", "https://w.example.com/", "a=2; Path=/", "a=2"),
            ("a=1; Path=/; Secure", "https://example.com/", "a=2; Path=/", nil),
            ("a=1; Path=/; Secure; Max-Age=0", "https://www.example.com/", "a=2; Path=/", "a=2"),
        ] as [(String, String, String, String?)])
    func overlay(secure: String, origin: String, insecure: String, kept: String?) async throws {
        let exchange = CookieExchange(domains: ["example.com"])
        try await exchange.receive([secure], from: origin)
        try await exchange.receive([insecure], from: Self.remote)
        let cookies = try await exchange.jar.cookies().filter { !$0.isSecure && $0.value.reveal() == "2" }
        #expect(cookies.map { "\($0.name)=\($0.value.reveal())" } == (kept.map { [$0] } ?? []))
    }

    @Test(
        "Path: a cookie is sent to its path and paths below it, by default those of the request's folder",
        arguments: [
            Case("a=b; Path=/", sent: "a=b"), Case("a=b; Path=/a", sent: "a=b"), Case("a=b; Path=/a/", sent: "a=b"),
            Case("a=b; Path=/a/b", sent: "a=b"),
            Case("a=b; Path=/a/b/", sent: nil), Case("a=b; Path=/a/bc", sent: nil), Case("a=b; Path=/A", sent: nil),
            Case("a=b; Path=/%61", sent: nil),
            Case("a=b; Path=/x", sent: nil), Case("a=b; Path=/a?", sent: nil), Case("a=b; Path=a/x", sent: "a=b"),
            Case("a=b; Path=/a", sent: nil, to: "https://www.example.com/ab"),
            Case("a=b; Path=/a/", sent: nil, to: "https://www.example.com/a"),
            Case("a=b; Path=/a/", sent: "a=b", to: "https://www.example.com/a//x"),
            Case("a=b", sent: "a=b", to: "https://www.example.com/a"),
            Case("a=b", sent: "a=b", to: "https://www.example.com/a/x/y?z"), Case("a=b", sent: nil, to: "https://www.example.com/b"),
            Case("a=b", sent: "a=b", from: "https://www.example.com/a", to: "https://www.example.com/b/c"),
            Case("a=b", sent: "a=b", from: "https://www.example.com", to: "https://www.example.com/b"),
            Case("a=b", sent: nil, from: "https://www.example.com/a/b/?c=/d/e", to: "https://www.example.com/a/c"),
            Case("a=b", sent: "a=b", from: "https://www.example.com/a/b/?c=/d/e", to: "https://www.example.com/a/b"),
            Case("a=b; Path=/f%6F", sent: "a=b", to: "https://www.example.com/f%6F/x"),
            Case("a=b; Path=/ü", sent: nil, to: "https://www.example.com/%C3%BC"),
            Case("a=b; Path=/%C3%BC", sent: "a=b", to: "https://www.example.com/%C3%BC"),
        ])
    func paths(row: Case) async throws { try await row.check() }

    private static let www = "https://www.example.com/"
    private static let sub = "https://sub.www.example.com/"
    private static let other = "https://other.example.com/"

    @Test(
        "Domain: if the domain isn't listed, the cookie is only for its host",
        arguments: [
            Case("a=b; Domain=example.com", sent: "a=b", from: www), Case("a=b; Domain=example.com", sent: nil, from: www, to: other),
            Case("a=b; Domain=.www.example.com", sent: nil, from: www, to: sub), Case("a=b; Domain=com", sent: "a=b", from: www),
            Case("a=b; Domain=com", sent: nil, from: www, to: "https://example.com/"),
            Case("a=1", "a=2; Domain=example.com", sent: "a=2", from: www),
            Case("a=1", "a=; Domain=example.com; Max-Age=0", sent: nil, from: www),
        ])
    func unlistedDomains(row: Case) async throws { try await row.check() }

    @Test(
        "Domain: the hosts of a listed domain and of its subdomains share the cookie",
        arguments: [
            Case("a=b; Domain=example.com", sent: "a=b", from: www, to: other, domains: ["example.com"]),
            Case("a=b; Domain=.example.com", sent: "a=b", from: www, to: "https://example.com/", domains: ["example.com"]),
            Case("a=b; Domain=www.example.com", sent: "a=b", from: www, to: sub, domains: ["example.com"]),
            Case("a=b; Domain=www.example.com", sent: "a=b", from: sub, to: www, domains: ["example.com"]),
            Case("a=b; Domain=www.example.com", sent: nil, from: www, to: other, domains: ["example.com"]),
            Case("a=b; Domain=example.com", sent: nil, from: www, to: other, domains: ["www.example.com", "ample.com", "com.", ""]),
            Case("a=b; Domain=eXample.COM", sent: "a=b", from: www, to: other, domains: [".Example.com"]),
            Case("a=b", sent: nil, from: www, to: sub, domains: ["example.com"]),
            Case("a=b; Domain=", sent: nil, from: www, to: sub, domains: ["example.com"]), Case("a=b; Domain=.", sent: "a=b", from: www),
            Case("a=b; Domain=example.com; Domain=", sent: nil, from: www, to: other, domains: ["example.com"]),
            Case("a=b; Domain=other.example.com; Domain=", sent: "a=b", from: www),
            Case("a=b; Domain=other.example.com; Domain=example.com", sent: "a=b", from: www, to: other, domains: ["example.com"]),
            Case("a=b; Domain=bücher.example", sent: nil, from: "https://bücher.example/", domains: ["bücher.example"]),
            Case(
                "a=b; Domain=xn--bcher-kva.example", sent: "a=b", from: "https://bücher.example/", to: "https://www.bücher.example/",
                domains: ["bücher.example"]),
            Case("a=1", "a=2; Domain=www.example.com", sent: "a=1; a=2", from: www, domains: ["example.com"]),
            Case("a=b; Domain=example.com", sent: nil, from: www, to: "https://bexample.com/", domains: ["example.com"]),
        ])
    func listedDomains(row: Case) async throws { try await row.check() }

    @Test(
        "Domain: a host can set cookies only for itself and for domains that contain it",
        arguments: [
            "other.example.com", "sub.www.example.com", "ww.example.com", "w.example.com", "..example.com", "www..example.com",
            ". example.com",
            "www.example.com.", "www.example.com..", "\"www.example.com\"", "www.example.com:443", "example.org", "xample.com",
            "*.example.com",
        ])
    func foreignDomains(domain: String) async throws {
        let exchange = CookieExchange(domains: ["example.com", "example.org"])
        try await exchange.receive(["a=b; Domain=\(domain)"], from: Self.www)
        #expect(try await exchange.jar.cookies() == [])
    }

    @Test(
        "Domain: ports are ignored, a trailing dot counts, and an address belongs to no domain",
        arguments: [
            Case("a=b", sent: "a=b", from: "https://www.example.com:8443/", to: www),
            Case("a=b", sent: nil, from: "https://www.example.com./", to: www),
            Case("a=b", sent: "a=b", from: "https://WWW.example.com/", to: www),
            Case("a=b; Domain=example.com", sent: nil, from: "https://www.example.com./", domains: ["example.com"]),
            Case("a=b; Domain=127.0.0.1", sent: "a=b", from: "http://127.0.0.1/", to: "http://127.1:81/", domains: ["127.0.0.1"]),
            Case("a=b; Domain=0.0.1", sent: nil, from: "http://127.0.0.1/", domains: ["0.0.1"]),
            Case("a=b; Domain=.1", sent: nil, from: "http://127.0.0.1/"),
            Case("a=b; Domain=::1", sent: nil, from: "http://[::1]/"), Case("a=b; Domain=[::1]", sent: "a=b", from: "http://[::1]/"),
            Case("a=b", sent: nil, from: "http://127.0.0.1/", to: "http://[::ffff:127.0.0.1]/"),
            Case("a=b; Domain=localhost", sent: "a=b", from: "http://localhost/"), Case("a=b", sent: "a=b", from: "http://intranet/"),
        ])
    func hosts(row: Case) async throws { try await row.check() }

    @Test(
        "Prefix: a cookie with a prefix, in any case, is kept only with the required attributes",
        arguments: [
            Case("__Secure-a=b; Secure", sent: "__Secure-a=b"), Case("__Secure-a=b", sent: nil), Case("__SECURE-a=b", sent: nil),
            Case("__secure-a=b; Secure; Domain=example.com", sent: "__secure-a=b"), Case("__Secure-a=b; Secure", sent: nil, from: remote),
            Case("__Host-a=b; Secure; Path=/", sent: "__Host-a=b"), Case("__Host-a=b; Path=/", sent: nil),
            Case("__host-a=b; Secure", sent: nil),
            Case("__Host-a=b; Secure; Path=/a", sent: nil), Case("__Host-a=b; Secure; Path=/; Domain=www.example.com", sent: nil),
            Case("__Host-a=b; Secure; Path=/; Domain=", sent: "__Host-a=b"), Case("__Host-a=b; Secure", sent: nil, from: www),
            Case("__Host-a=b; Secure; Path=", sent: nil, from: www), Case("__Host-a=b; Secure; Path", sent: nil, from: www),
            Case("__HOST-a=b; Secure; Path=/; Domain=www.example.com", sent: nil, domains: ["example.com"]),
            Case("__Http-a=b; Secure; HttpOnly", sent: "__Http-a=b"), Case("__http-a=b; Secure", sent: nil),
            Case("__Http-a=b; HttpOnly", sent: nil),
            Case("__Host-Http-a=b; Secure; HttpOnly; Path=/", sent: "__Host-Http-a=b"), Case("__Host-Http-a=b; Secure; Path=/", sent: nil),
            Case("__HOST-HTTP-a=b; Secure; HttpOnly", sent: nil), Case("__Secure-", sent: nil), Case("=__Secure-a=b; Secure", sent: nil),
            Case("=__host-a; Secure; Path=/", sent: nil), Case("__Http-a; Secure; HttpOnly", sent: nil),
            Case("__Secur-a=b", sent: "__Secur-a=b"),
            Case("a__Host-=b", sent: "a__Host-=b"), Case("_Host-a=b", sent: "_Host-a=b"),
        ])
    func prefixes(row: Case) async throws { try await row.check() }

    @Test(
        "Order: the longest path comes first, then the oldest cookie",
        arguments: [
            Case("a=1", "b=2", sent: "a=1; b=2"), Case("b=1", "a=2", sent: "b=1; a=2"),
            Case("a=1; Path=/", "b=2; Path=/a", sent: "b=2; a=1"),
            Case("a=1; Path=/a/", "b=2; Path=/a", "c=3; Path=/a/b", sent: "c=3; a=1; b=2"),
            Case("a=1; Path=/", "a=2; Path=/a", sent: "a=2; a=1"), Case("a=1", "b=2", "a=3", sent: "a=3; b=2"),
            Case("a=1", "b=2", "a=; Max-Age=0", "a=3", sent: "b=2; a=3"),
            Case("a=1; Domain=example.com", "b=2", "c=3; Domain=example.com", sent: "a=1; b=2; c=3", domains: ["example.com"]),
        ])
    func order(row: Case) async throws { try await row.check() }
}
