import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// One secret in every place that may hold one, and everything that can be printed.
@Suite struct RedactionPlantedSecretTests {
    /// The secret in every form in which it may appear: unchanged, in Base64 after a user's name, and as bytes.
    private func expectHidden(_ value: Any, _ comment: String = "") {
        for text in everyText(of: value) {
            for form in ["hunter2", "aHVudGVyMg", "bWU6aHVudGVyMg", "104, 117, 110", "- 104\n"] {
                #expect(!text.contains(form), "\(form) in a \(type(of: value)) \(comment)")
            }
        }
    }

    private static let proxy = "http://me:hunter2@127.0.0.1:1"

    private func policies() throws -> ClientPolicies {
        var policies = ClientPolicies()
        policies.connection.proxy = .url(try exampleURL(Self.proxy), user: "me", password: "hunter2")
        policies.connection.tls.clientCertificate = TLSPolicy.ClientCertificate(
            certificate: URL(filePath: "/a.pem"), key: URL(filePath: "/b.pem"), password: "hunter2")
        return policies
    }

    private func refresher(failing: Bool = false) -> TokenRefresher<Pass> {
        struct Revoked: Error { var token: String? }
        return TokenRefresher<Pass>(store: MemoryTokenStore(Pass("hunter2"))) { pass in
            if failing { throw Revoked(token: pass?.text) }
            return Pass("hunter2 hunter2")
        }
    }

    struct Login: Encodable { var user = "me", pass = "hunter2" }

    static let bodies: [any HTTPBody] = [
        .text("hunter2"), .json(Login()), .form(["password": "hunter2", "pass": "hunter2"]), .data(Data("hunter2".utf8)),
        .multipart([.text("pass", "hunter2"), .data("file", Data("hunter2".utf8), filename: "a")]), .xml("<p>hunter2</p>"),
        .stream { AsyncStream { $0.yield(Data("hunter2".utf8)) } },
    ]

    /// A route whose secrets have the names of secrets.
    private func route(
        _ body: any HTTPBody = .text("hunter2"), url: String = "https://api.example.com/v1/items?sig=hunter2"
    ) throws -> Route {
        Route(
            .post, try exampleURL(url), query: ["access_token": "hunter2"],
            headers: ["Cookie": "hunter2", "Referer": "https://me:hunter2@example.com/?token=hunter2"], body: body)
    }

    struct Sealed: AuthenticatedEndpoint {
        var route: Route
        var baseURL: URL? { route.baseURL }
        var path: Path { route.path }
        var method: HTTPMethod { route.method }
        var query: Query { route.query }
        var headers: HTTPHeaders { route.headers }
        var body: (any HTTPBody)? { route.body }
    }

    private let response = HTTPResponse(
        status: 500,
        headers: [
            "Set-Cookie": "sid=hunter2", "Location": "https://me:hunter2@example.com/cb?code=1&access_token=hunter2#token=hunter2",
            "Link": "<https://example.com/?page=2&apikey=hunter2>; rel=\"next\"", "X-Auth-Token": "hunter2",
        ], body: Data(#"{"token":"hunter2"}"#.utf8))

    @Test(arguments: bodies.indices)
    func `Redaction: a body shows none of its content, either alone or in a request`(index: Int) throws {
        let body = Self.bodies[index]
        let route = try route(body)
        let request = HTTPRequest(
            method: .post, origin: try #require(Origin(scheme: .https, host: "example.com")), query: ["key": "hunter2"],
            headers: route.headers, body: try body.entity())
        // `Data` is a type of Foundation, which can't hide its bytes.
        if !(body is Data) { expectHidden(body) }
        for value in [try body.entity(), route, request, Sealed(route: route), Optional(request) as Any, CallEvent.Kind.sent(request)] {
            expectHidden(value)
        }
    }

    static let adapters: [any Authentication] = [
        .hashedQuery(publicKey: "hunter2", privateKey: "hunter2"), .bearer("hunter2"), .basic(user: "me", password: "hunter2"),
        .query(["q": "hunter2"]), .headers(["X": "hunter2"]), .digest(user: "hunter2", password: "hunter2"),
        .custom(FieldAdapter.header("Authorization", "hunter2"), identity: Identity("hunter2")),
    ]

    @Test(arguments: adapters.indices)
    func `Redaction: adapters, configuration, client and call show no secret`(index: Int) throws {
        let adapter = Self.adapters[index]
        var configuration = APIConfiguration(
            baseURL: try exampleURL("https://me:hunter2@example.com/v1?token=hunter2"), query: ["key": "hunter2"],
            headers: ["Authorization": "hunter2"], authentication: adapter, policies: try policies())
        for value in [
            adapter, configuration, configuration.policies, configuration.policies.connection.proxy, configuration.policies.connection.tls,
        ] as [Any] {
            expectHidden(value)
        }
        for base in ["https://me:hunter2@example.com/v1?token=hunter2", "https://example.com/v1?token=hunter2"] {
            configuration.baseURL = try exampleURL(base)
            let client = APIClient(configuration: configuration, adapters: [adapter])
            let call = client.data(Sealed(route: try route()))
            for value in [client, call, call.onProgress { _ in }, [call], client.bytes(try route()), client.lines(try route())] as [Any] {
                expectHidden(value)
            }
        }
    }

    @Test func `Redaction: a subclass shows what it adds itself, and no secret`() throws {
        final class Service: APIClient, @unchecked Sendable {}
        expectHidden(Service(configuration: APIConfiguration(baseURL: try exampleURL(), authentication: .bearer("hunter2"))))
    }

    @Test func `Redaction: tokens, their stores and refreshers show no secret`() async throws {
        let folder = try Folder()
        let file = FileTokenStore<Pass>(folder.file("session"))
        try file.save(Pass("hunter2"))
        for refresher in [refresher(), TokenRefresher<Pass>(store: file) { _ in Pass("hunter2") }] {
            _ = try await refresher.token()
            let adapter = RefreshingAuthentication.bearer(refresher)
            let values: [Any] = [
                refresher, adapter, RefreshTokenDecision(refresher), MemoryTokenStore(Pass("hunter2")), file,
                APIConfiguration(baseURL: try exampleURL(), authentication: adapter),
                APIClient(configuration: APIConfiguration(baseURL: try exampleURL(), authentication: adapter)),
                try await sent(Protected()) { $0.authentication = adapter },
            ]
            for value in values { expectHidden(value) }
        }
    }

    @Test func `Redaction: a failed refresh shows no secret`() async throws {
        let refresher = refresher(failing: true)
        let client = try APIClient.example(StubTransport(HTTPResponse(status: 401))) { $0.authentication = .bearer(refresher) }
        let error = try #require(await failure { try await client.data(Protected()).value })
        #expect(error.code == .authentication)
        expectHidden(error)
        #expect(error.underlying.map { "\($0)".contains("hunter2") } == true)
    }

    private func expectHidden(error: APIError) {
        expectHidden(error)
        let texts = [
            error.description, error.debugDescription, error.localizedDescription, error.message, error.timeline, error.failureReason ?? "",
            error.recoverySuggestion ?? "", error.errorDescription ?? "", error.excerpt ?? "",
        ]
        for text in texts { expectHidden(text) }
        let parts: [Any] = [
            error.request as Any, error.response as Any, error.attempts, error.attempts.flatMap(\.redirects), CallEvent.Kind.failed(error),
        ]
        for part in parts { expectHidden(part) }
    }

    @Test(arguments: [200, 302, 401, 500] as [HTTPStatus])
    func `Redaction: an error of a call shows no secret, and has the whole response`(status: HTTPStatus) async throws {
        var answer = response
        answer.status = status
        let stub = StubTransport { [answer] request in
            var answer = answer
            answer.url = request.url
            if status == 302 { answer.headers["Location"] = "/loop?token=hunter2" }
            return answer
        }
        let named = Self.adapters.filter { !($0 is StaticAuthentication) }
        let client = try APIClient.example(stub, adapters: named) {
            $0.baseURL = try exampleURL("https://api.example.com/v1?token=hunter2")
            $0.query = ["key": "hunter2"]
            $0.headers = ["X-Api-Key": "hunter2"]
            // Everything that authentication adds is secret, whatever its name.
            $0.authentication = .custom(
                AnyAdapter { request in
                    request.query.append("q", "hunter2")
                    request.query.append("hunter2", nil)
                    request.headers["X"] = "hunter2"
                })
            $0.policies = try policies()
        }
        let error = try #require(await failure { try await client.call(Sealed(route: try route()), as: [Int].self).value })
        expectHidden(error: error)
        #expect(error.response?.body == response.body)
        #expect(error.response?.headers["Set-Cookie"] == "sid=hunter2")
        let request = try #require(stub.requests.first)
        #expect(request.urlText.contains("hunter2"))
        expectHidden(request)
        #expect(
            error.request?.url.hasSuffix(
                status == 302 ? "/loop?token=<7 characters>&q=<7 characters>&<7 characters>" : "&q=<7 characters>&<7 characters>")
                == true)
    }

    @Test func `Redaction: authentication's items are hidden in cURL commands and logs, unless their names are shown`() async throws {
        let stub = StubTransport()
        let lines = Recorder<String>()
        let log = LogObserver(.trace) { lines.record($0.text) }
        var configuration = APIConfiguration(
            baseURL: try exampleURL(),
            authentication: .custom(
                AnyAdapter { request in
                    request.query.append("appid", "hunter2")
                    request.headers["X-Me"] = "hunter2"
                }))
        _ = try await APIClient(configuration: configuration, transport: stub, observers: [log]).data(Protected()).value
        let request = try #require(stub.requests.first)
        for text in lines.values + [request.curlCommand()] { expectHidden(text) }
        #expect(request.curlCommand().contains("appid=<7 characters>"))
        #expect(request.curlCommand(redacting: .nothing).contains("appid=hunter2"))
        #expect(lines.values.contains { $0.contains("X-Me: <7 characters>") })

        configuration.policies.redaction = .standard.showing("appid", "x-me")
        _ = try await APIClient(configuration: configuration, transport: stub).data(Protected()).value
        let shown = try #require(stub.requests.last)
        #expect("\(shown)".contains("appid=hunter2"))
        #expect(shown.curlCommand().contains("X-Me: hunter2"))
    }

    @Test(arguments: [
        "https://me:hunter2@example.com/", "http://example.com/?token=hunter2", "ftp://me:hunter2@example.com/?key=hunter2",
        "//me:hunter2@/?hash=hunter2",
    ])
    func `Redaction: a redirect that isn't followed shows no secret`(location: String) async throws {
        let stub = StubTransport { _ in .redirect(to: location) }
        let client = try APIClient.example(stub)
        let error = try #require(await failure { try await client.data(.get("a")).value })
        #expect(error.code == .redirect)
        expectHidden(error: error)
    }

    @Test(arguments: ["https://me:hunter2@example.com/?key=hunter2", "hunter2:x@y", "ftp://me:hunter2@example.com/#hunter2"])
    func `Redaction: an unusable URL shows no secret`(text: String) async throws {
        let client = try APIClient.example(StubTransport()) { $0.baseURL = try exampleURL(text) }
        expectHidden(error: try #require(await failure { try await client.data(.get("a")).value }))
        let route = try route(url: text)
        let other = try APIClient.example(StubTransport())
        let error = await failure { try await other.data(route).value }
        expectHidden(error: try #require(error))
        let upload = await failure { try await client.data(.post("a", body: .file(exampleURL(text)))).value }
        expectHidden(error: try #require(upload))
        let download = await failure { try await client.download(.get("a"), to: exampleURL(text)).value }
        expectHidden(error: try #require(download))
    }

    @Test func `Redaction: a field whose value was written as part of its name shows no secret`() async throws {
        let client = try APIClient.example(StubTransport())
        let error = await failure { try await client.data(.get("a", headers: ["Authorization: hunter2": ""])).value }
        #expect(
            error?.message
                == #"The request can't be sent: the header name "Authorization…" is empty or has a character that a name may not have."#)
    }

    @Test func `Redaction: messages of a real transport show no secret`() async throws {
        var configuration = APIConfiguration(
            baseURL: try exampleURL("http://example.invalid/v1?token=hunter2"), authentication: .bearer("hunter2"), policies: try policies()
        )
        configuration.policies.connection.tls.clientCertificate = nil
        configuration.policies.retry = .never
        let client = APIClient(configuration: configuration)
        let error = try #require(await failure { try await client.data(Protected()).value })
        expectHidden(error: error)
        expectHidden(error.underlying as Any)
        expectHidden(client)
    }

    @Test func `Redaction: a decision's context, a reply, its attempts and a stream show no secret`() async throws {
        let context = DecisionContext<String>(
            request: try await sent(Sealed(route: try route())) { $0.authentication = .bearer("hunter2") }, result: .success(response),
            endpoint: try route()
        ) { _ in "" }
        expectHidden(context)
        expectHidden(context.result)
        let stub = StubTransport.answering(.redirect(to: "/next?token=hunter2"), HTTPResponse(headers: response.headers))
        let client = try APIClient.example(stub)
        expectHidden(try await client.call(try route()).response)
        expectHidden(try await client.stream(try route()).value)
        expectHidden(
            HTTPResponseStream(headers: response.headers, body: .init(response.body), url: URL(string: "https://a/?token=hunter2")))
    }
}
