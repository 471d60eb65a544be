import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct RedirectCredentialTests {
    struct Item: AuthenticatedEndpoint {
        var path: Path { "a" }
        var query: Query { ["limit": 5] }
        var headers: HTTPHeaders { ["X-Trace": "1", "Host": "front.example.com", "Idempotency-Key": "k"] }
    }

    private static let secrets: HTTPHeaders = [
        "Authorization": "secret", "Cookie": "secret", "Proxy-Authorization": "secret", "X-Api-Key": "secret", "X-Team": "blue",
    ]

    /// Adds a field, replaces another, and adds to the query, under harmless names.
    private static let unusual = AnyAdapter {
        $0.headers["X-Trace"] = "secret"
        $0.headers.append("X-Unusual", "secret")
        $0.query.append("unusual", "secret")
    }

    @Test(arguments: [
        "https://other.example.com/b", "https://api.example.com:444/b", "https://example.com/b", "https://api.example.com.evil.com/b",
    ])
    func `Redirect: another origin gets no secrets`(location: String) async throws {
        let adapter = AnyAdapter { $0.headers["X-Adapter"] = "open" }
        let requests = try await requests(of: Item(), answered: .redirect(307, to: location), adapters: [adapter]) {
            $0.headers = Self.secrets
            $0.authentication = .custom(Self.unusual)
        }
        #expect(requests.first?.headers["X-Unusual"] == "secret")
        let next = try #require(requests.last)
        #expect(next.urlText == location)
        #expect(next.headers.map(\.name) == ["User-Agent", "Accept"])
        #expect(!next.headers.contains { $0.value == "secret" })
    }

    @Test func `Redirect: another origin gets neither the client certificate nor the Unix socket`() async throws {
        let stub = StubTransport.answering(
            .redirect(to: "/b"), .redirect(to: "https://other.example.com/"), .redirect(to: "https://api.example.com/c"))
        let certificate = TLSPolicy.ClientCertificate(certificate: URL(filePath: "/c"), key: URL(filePath: "/k"))
        _ = try await APIClient.example(stub) {
            $0.policies.connection.tls.clientCertificate = certificate
            $0.policies.connection.unixSocket = "/s"
        }.call(.get("a")).value
        #expect(stub.contexts.map { $0.connection.tls.clientCertificate == nil } == [false, false, true, true])
        #expect(stub.contexts.map(\.connection.unixSocket) == ["/s", "/s", nil, nil])
    }

    @Test func `Redirect: all header fields stay within the origin`() async throws {
        let requests = try await requests(of: Item(), answered: .redirect(307, to: "https://API.example.com:443/b")) {
            $0.headers = Self.secrets
            $0.authentication = .bearer("secret")
        }
        let fields = requests.map { Set($0.headers) }
        #expect(fields.count == 2 && fields.first == fields.last)
        #expect(requests.last?.headers.values(for: "Authorization") == ["Bearer secret"])
    }

    @Test func `Redirect: if a server repeats our query in a cross-origin location, our secrets are removed`() async throws {
        let elsewhere = "https://other.example.com/b?limit=5&%75nusual=%73ecret&token=own&apikey=theirs&key=1"
        let requests = try await requests(of: Item(), answered: .redirect(to: elsewhere)) {
            $0.query = ["apikey": "ours", "key": 1]
            $0.authentication = .custom(Self.unusual)
        }
        #expect(requests.first?.query.encoded == "apikey=ours&key=1&limit=5&unusual=secret")
        #expect(requests.last?.query.encoded == "limit=5&token=own&apikey=theirs")
    }

    @Test func `Redirect: the server's own query in a location is followed, however secret it looks`() async throws {
        let stub = StubTransport.answering(
            .redirect(to: "https://b/?token=theirs&x=1"), .redirect(to: "https://c/?token=theirs&x=1&unusual=secret"))
        _ = try await APIClient.example(stub) { $0.authentication = .custom(Self.unusual) }.call(Item()).value
        #expect(stub.requests.dropFirst().map(\.urlText) == ["https://b/?token=theirs&x=1", "https://c/?token=theirs&x=1"])
    }

    @Test func `Redirect: a signature in the query is made once for the new URL`() async throws {
        let time = TestTime(Date(timeIntervalSince1970: 0), step: 1)
        let stub = StubTransport { request in
            // Acts like servers that move a path and keep the query, whatever it contains.
            request.path == "/v1/a" ? .redirect(301, to: "/v2/a?" + request.query.encoded) : HTTPResponse()
        }
        _ = try await APIClient.example(stub) {
            $0.authentication = .hashedQuery(publicKey: "1234", privateKey: "abcd", now: { time.date })
        }.call(Item()).value
        #expect(
            stub.requests.map(\.query.encoded) == [
                "limit=5&ts=1000&apikey=1234&hash=\(HashedQueryAuthentication.hash(timestamp: "1000", publicKey: "1234", privateKey: "abcd"))",
                "limit=5&ts=2000&apikey=1234&hash=\(HashedQueryAuthentication.hash(timestamp: "2000", publicKey: "1234", privateKey: "abcd"))",
            ])
    }

    @Test func `Redirect: authentication in a header and a query is applied again without duplicating the field`() async throws {
        let requests = try await requests(of: Item(), answered: .redirect(to: "/b")) {
            $0.authentication = .custom(
                AnyAdapter {
                    $0.headers.append("X-Key", $0.path.encoded)
                    $0.query.append("key", $0.path.encoded)
                })
        }
        #expect(requests.last?.headers.values(for: "X-Key") == ["/b"])
        #expect(requests.last?.urlText == "https://api.example.com/b?key=%2Fb")
    }

    @Test func `Redirect: authentication in the header is applied again, because it may sign the URL`() async throws {
        let time = TestTime(Date(timeIntervalSince1970: 0), step: 1)
        let requests = try await requests(of: Item(), answered: .redirect(to: "/b")) {
            $0.authentication = .custom(AnyAdapter { $0.headers["X-Time"] = "\($0.target) \(time.date.timeIntervalSince1970)" })
        }
        #expect(requests.map { $0.headers["X-Time"] } == ["/v1/a?limit=5 1.0", "/b 2.0"])
    }

    @Test func `Redirect: an unauthenticated endpoint stays unauthenticated`() async throws {
        let requests = try await requests(of: .get("a"), answered: .redirect(to: "/b")) { $0.authentication = .custom(Self.unusual) }
        #expect(requests.last?.urlText == "https://api.example.com/b")
    }

    @Test func `Redirect: a chain that leaves the origin and returns carries no credentials`() async throws {
        let stub = StubTransport.answering(
            .redirect(to: "https://other.example.com/b"), .redirect(to: "https://api.example.com/v1/a?limit=5"), .redirect(to: "/c"))
        _ = try await APIClient.example(stub) {
            $0.headers = Self.secrets
            $0.authentication = .custom(Self.unusual)
        }.call(Item()).value
        #expect(stub.requests.count == 4)
        for request in stub.requests.dropFirst() {
            #expect(!request.headers.contains { $0.value == "secret" })
            #expect(!request.query.contains { $0.value == "secret" })
        }
    }

    @Test func `Redirect: a redirected request is validated after authentication, or the call fails`() async throws {
        let time = TestTime(Date(timeIntervalSince1970: 0), step: 1)
        let error = await failure {
            try await requests(of: Item(), answered: .redirect(to: "/b")) {
                $0.authentication = .custom(
                    AnyAdapter { request in
                        if time.date.timeIntervalSince1970 > 1 { request.headers["X-Key"] = "a\r\nb" }
                        request.query.append("key", "1")
                    })
            }
        }
        #expect(error?.code == .invalidRequest)
    }

    @Test func `Redirect: an authentication that fails after a redirect fails the call`() async throws {
        let time = TestTime(Date(timeIntervalSince1970: 0), step: 1)
        let error = await failure {
            try await requests(of: Item(), answered: .redirect(to: "/b")) {
                $0.authentication = .custom(
                    AnyAdapter { request in
                        if time.date.timeIntervalSince1970 > 1 { throw OwnError() }
                        request.query.append("key", "1")
                    })
            }
        }
        #expect(error?.code == .authentication)
    }

    // MARK: What is written again

    private struct Rebuilding: RequestAdapter {
        var origin: Origin?
        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
            var headers = HTTPHeaders()
            for field in request.headers { headers.append(field.name, field.value) }
            return HTTPRequest(
                method: request.method, origin: origin ?? request.origin, path: request.path, query: Query(encoded: request.query.encoded),
                headers: headers, body: request.body, timeout: request.timeout)
        }
    }

    private static let sorting = AnyAdapter { request in
        var query = Query()
        for item in request.query.sorted(by: { $0.name < $1.name }) { query.append(item.name, item.value) }
        request.query = query
    }

    @Test func `Provenance: a request that an adapter rebuilds at another origin keeps the adapter's own parts`() async throws {
        let other = try #require(Origin(scheme: .https, host: "other.example.com"))
        let stub = StubTransport()
        let client = try APIClient.example(
            stub,
            adapters: [
                AnyAdapter {
                    $0.headers["Authorization"] = "Bearer hunter2"
                    $0.query.append("ad", "hunter2")
                }, Rebuilding(origin: other), AnyAdapter { $0.headers["X-Own"] = "1" },
            ])
        try await client.call(Route.get("items", query: ["q": 1], headers: ["X-Team": "blue"])).value
        let request = try #require(stub.requests.first)
        #expect(request.origin == other && request.query.encoded == "q=1")
        #expect(Set(request.headers.map(\.name)).isDisjoint(with: ["Authorization", "X-Team"]))
    }

    @Test func `Provenance: a request that an authentication rebuilds elsewhere has no cookie`() async throws {
        let other = try #require(Origin(scheme: .https, host: "other.example.com"))
        let stub = StubTransport { request in
            HTTPResponse(headers: request.origin == other ? [:] : ["Set-Cookie": "sid=hunter2"])
        }
        let client = try APIClient.example(stub) {
            $0.policies.cookies = CookieJar()
            $0.authentication = .custom(Rebuilding(origin: other), identity: nil)
        }
        try await client.call(.get("items")).value
        try await client.call(Route.get("items", headers: ["X-Team": "blue"]).authenticated()).value
        let request = try #require(stub.requests.last)
        #expect(request.origin == other && !request.headers.contains("Cookie") && !request.headers.contains("X-Team"))
    }

    @Test(arguments: [true, false])
    func `Provenance: a list keeps its items if an adapter writes the query again`(sorts: Bool) async throws {
        let stub = StubTransport { request in
            let page = request.query["page"].flatMap(Int.init) ?? 1
            let rest = request.query.filter { $0.name != "page" }.map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "&")
            return HTTPResponse(headers: page < 3 ? ["Link": "<?\(rest)&page=\(page + 1)>; rel=next"] : [:], body: Data("[1]".utf8))
        }
        let adapter: any RequestAdapter = sorts ? Self.sorting : Rebuilding()
        let client = try APIClient.example(stub, adapters: [adapter]) { $0.query = ["lang": "en"] }
        let list = Route.get("list", query: ["q": "hello", "per_page": 50]).paged(by: .link(), as: [Int].self)
        #expect(try await client.elements(of: list).collect().get() == [1, 1, 1])
        for request in stub.requests {
            #expect(request.query["q"] == "hello" && request.query["per_page"] == "50" && request.query.values(for: "lang") == ["en"])
        }
    }

    @Test func `Provenance: a redirect keeps the location's items if the authentication writes the query again`() async throws {
        let stub = StubTransport { request in
            request.path == "/v1/items" ? .redirect(to: "/final?" + request.query.encoded) : HTTPResponse()
        }
        let signing = AnyAdapter { request in
            var query = Query()
            for item in request.query { query.append(item.name, item.value) }
            query.append("sig", "hunter2")
            request.query = query
        }
        let client = try APIClient.example(stub) { $0.authentication = .custom(signing, identity: nil) }
        try await client.call(Route.get("items", query: ["a": 1, "q": "hello"]).authenticated()).value
        #expect(stub.requests.map(\.query.encoded) == ["a=1&q=hello&sig=hunter2", "a=1&q=hello&sig=hunter2"])
    }

    @Test func `Provenance: a client's adapter that changes nothing leaves a request to another origin unchanged`() async throws {
        let url = try exampleURL("https://other.example.com/abs?u=1")
        for adapter: any RequestAdapter in [
            Rebuilding(), Self.sorting, AnyAdapter { $0.headers["X-Ep"] = $0.headers["X-Ep"] }, AnyAdapter { _ in },
        ] {
            let stub = StubTransport()
            let client = try APIClient.example(stub, adapters: [adapter])
            try await client.call(Route.get(url, query: ["z": "hello"], headers: ["X-Ep": "1"])).value
            let request = try #require(stub.requests.first)
            #expect(request.query.encoded == "u=1&z=hello" && request.headers["X-Ep"] == "1")
        }
    }

    /// How a server may spell a query item that it has received.
    enum Spelling: CaseIterable {
        case unescaped, escapedTwice, renamed

        func write(_ item: Query.Item) -> String {
            let value = item.value ?? ""
            return switch self {
            case .unescaped: "\(item.name)=\(value.replacing("%", with: "%25").replacing(" ", with: "+"))"
            case .escapedTwice: "\(item.name)=\(PercentEncoding.encoded(PercentEncoding.encoded(value)))"
            case .renamed: "code=\(PercentEncoding.encoded(value))"
            }
        }
    }

    @Test(arguments: ["AB+CD/EF==", "100%+1%", "S3cr3t with spaces"], Spelling.allCases)
    func `Provenance: a secret that a server repeats in another spelling doesn't leave its origin`(
        secret: String, spelling: Spelling
    ) async throws {
        // A short value may have another meaning under another name.
        if spelling == .renamed, secret.utf8.count < 8 { return }
        let stub = StubTransport { request in
            guard request.origin.host == "api.example.com" else { return HTTPResponse() }
            return .redirect(307, to: "https://other.example.com/land?" + request.query.map(spelling.write).joined(separator: "&"))
        }
        let client = try APIClient.example(stub) {
            $0.query = ["cfg": secret]
            $0.authentication = .query(["sig": secret])
        }
        try await client.call(Route.get("items", query: ["q": "x"]).authenticated()).value
        #expect(stub.requests.count == 2)
        #expect(stub.requests.last?.query.encoded == (spelling == .renamed ? "code=x" : "q=x"))
    }
}
