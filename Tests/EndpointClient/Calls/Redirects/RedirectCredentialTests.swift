import EndpointKit
import EndpointKitTesting
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
            // Like servers that move a path and keep the query, whatever it contains.
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

    @Test func `Redirect: authentication in header and query is applied again without duplicating the field`() async throws {
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

    @Test func `Redirect: a chain that leads back carries no credentials`() async throws {
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
}
