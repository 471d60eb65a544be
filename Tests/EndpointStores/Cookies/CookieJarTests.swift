import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct CookieJarTests {
    private static let url = "https://www.example.com/a/b"

    private static func names(_ jar: CookieJar) async throws -> [String] { try await jar.cookies().map(\.name) }

    // MARK: Ends

    @Test(
        "CookieJar: Max-Age takes precedence over Expires, and no cookie is kept for more than 400 days",
        arguments: [
            ("Max-Age=60", 60.0), ("max-age=060", 60), ("Max-Age=60; Max-Age=30", 30), ("Max-Age=60; Max-Age=x", 60),
            ("Max-Age=34560001", 34_560_000),
            ("Max-Age=99999999999999999999999999", 34_560_000), ("Expires=Sat, 01 Jun 2030 00:01:00 GMT", 60),
            ("Expires=Sat, 01 Jun 2999 00:00:00 GMT", 34_560_000),
            ("Max-Age=30; Expires=Sat, 01 Jun 2030 00:01:00 GMT", 30), ("Expires=Fri, 01 Jan 1999 00:00:00 GMT; Max-Age=30", 30),
            ("Expires=Sat, 01 Jun 2030 00:01:00 GMT; Expires=x", 60), ("Max-Age=1.5", nil), ("Max-Age=+5", nil), ("Max-Age=", nil),
            ("Max-Age=-", nil),
            ("Max-Age=5x", nil), ("Max-Age=50,399", nil), ("Max-Age= 5 ", 5), ("Expires=never", nil), ("Max-Age", nil),
        ] as [(String, Double?)])
    func ends(attributes: String, seconds: Double?) async throws {
        let exchange = CookieExchange()
        try await exchange.receive(["a=b; \(attributes)"])
        #expect(try await exchange.jar.cookies().first?.expires == seconds.map { CookieExchange.start + $0 })
        #expect(try await exchange.jar.cookies().count == 1)
    }

    @Test(
        "CookieJar: an expiry in the past removes the cookie",
        arguments: ["Max-Age=0", "Max-Age=-1", "Max-Age=-99999999999999999999", "Expires=Thu, 01 Jan 1970 00:00:00 GMT"])
    func removals(attribute: String) async throws {
        let exchange = CookieExchange()
        try await exchange.receive(["a=1; Max-Age=60", "b=2", "a=3; \(attribute)", "c=4; \(attribute)"])
        #expect(try await Self.names(exchange.jar) == ["b"])
    }

    @Test func `CookieJar: a cookie is sent until it expires by the jar's clock`() async throws {
        let exchange = CookieExchange()
        try await exchange.receive(["a=1; Max-Age=60", "b=2"])
        exchange.advance(by: 59.5)
        #expect(try await exchange.sent() == "a=1; b=2")
        exchange.advance(by: 0.5)
        #expect(try await exchange.sent() == "b=2")
        #expect(try await Self.names(exchange.jar) == ["b"])
    }

    @Test func `CookieJar: cookies without an expiry end with the session`() async throws {
        let exchange = CookieExchange()
        try await exchange.receive(["a=1; Max-Age=60", "b=2", "c=3; Max-Age=60", "c=4"])
        try await exchange.jar.removeSessionCookies()
        #expect(try await Self.names(exchange.jar) == ["a"])
    }

    // MARK: Inspecting and changing

    @Test func `CookieJar: its cookies have the attributes that the server sent`() async throws {
        let exchange = CookieExchange(domains: ["example.com"])
        try await exchange.receive(["a=1; Domain=example.com; Path=/x; Max-Age=60; Secure; HttpOnly", "b=2"])
        let expires = CookieExchange.start + 60
        #expect(
            try await exchange.jar.cookies() == [
                Cookie(
                    name: "a", value: "1", domain: "example.com", includesSubdomains: true, path: "/x", expires: expires, isHTTPOnly: true),
                Cookie(name: "b", value: "2", domain: "www.example.com", path: "/a", isSecure: false),
            ])
        #expect(try await exchange.jar.cookies(for: #require(URL(string: "https://example.com/x/y"))).map(\.name) == ["a"])
        #expect(try await exchange.jar.cookies(for: #require(URL(string: "ftp://example.com/x"))) == [])
    }

    @Test func `CookieJar: a program sets and removes cookies`() async throws {
        let exchange = CookieExchange()
        let cookie = Cookie(name: "a", value: "1", domain: "WWW.Example.com")
        try await exchange.jar.set(cookie)
        try await exchange.jar.set(Cookie(name: "b", value: "2", domain: "example.com", includesSubdomains: true))
        #expect(try await exchange.sent() == "a=1; b=2")
        #expect(try await exchange.sent(to: "http://www.example.com/") == nil)
        try await exchange.jar.set(Cookie(name: "a", value: "3", domain: "www.example.com"))
        #expect(try await exchange.sent() == "a=3; b=2")
        try await exchange.jar.remove(cookie)
        #expect(try await exchange.sent() == "b=2")
        try await exchange.jar.set(
            Cookie(name: "b", value: "2", domain: "example.com", includesSubdomains: true, expires: CookieExchange.start))
        #expect(try await Self.names(exchange.jar) == [])
    }

    @Test(
        "CookieJar: a cookie that no server could set is rejected, without showing its value",
        arguments: [
            Cookie(name: "", value: "", domain: "a.example"), Cookie(name: "a=b", value: "hunter2", domain: "a.example"),
            Cookie(name: "a;b", value: "hunter2", domain: "a.example"), Cookie(name: "a", value: "hunter2; Path=/", domain: "a.example"),
            Cookie(name: "a", value: "hunter2\r\nX: y", domain: "a.example"), Cookie(name: "a\u{0}", value: "hunter2", domain: "a.example"),
            Cookie(name: "a", value: " hunter2", domain: "a.example"),
            Cookie(name: "a", value: "hunter2", domain: ""), Cookie(name: "a", value: "hunter2", domain: "a/b"),
            Cookie(name: "a", value: "hunter2", domain: ".a.example", path: ""),
            Cookie(name: "a", value: "hunter2", domain: "a.example", path: "x"),
            Cookie(name: "a", value: "hunter2", domain: "127.0.0.1", includesSubdomains: true),
            Cookie(name: "a", value: "hunter2", domain: "a.example", expires: Date(timeIntervalSince1970: .nan)),
            Cookie(name: "__Host-a", value: "hunter2", domain: "a.example", includesSubdomains: true),
            Cookie(name: "__Secure-a", value: "hunter2", domain: "a.example", isSecure: false),
            Cookie(name: String(repeating: "a", count: 4090), value: "hunter2", domain: "a.example"),
        ])
    func refused(cookie: Cookie) async throws {
        let jar = CookieJar()
        let error = await failure { try await jar.set(cookie) }
        #expect(error?.code == .invalidRequest)
        #expect("\(String(describing: error))".contains("hunter2") == false)
        #expect(try await jar.cookies() == [])
    }

    @Test(
        "CookieJar: cookies are removed by host",
        arguments: [
            ("example.com", ["c"]), ("www.example.com", ["b", "c"]), ("WWW.example.com", ["b", "c"]), ("le.com", ["a", "b", "c"]),
            (nil, []),
        ] as [(String?, [String])])
    func removeAll(host: String?, left: [String]) async throws {
        let jar = CookieJar()
        for (name, domain) in [("a", "www.example.com"), ("b", "example.com"), ("c", "example.org")] {
            try await jar.set(Cookie(name: name, value: "x", domain: domain))
        }
        try await jar.removeAll(for: host)
        #expect(try await Self.names(jar) == left)
    }

    // MARK: Limits

    @Test func `CookieJar: a domain has at most 50 cookies; insecure ones are removed first, then the least recently sent`()
        async throws
    {
        let exchange = CookieExchange()
        for number in 0..<50 {
            try await exchange.receive(["c\(number)=x; Path=/\(number)" + (number % 2 == 0 ? "; Secure" : "")])
            exchange.advance(by: 1)
        }
        _ = try await exchange.sent(to: "https://www.example.com/1")
        exchange.advance(by: 1)
        try await exchange.receive(["d0=x; Secure", "d1=x; Secure"])
        let names = Set(try await Self.names(exchange.jar))
        #expect(names.count == 50)
        #expect(Set((0..<50).map { "c\($0)" }).subtracting(names) == ["c3", "c5"])
        // Other domains have their own limit.
        try await exchange.receive(["e=x"], from: "https://other.example.com/")
        #expect(try await Self.names(exchange.jar).count == 51)
    }

    @Test func `CookieJar: expired cookies are removed before others`() async throws {
        let exchange = CookieExchange()
        try await exchange.receive((0..<49).map { "c\($0)=x" } + ["d=x; Secure; Max-Age=1"])
        exchange.advance(by: 2)
        try await exchange.receive(["e=x; Secure"])
        #expect(try await Self.names(exchange.jar) == (0..<49).map { "c\($0)" } + ["e"])
    }

    @Test func `CookieJar: at most 3,000 cookies are kept, and the least recently sent are removed first`() async throws {
        let exchange = CookieExchange()
        for host in 0..<61 {
            try await exchange.receive((0..<50).map { "c\($0)=x; Secure" }, from: "https://h\(host).example/")
            exchange.advance(by: 1)
            _ = try await exchange.sent(to: "https://h0.example/")
            exchange.advance(by: 1)
        }
        let cookies = try await exchange.jar.cookies()
        #expect(cookies.count == 3000)
        #expect(cookies.filter { $0.domain == "h0.example" }.count == 50)
        #expect(cookies.filter { $0.domain == "h1.example" }.count == 0)
    }

    @Test func `CookieJar: at most 50 fields of a response are read`() async throws {
        let exchange = CookieExchange()
        try await exchange.receive((0..<20_000).map { "c\($0)=x" })
        #expect(try await Self.names(exchange.jar) == (0..<50).map { "c\($0)" })
    }

    @Test("CookieJar: no server input traps or leaves a cookie that can't be sent", arguments: 0..<20)
    func random(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let pieces = [
            "=", ";", " ", "\t", "a", "B", "é", "e\u{301}", "\u{0}", "\r\n", "\"", ",", "Path", "Domain", "=.", "example.com", "Secure",
            "Max-Age=", "-", "9",
            "Expires=", "01 Jan 2031 00:00:00", "/", "%", "__Host-", "HttpOnly", "SameSite", "🍪", "\u{85}", "\u{2028}",
        ]
        let exchange = CookieExchange(domains: ["example.com"])
        for _ in 0..<200 {
            let fields = (0..<3).map { _ in
                (0..<Int.random(in: 0..<16, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            }
            try await exchange.receive(
                fields, from: ["https://www.example.com/a/b", "http://example.com"].randomElement(using: &random) ?? "")
        }
        let cookies = try await exchange.jar.cookies()
        #expect(cookies.count <= 100)
        let copy = CookieJar()
        for cookie in cookies { try await copy.set(cookie) }
        // The cookies that are sent are valid in a request.
        let request = try CookieExchange.request("https://www.example.com/a/b")
        var sent = request
        sent.headers["Cookie"] = try await exchange.sent()
        try sent.validate()
    }

    // MARK: Showing it

    @Test func `CookieJar: printing a jar or a cookie shows no value`() async throws {
        let exchange = CookieExchange()
        try await exchange.receive([
            "session=hunter2-abc; Path=/a", "word", "theme=hunter2dark; HttpOnly", "plain=hunter; Secure", "hunter2-nameless",
        ])
        var policies = ClientPolicies.standard
        policies.cookies = exchange.jar
        var configuration = APIConfiguration(baseURL: try #require(URL(string: Self.url)), policies: policies)
        configuration.policies.log = nil
        let client = APIClient(configuration: configuration, transport: StubTransport())
        var shown = ""
        let cookies = try await exchange.jar.cookies()
        for cookie in cookies {
            shown += "\(cookie) \(String(reflecting: cookie)) \(cookie.value)"
            dump(cookie, to: &shown)
        }
        dump(exchange.jar, to: &shown)
        dump(policies, to: &shown)
        dump(client, to: &shown)
        shown += "\(exchange.jar) \(configuration) \(configuration.settings)"
        #expect(!shown.contains("hunter"))
        #expect(shown.contains("session=<redacted>; Domain=www.example.com; Path=/a"))
    }
}
