import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

/// A custom redaction, and where it applies.
@Suite struct RedactionRulesTests {
    private func request(
        _ redaction: Redaction, path: Path = "/items", query: Query = [:], headers: HTTPHeaders = [:]
    ) throws -> HTTPRequest {
        HTTPRequest(
            origin: try #require(Origin(scheme: .https, host: "example.com")), path: path, query: query, headers: headers,
            redaction: redaction)
    }

    private func client(_ redaction: Redaction, _ answer: @escaping @Sendable (HTTPRequest) throws -> HTTPResponse) throws -> APIClient {
        try .example(StubTransport { try answer($0) }) { $0.policies.redaction = redaction }
    }

    @Test func `Redaction: a custom name is hidden in every text form of a request`() throws {
        let request = try request(
            .standard.hiding("X-Internal"), query: ["x-internal": "hunter2", "my-x-internal": "hunter2", "token": "hunter2"],
            headers: ["X-Internal": "hunter2", "Accept": "shown"])
        for text in everyText(of: request) { #expect(!text.contains("hunter2")) }
        #expect(everyText(of: request).contains { $0.contains("Accept: shown") })
    }

    @Test func `Redaction: a custom name is hidden in every text form of an error`() async throws {
        let redaction = Redaction.standard.hiding("pin")
        let client = try client(redaction) { _ in
            HTTPResponse(headers: ["X-Pin": "hunter2"], body: Data(#"{"pin":"hunter2","id":"x"}"#.utf8))
        }
        struct Item: Decodable { var id: Int }
        let error = try #require(await failure { try await client.call(.get("items", query: ["pin": "hunter2"]), as: Item.self).value })
        for text in everyText(of: error) { #expect(!text.contains("hunter2")) }
        #expect(error.request?.url == "https://api.example.com/v1/items?pin=<7 characters>")
        #expect(error.excerpt == #"{"pin":"<7 characters>","id":"x"}"#)
    }

    @Test func `Redaction: a custom name is hidden in the text forms of a redirect, followed or rejected`() async throws {
        let client = try client(.standard.hiding("pin").hiding(path: "bot*")) { request in
            let target = request.path == "/v1/bothunter2/a" ? "/v1/bothunter2/b?pin=hunter2" : "ftp://example.com/bothunter2/?pin=hunter2"
            return HTTPResponse(status: 302, headers: ["Location": target])
        }
        let error = try #require(await failure { try await client.data(.get("bothunter2/a")).value })
        for text in everyText(of: error) { #expect(!text.contains("hunter2")) }
        #expect(error.message.contains("ftp://example.com/bot<redacted>/?pin=<7 characters>"))
    }

    @Test func `Redaction: a custom name is hidden in a configuration and a request that can't be built`() async throws {
        var configuration = APIConfiguration(
            baseURL: try exampleURL("ftp://example.com/hook/sesame?pin=hunter2"), basePath: "hook/sesame", query: ["pin": "hunter2"],
            headers: ["X-Pin": "hunter2"])
        configuration.policies.redaction = .standard.hiding("pin").hiding(path: "hook/*")
        for text in everyText(of: configuration) { #expect(!text.contains("hunter2") && !text.contains("sesame")) }
        let client = APIClient(configuration: configuration, transport: StubTransport())
        let error = await failure { try await client.data(.get("x")).value }
        #expect(error?.message.contains("ftp://example.com/hook/<redacted>?pin=<7 characters>") == true)
    }

    @Test(arguments: ["items?apikey=hunter2", "items#token=hunter2&a", "https://me:hunter2@example.com/a"])
    func `Redaction: a custom name is hidden in the text forms of an invalid path`(path: String) async throws {
        let client = try client(.standard) { _ in HTTPResponse() }
        let error = try #require(await failure { try await client.data(Route.get(Path(path))).value })
        #expect(error.code == .invalidRequest)
        for text in everyText(of: error) { #expect(!text.contains("hunter2")) }
        let moved = AnyAdapter { $0.path = Path(path) }
        let other = APIClient(
            configuration: APIConfiguration(baseURL: try exampleURL("https://example.com")), transport: StubTransport(), adapters: [moved])
        let refusal = try #require(await failure { try await other.data(.get("items")).value })
        #expect(refusal.code == .invalidRequest)
        for text in everyText(of: refusal) { #expect(!text.contains("hunter2")) }
    }

    @Test func `Redaction: a custom name is hidden in the defaults of a configuration`() {
        var options = ConfigurationOptions()
        options.defaults = #"{"query": {"q": "hunter2"}}"#
        for text in everyText(of: options) { #expect(!text.contains("hunter2")) }
        #expect(everyText(of: options).contains { $0.contains("ENDPOINTKIT_") })
    }

    @Test(arguments: ["Idempotency-Key", "idempotency-key", "sort-key", "SORT-KEY"])
    func `Redaction: showing applies to whole names only`(name: String) throws {
        let request = try request(.standard.showing("Sort-Key"), query: [name: "shown", "my-sort-key": "hunter2", "key": "hunter2"])
        #expect("\(request)".contains("\(name)=shown"))
        #expect(!"\(request)".contains("hunter2"))
    }

    @Test func `Redaction: the last matching rule applies`() throws {
        let query: Query = ["key": "value"]
        #expect("\(try request(.standard.showing("key"), query: query))".hasSuffix("?key=value"))
        #expect("\(try request(.standard.showing("key").hiding("KEY"), query: query))".hasSuffix("?key=<5 characters>"))
        #expect("\(try request(.standard.hiding("Idempotency-Key"), query: ["idempotency-key": "1"]))".hasSuffix("=<1 character>"))
        #expect("\(try request(.everything.showing("limit"), query: ["limit": 1, "a": 2]))".hasSuffix("?limit=1&a=<1 character>"))
    }

    @Test func `Redaction: the redaction everything hides every value, and the redaction nothing hides no value`() throws {
        let query: Query = ["limit": 20, "token": "hunter2", "idempotency-key": "1", "flag": .flag]
        #expect(
            "\(try request(.everything, query: query))".hasSuffix(
                "?limit=<2 characters>&token=<7 characters>&idempotency-key=<1 character>&flag"))
        #expect("\(try request(.nothing, query: query))".hasSuffix("?limit=20&token=hunter2&idempotency-key=1&flag"))
    }

    @Test(arguments: [
        "userToken", "JWTToken", "XMLHash", "user.Token", "userPassword2.token", "client[accessToken]", "TOKEN",
    ])
    func `Redaction: a name that ends in another is recognized, even if only a capital letter separates the words`(name: String) throws {
        #expect(!"\(try request(.standard, query: [name: "swordfish"]))".contains("swordfish"))
    }

    @Test(arguments: ["MONKEY", "Monkey", "tokenCount", "eventS", "Autoken", "userTokens"])
    func `Redaction: a name that only looks similar is shown`(name: String) throws {
        #expect("\(try request(.standard, query: [name: "shown"]))".contains("shown"))
    }

    @Test(arguments: [
        ("bot*", "/botabc/send", "/bot<redacted>/send"), ("/bot*/", "/v1/botx/boty", "/v1/bot<redacted>/bot<redacted>"),
        ("bot*", "/bot/robots", "/bot/robots"),
        ("hooks/*/*", "/hooks/T/B/x", "/hooks/<redacted>/<redacted>/x"), ("hooks/*/*", "/hooks/T", "/hooks/T"),
        ("users/*", "/users/users/1", "/users/<redacted>/<redacted>"), ("", "/a/b", "/a/b"), ("*", "/a/b/", "/<redacted>/<redacted>/"),
        ("plain", "/plain", "/plain"),
        ("a*a", "/a/aa/aba", "/a/aa/a<redacted>a"),
    ])
    func `Redaction: a value that matches a path rule's star is hidden`(pattern: String, path: String, shown: String) throws {
        #expect("\(try request(.standard.hiding(path: pattern), path: Path(path)))" == "GET https://example.com\(shown)")
    }

    @Test func `Redaction: it doesn't decide what goes to another origin`() async throws {
        let seen = Recorder<HTTPRequest>()
        let client = try client(Redaction.nothing.hiding("pin").showing("Authorization")) { request in
            seen.record(request)
            return request.path == "/v1/a" ? HTTPResponse(status: 307, headers: ["Location": "https://other.example.com/"]) : HTTPResponse()
        }
        let headers: HTTPHeaders = ["Authorization": "hunter2", "X-Pin": "hunter2", "Idempotency-Key": "1", "X-Trace": "shown"]
        _ = try await client.data(.get("a", headers: headers)).value
        let names = try #require(seen.values.last).headers.map(\.name)
        #expect(Set(names) == ["User-Agent", "Accept"])
    }
}
