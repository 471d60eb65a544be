import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct RedirectRulesTests {
    @Test(arguments: [
        ("/echo?", "https://api.example.com/echo?"), ("?", "https://api.example.com/v1/a?"),
        ("/caf%C3%A9/ü", "https://api.example.com/caf%C3%A9/%C3%BC"),
    ])
    func `RedirectRules: a location is requested as it was sent`(location: String, url: String) async throws {
        let requests = try await requests(of: .get("a"), answered: .redirect(to: location))
        #expect(requests.last?.urlText == url)
    }

    @Test(arguments: [
        ("d", "https://api.example.com/v1/b/d"), ("/d", "https://api.example.com/d"), ("../d?x=1", "https://api.example.com/v1/d?x=1"),
        ("?x=1", "https://api.example.com/v1/b/c?x=1"), ("d#part", "https://api.example.com/v1/b/d"),
        ("//other.example.com/d", "https://other.example.com/d"), ("HTTPS://Other.Example.com:443", "https://other.example.com/"),
        ("/a//b/", "https://api.example.com/a//b/"), ("https://h//d", "https://h//d"),
        ("//b\u{FC}cher.example/d", "https://xn--bcher-kva.example/d"),
        ("/d?u=http://x/?y#z", "https://api.example.com/d?u=http://x/?y"),
        ("/a b\u{E9}?c d", "https://api.example.com/a%20b%C3%A9?c%20d"), ("/%2F%zz", "https://api.example.com/%2F%25zz"),
        ("https://[::1]:8080/d", "https://[::1]:8080/d"), ("/\u{1}\u{7F}", "https://api.example.com/%01%7F"),
    ])
    func `RedirectRules: a location is resolved against the URL that named it, without a fragment`(
        location: String, url: String
    ) async throws {
        let requests = try await requests(of: .get("b/c", query: ["old": 1]), answered: .redirect(to: location))
        #expect(requests.map(\.urlText) == ["https://api.example.com/v1/b/c?old=1", url])
    }

    @Test func `RedirectRules: an upgrade to https is followed`() async throws {
        let url = try exampleURL("http://api.example.com")
        let requests = try await requests(of: .get("a"), answered: .redirect(301, to: "https://api.example.com/a")) { $0.baseURL = url }
        #expect(requests.last?.urlText == "https://api.example.com/a")
    }

    struct Hostile: Sendable {
        var location: String
        var says: String
    }

    @Test(arguments: [
        Hostile(location: "http://api.example.com/a", says: "from https to http"), Hostile(location: "//%2F", says: "host"),
        Hostile(location: "//", says: "no host"), Hostile(location: "https:", says: "no host"),
        Hostile(location: "https:a", says: "no host"),
        Hostile(location: "javascript:alert(1)", says: "http:// or https://"), Hostile(location: "file:///etc/passwd", says: "http"),
        Hostile(location: "ftp://h/", says: "http"), Hostile(location: "data:,x", says: "http"),
        Hostile(location: "g\u{1}:h", says: "http"),
        Hostile(location: "https://user:hunter2@h/a", says: "user or password"),
        Hostile(location: "//hunter2@h/", says: "user or password"),
        Hostile(location: "https://h:0/", says: "port"), Hostile(location: "https://[", says: "host"),
        Hostile(location: "https://h:99999/", says: "port"), Hostile(location: "https://h:hunter/", says: "port"),
        Hostile(location: "https://[::1/", says: "host"), Hostile(location: "https://h\\evil/", says: "host"),
        Hostile(location: "https://h /", says: "host"), Hostile(location: "https://a%2Fb/", says: "host"),
        Hostile(location: "javascript:" + String(repeating: "x", count: 100_000), says: "http"),
    ])
    func `RedirectRules: a redirect that can't be followed is an error that says why`(_ hostile: Hostile) async throws {
        let stub = StubTransport.answering(.redirect(to: hostile.location))
        let error = try #require(await failure { try await APIClient.example(stub).call(.get("a")).value })
        #expect(error.code == .redirect)
        #expect(error.message.contains(hostile.says), "\(error)")
        #expect(error.message.utf8.count < 500)
        #expect(!"\(error)".contains("hunter2"))
        #expect(error.response?.status == 302)
        #expect(error.request?.url == "https://api.example.com/v1/a")
        #expect(stub.requests.count == 1)
    }

    @Test func `RedirectRules: a secret in a rejected location isn't shown`() async throws {
        let stub = StubTransport.answering(.redirect(to: "http://h/a?token=hunter2&x=1"))
        let error = try #require(await failure { try await APIClient.example(stub).call(.get("a")).value })
        #expect(error.message.contains("token=<7 characters>&x=1"))
    }

    @Test func `RedirectRules: a response with two locations is followed only if they are equal`() async throws {
        var response = HTTPResponse.redirect(to: "/b")
        response.headers.append("location", "/b")
        #expect(try await requests(of: .get("a"), answered: response).count == 2)

        response.headers.append("Location", "https://evil.example")
        let error = await failure { try await requests(of: .get("a"), answered: response) }
        #expect(error?.code == .redirect)
    }

    @Test func `RedirectRules: a location of 100 KB is handled like any other`() async throws {
        let path = "/" + String(repeating: "../a/", count: 20_000)
        let requests = try await requests(of: .get("a"), answered: .redirect(to: path))
        #expect(requests.last?.urlText == "https://api.example.com/a/")
    }
}
