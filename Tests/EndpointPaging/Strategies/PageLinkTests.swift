import EndpointKit
import EndpointKitTesting
import Testing

@Suite struct PageLinkTests {
    private struct Items: AuthenticatedEndpoint {
        var path: Path { "lists/items" }
        var query: Query { ["q": "x", "signature": "own"] }
        var headers: HTTPHeaders { ["X-Team": "blue", "X-Vault-Token": "secret"] }
        var adapters: [any RequestAdapter] { [AnyAdapter { $0.headers["X-Signed"] = "secret" }] }
    }

    /// Answers the first request with a link, and all others with an empty last page.
    private func requests(
        link: String, to endpoint: some Endpoint = Items(),
        configure: (inout APIConfiguration) throws -> Void = { $0.authentication = .anonymous }
    ) async throws -> (requests: [HTTPRequest], failure: APIError?) {
        let stub = StubTransport { request in
            request.path == "/v1/lists/items" && request.query["page"] == nil
                ? HTTPResponse(headers: ["Link": link], body: Data("[1]".utf8), url: request.url) : HTTPResponse(body: Data("[]".utf8))
        }
        let client = try APIClient.example(stub, configure: configure)
        let list = await client.elements(of: endpoint.paged(by: .link(), as: [Int].self)).collect()
        #expect(list.elements == [1])
        return (stub.requests, list.failure as? APIError)
    }

    private static let targets: [(String, String)] = [
        ("https://api.example.com/v1/lists/items?page=2", "https://api.example.com/v1/lists/items?page=2"),
        ("https://API.example.com:443/v1/lists/items?page=2", "https://api.example.com/v1/lists/items?page=2"),
        ("?page=2", "https://api.example.com/v1/lists/items?page=2"),
        ("more?page=2", "https://api.example.com/v1/lists/more?page=2"),
        ("../other/./items?page=2", "https://api.example.com/v1/other/items?page=2"),
        ("/v2/items?page=2", "https://api.example.com/v2/items?page=2"),
        ("//api.example.com/v2/items?page=2#top", "https://api.example.com/v2/items?page=2"),
        ("items?page=a%2Fb+c&x=%zz é", "https://api.example.com/v1/lists/items?page=a%2Fb+c&x=%25zz%20%C3%A9"),
    ]

    @Test(arguments: targets)
    func `PageLink: a target is relative to the page's own URL`(target: String, url: String) async throws {
        let (requests, failure) = try await requests(link: "<\(target)>; rel=next")
        #expect(failure == nil)
        #expect(requests.count == 2)
        #expect(requests.last?.urlText == url)
        #expect(requests.last?.headers["X-Vault-Token"] == "secret")
        #expect(requests.last?.headers["X-Signed"] == "secret")
    }

    @Test func `PageLink: a target after a redirect is relative to the final URL`() async throws {
        let stub = StubTransport { request in
            switch request.urlText {
            case "https://api.example.com/v1/old": HTTPResponse(status: 302, headers: ["Location": "/v3/new/items"])
            case "https://api.example.com/v3/new/items": HTTPResponse(headers: ["Link": "<more>; rel=next"], body: Data("[1]".utf8))
            default: HTTPResponse(body: Data("[2]".utf8))
            }
        }
        let list = Route.get("old").paged(by: .link(), as: [Int].self)
        #expect(try await APIClient.example(stub).elements(of: list).collect().get() == [1, 2])
        #expect(stub.requests.last?.urlText == "https://api.example.com/v3/new/more")
    }

    @Test func `PageLink: the escapes in a target stay as they were sent`() async throws {
        for (target, url) in [
            ("/caf%C3%A9/ü?page=2", "https://api.example.com/caf%C3%A9/%C3%BC?page=2"),
            ("/a%2fb?page=%e9|", "https://api.example.com/a%2fb?page=%e9%7C"),
        ] {
            let (requests, failure) = try await requests(link: "<\(target)>; rel=next")
            #expect(failure == nil)
            #expect(requests.last?.urlText == url)
        }
    }

    /// Replaces the response with one that has no address.
    private struct Replacing: ResponseDecision {
        func apply<Value>(to context: DecisionContext<Value>) async throws -> DecisionAction<Value> {
            let response = try context.result.get()
            return .continueWith(HTTPResponse(headers: response.headers, body: response.body))
        }
    }

    @Test(arguments: [false, true])
    func `PageLink: a response without a URL gets its request's URL, whether it comes from a transport or a decision`(
        decides: Bool
    ) async throws {
        let stub = StubTransport { request in
            let sent = request.query.encoded
            switch request.path.encoded {
            case "/v1/lists/items": return .redirect(to: "https://b.example.com/lists/more?" + sent)
            case "/lists/more": return HTTPResponse(headers: ["Link": "<last?page=2>; rel=next"], body: Data("[1]".utf8))
            default: return HTTPResponse(body: Data("[2]".utf8))
            }
        }
        let decisions: [any ResponseDecision] = [Replacing()] + APIClient.standardDecisions
        let client = try APIClient.example(stub, decisions: decides ? decisions : nil) { $0.authentication = .bearer("token") }
        let list = Items().paged(by: .link(), as: [Int].self)
        #expect(try await client.elements(of: list).collect().get() == [1, 2])
        #expect(stub.requests.last?.urlText == "https://b.example.com/lists/last?page=2")
        #expect(stub.requests.last?.headers["Authorization"] == nil)
    }

    @Test(arguments: [false, true])
    func `PageLink: items that authentication added aren't repeated, whatever the transport or decision`(decides: Bool) async throws {
        let stub = StubTransport { request in
            let isFirst = request.query["page"] == nil
            return HTTPResponse(headers: isFirst ? ["Link": "<?page=2&\(request.query.encoded)>; rel=next"] : [:], body: Data("[1]".utf8))
        }
        let decisions: [any ResponseDecision] = [Replacing()] + APIClient.standardDecisions
        let client = try APIClient.example(stub, decisions: decides ? decisions : nil) {
            $0.authentication = .hashedQuery(publicKey: "1234", privateKey: "abcd")
        }
        _ = try await client.elements(of: Items().paged(by: .link(), as: [Int].self)).collect().get()
        let query = try #require(stub.requests.last?.query)
        for name in ["ts", "apikey", "hash"] { #expect(query.values(for: name).count == 1) }
    }

    private static let foreign = [
        "https://pages.example.com/2", "https://api.example.com:444/2", "https://api.example.com.evil.com/2", "//evil.com/2",
    ]

    @Test(arguments: foreign)
    func `PageLink: neither credentials nor the endpoint's secrets follow a link to another origin`(
        target: String
    ) async throws {
        let (requests, failure) = try await requests(link: "<\(target)?apikey=key&signature=own&code=c2&tenant=t&lang=en>; rel=next") {
            $0.query = ["lang": "en", "apikey": "key", "code": "c2", "tenant": "t"]
            $0.policies.redaction = .standard.hiding("tenant")
            $0.headers = ["Authorization": "secret", "X-Client": "c"]
            $0.authentication = .headers(["X-Credentials": "secret"])
        }
        #expect(failure == nil)
        #expect(requests.first?.headers["X-Credentials"] == "secret")
        let page = try #require(requests.dropFirst().first)
        #expect(Set(page.headers.map(\.name)) == ["User-Agent", "Accept"])
        #expect(page.query.encoded == "lang=en")
    }

    @Test func `PageLink: from another origin, a link may lead further or back, without credentials`() async throws {
        for back in ["https://api.example.com/v1/3", "https://third.example.com/3"] {
            let stub = StubTransport { request in
                switch request.origin.host {
                case "api.example.com" where request.path != "/v1/3":
                    HTTPResponse(headers: ["Link": "<https://b.example.com/2>; rel=next"], body: Data("[1]".utf8))
                case "b.example.com" where request.path == "/2":
                    HTTPResponse(headers: ["Link": "<b>; rel=next"], body: Data("[2]".utf8))
                case "b.example.com": HTTPResponse(headers: ["Link": "<\(back)>; rel=next"], body: Data("[3]".utf8))
                default: HTTPResponse(body: Data("[4]".utf8))
                }
            }
            let list = await (try APIClient.example(stub) { $0.authentication = .anonymous }).elements(
                of: Items().paged(by: .link(), as: [Int].self)
            ).collect()
            #expect(list.elements == [1, 2, 3, 4] && list.failure == nil)
            #expect(stub.requests.last?.urlText == back)
            for request in stub.requests.dropFirst() { #expect(Set(request.headers.map(\.name)) == ["User-Agent", "Accept"]) }
        }
    }

    @Test func `PageLink: a page that was redirected to another origin continues from there, without credentials`() async throws {
        for (link, next) in [
            ("more", "https://b.example.com/more"), ("https://api.example.com/v1/more", "https://api.example.com/v1/more"),
        ] {
            let stub = StubTransport { request in
                if request.urlText.hasPrefix("https://api.example.com/v1/lists") {
                    return HTTPResponse(status: 302, headers: ["Location": "https://b.example.com/items"])
                }
                return HTTPResponse(
                    headers: request.path == "/items" ? ["Link": "<\(link)>; rel=next"] : [:], body: Data("[1]".utf8))
            }
            let list = await (try APIClient.example(stub) { $0.authentication = .anonymous }).elements(
                of: Items().paged(by: .link(), as: [Int].self)
            ).collect()
            #expect(list.failure == nil && list.elements == [1, 1])
            #expect(stub.requests.last?.urlText == next)
            for request in stub.requests.dropFirst() { #expect(Set(request.headers.map(\.name)) == ["User-Agent", "Accept"]) }
        }
    }

    private static let refused: [(String, String)] = [
        ("http://api.example.com/2", "leads from https to http"), ("ftp://api.example.com/2", "must start with http"),
        ("https://user:hunter2@api.example.com/2", "carries a user or password"), ("https://:80/2", "no valid host"),
        ("javascript:alert(1)", "must start with http"), ("", "leads to the same page"), ("#more", "leads to the same page"),
        ("https://API.example.com/v1/lists/../lists/items?q=x&signature=own", "leads to the same page"),
    ]

    @Test(arguments: refused)
    func `PageLink: an unusable link is an error after the page that has it, not the end`(target: String, reason: String) async throws {
        let (requests, failure) = try await requests(link: "<\(target)>; rel=next")
        #expect(failure?.code == .paging)
        #expect(failure?.message.contains(reason) == true)
        #expect(failure.map { "\($0)".contains("hunter2") } == false)
        #expect(requests.count == 1)
    }

    @Test func `PageLink: the error about a link hides what the client's redaction names`() async throws {
        let (_, failure) = try await requests(link: "<http://api.example.com/bothunter2/items?page=2&tenant=hunter2>; rel=next") {
            $0.policies.redaction = .standard.hiding("tenant").hiding(path: "bot*")
            $0.authentication = .anonymous
        }
        let error = try #require(failure)
        #expect(error.message.contains("\"http://api.example.com/bot<redacted>/items?page=2&tenant=<7 characters>\""))
    }

    @Test func `PageLink: a request with a body isn't sent to another origin`() async throws {
        let route: Route = .post("lists/items", body: .text("secret"))
        let (requests, failure) = try await requests(link: "<https://b.example.com/2>; rel=next", to: route)
        #expect(failure?.code == .paging)
        #expect(requests.count == 1)
    }

    /// The query for the second page of a list whose first page has `link`.
    private func query(of link: String, configure: (inout APIConfiguration) throws -> Void) async throws -> String? {
        let (requests, failure) = try await requests(link: "<\(link)>; rel=next", configure: configure)
        #expect(failure == nil)
        return requests.dropFirst().first?.query.encoded
    }

    @Test func `PageLink: a link is followed as sent, even if it repeats items of every request`() async throws {
        let base = try #require(URL(string: "https://api.example.com/v1?api-version=7"))
        for (link, sent) in [
            ("?api-version=7&page=2", "api-version=7&page=2"), ("?api-version=8&page=2", "api-version=8&page=2"), ("?page=2", "page=2"),
            ("?page=2&q=x&q=x", "page=2&q=x&q=x"),
        ] {
            #expect(try await query(of: link) { ($0.baseURL, $0.authentication) = (base, .anonymous) } == sent)
        }
        // The configuration's own items appear exactly once in every request.
        for (link, sent) in [("?lang=en&page=2", "lang=en&page=2"), ("?lang=fr&page=2", "lang=fr&page=2"), ("?page=2", "page=2&lang=en")] {
            #expect(try await query(of: link) { ($0.query, $0.authentication) = (["lang": "en"], .anonymous) } == sent)
        }
        // Items from adapters and authentication are added again.
        for repeated in ["apikey=1", "apikey=***", "apikey"] {
            let key = try await query(of: "?\(repeated)&lang=en&page=2") {
                $0.query = ["lang": "en"]
                $0.authentication = .query(["apikey": "1"])
            }
            #expect(key == "lang=en&page=2&apikey=1")
        }
        // An item with a harmless name and another value may be the service's own.
        let page = try await query(of: "?page=2&v=2") { $0.authentication = .query(["v": "1"]) }
        #expect(page == "page=2&v=2&v=1")
    }

    /// A service that copies the whole query of the request into the link.
    @Test func `PageLink: items of every query appear once in a followed link, even if the service repeats them`() async throws {
        let stub = StubTransport { request in
            var query = request.query
            let page = (query["page"].flatMap { Int($0) } ?? 1) + 1
            query.removeAll(named: "page")
            query.append("page", "\(page)")
            return HTTPResponse(
                headers: page < 5 ? ["Link": "<?\(query.encoded)>; rel=next"] : [:], body: Data("[1]".utf8),
                url: request.url)
        }
        let client = try APIClient.example(stub) {
            $0.query = ["lang": "en"]
            $0.authentication = .hashedQuery(publicKey: "1234", privateKey: "abcd")
        }
        let list = Items().paged(by: .link(), as: [Int].self)
        #expect(try await client.elements(of: list).collect().get() == [1, 1, 1, 1])
        for request in stub.requests {
            #expect(request.query.map(\.name).filter { $0 != "page" }.sorted() == ["apikey", "hash", "lang", "q", "signature", "ts"])
        }
    }

    private struct Posts: Decodable, PaginatedResponse, Sendable {
        var elements: [Int]
        var hasNextPage: Bool
    }

    @Test(arguments: [("[1]", false, 1), ("[1]", true, 2), ("[]", false, 2)])
    func `PageLink: a page that says it is the last ends the list, unless it is empty`(
        elements: String, hasNextPage: Bool, count: Int
    ) async throws {
        let stub = StubTransport { request in
            let isFirst = request.query["page"] == nil
            return HTTPResponse(
                headers: isFirst ? ["Link": "<?page=2>; rel=next"] : [:],
                body: Data(#"{"elements": \#(elements), "hasNextPage": \#(isFirst && hasNextPage)}"#.utf8))
        }
        _ = try await APIClient.example(stub).elements(of: Route.get("posts").paged(by: .link(), as: Posts.self)).collect().get()
        #expect(stub.requests.count == count)
    }

    @Test(arguments: [true, false])
    func `PageLink: the configuration's items are added to a link, unless it is followed unchanged`(adds: Bool) async throws {
        for link in ["?page_info=abc&limit=5", "?page_info=abc&fields=id&apikey=key"] {
            let stub = StubTransport { request in
                let isFirst = request.query["page_info"] == nil
                return HTTPResponse(headers: isFirst ? ["Link": "<\(link)>; rel=next"] : [:], body: Data("[1]".utf8))
            }
            let client = try APIClient.example(stub) {
                $0.query = ["fields": "id", "apikey": "key"]
                $0.authentication = .query(["token": "t"])
            }
            let list = Items().paged(by: .link(addsConfiguredQuery: adds), as: [Int].self)
            #expect(try await client.elements(of: list).collect().get() == [1, 1])
            let query = try #require(stub.requests.last?.query)
            #expect(query["page_info"] == "abc" && query["token"] == "t")
            let isWhole = adds || link.contains("apikey")
            #expect(query.values(for: "apikey") == (isWhole ? ["key"] : []))
            #expect(query.values(for: "fields") == (isWhole ? ["id"] : []))
        }
    }

    @Test func `PageLink: a stored position without addsConfiguredQuery adds the configuration's items`() throws {
        let stored = #"{"relation":"next","isCrossOrigin":false}"#
        #expect(try JSONDecoder().decode(PageLink<[Int]>.self, from: Data(stored.utf8)) == .link())
        let own: PageLink<[Int]> = .link("more", addsConfiguredQuery: false)
        #expect(try JSONDecoder().decode(PageLink<[Int]>.self, from: JSONEncoder().encode(own)) == own)
    }
}
