import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// Endpoints that name the credentials that they require or accept.
@Suite struct SeveralCredentialsTests {
    private struct Session: BearerToken {
        var token: String
        var bearerText: String { token }
        var expiry: Date? { nil }
    }

    private struct Reports: RoutedEndpoint {
        var isAuthenticated = false
        var credentials: [CredentialUse] = []
        var route: Route { .get("reports") }
    }

    private final class Service: Sendable {
        let requests = Recorder<HTTPRequest>()
        let answer: @Sendable (HTTPRequest) -> HTTPResponse

        init(_ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse = { _ in HTTPResponse() }) { self.answer = answer }

        var transport: AnyTransport {
            AnyTransport { [requests, answer] request in
                requests.record(request)
                return answer(request)
            }
        }
    }

    @Test(arguments: [Pass("b"), nil], [HTTPMethod.get, .put])
    func `Credentials: the answer to a challenge carries the tokens that are current when it is sent`(
        next: Pass?, method: HTTPMethod
    ) async throws {
        let refresher = TokenRefresher<Pass>(store: MemoryTokenStore(Pass("a")), identity: { Identity(Secret($0.text)) }) { _ in
            throw APIError(.authentication, "Sign in first.")
        }
        let sent = Recorder<[String?]>()
        let stub = StubTransport { request in
            sent.record([request.headers["X-Token"], request.headers["Authorization"].map { _ in "Digest" }])
            if request.headers.contains("Authorization") { return HTTPResponse() }
            if sent.values.count == 1 { try await refresher.setToken(next) }
            return HTTPResponse(status: 401, headers: ["WWW-Authenticate": #"Digest realm="r", nonce="n", qop="auth""#])
        }
        let client = try APIClient.example(stub) { configuration in
            configuration.authentication = .digest(user: "u", password: "p")
            configuration.credentials = ["token": .token(refresher) { $1.headers["X-Token"] = $0.text }]
        }
        let error = await failure {
            try await client.call(Route(method, "reports").authenticated(by: .standard, .named("token"))).value
        }
        // A write isn't sent as another user, and nobody's request isn't sent at all.
        let isSent = method == .get && next != nil
        #expect((error == nil) == isSent)
        #expect(!sent.values.contains(["a", "Digest"]))
        #expect(sent.values.last == (isSent ? ["b", "Digest"] : ["a", nil]))
    }

    private func client(_ service: Service, configure: (inout APIConfiguration) -> Void = { _ in }) throws -> APIClient {
        try APIClient.example(service.transport) { configuration in
            configuration.authentication = .bearer("user-1")
            configuration.credentials = ["admin": .headers(["X-Admin": "key-1"]), "tenant": .query(["tenant": "t-1"])]
            configure(&configuration)
        }
    }

    @Test func `Credentials: the credentials that an endpoint names sign the request in order, after the configuration's own`() async throws
    {
        let service = Service()
        let client = try client(service)
        let rows: [(Reports, authorization: String?, admin: String?, query: String)] = [
            (Reports(), nil, nil, ""), (Reports(isAuthenticated: true), "Bearer user-1", nil, ""),
            (Reports(credentials: [.named("admin")]), nil, "key-1", ""),
            (Reports(isAuthenticated: true, credentials: [.named("admin"), .optional("tenant")]), "Bearer user-1", "key-1", "tenant=t-1"),
            (Reports(credentials: [.standard, .named("tenant")]), "Bearer user-1", nil, "tenant=t-1"),
            (Reports(credentials: [.optional, .optional("nobody")]), "Bearer user-1", nil, ""),
        ]
        for (endpoint, authorization, admin, query) in rows {
            try await client.call(endpoint).value
            let sent = try #require(service.requests.values.last)
            #expect(sent.headers["Authorization"] == authorization)
            #expect(sent.headers["X-Admin"] == admin)
            #expect(sent.query.encoded == query)
        }
        try await client.call(.get("reports").authenticated(by: .named("admin")).authenticated()).value
        let sent = try #require(service.requests.values.last)
        #expect(sent.headers["Authorization"] == "Bearer user-1" && sent.headers["X-Admin"] == "key-1")
    }

    @Test func `Credentials: if the configuration lacks required credentials, the call fails before anything is sent`()
        async throws
    {
        let service = Service()
        let client = try client(service) { $0.authentication = nil }
        let missing = await failure { try await client.call(Reports(credentials: [.named("admn")])).value }
        #expect(missing?.code == .configuration)
        #expect(missing?.message.contains(#"requires the credentials "admn""#) == true)
        #expect(missing?.message.contains(#"It has "admin"."#) == true)
        #expect(missing?.request != nil)
        let standard = await failure { try await client.call(Reports(isAuthenticated: true, credentials: [.named("admin")])).value }
        #expect(standard?.code == .configuration)
        #expect(service.requests.values.isEmpty)
        try await client.call(Reports(isAuthenticated: true, credentials: [.optional])).value
        try await client.call(Reports(credentials: [.optional("nobody")])).value
        #expect(service.requests.values.count == 2)
        #expect(service.requests.values.allSatisfy { !$0.headers.contains("Authorization") })
    }

    @Test func `Credentials: optional credentials are sent if their refresher has a token, and no token is requested for them`()
        async throws
    {
        let service = Service()
        let refreshes = Counter()
        let refresher = TokenRefresher<Session> { _ in
            refreshes.next()
            return Session(token: "fresh")
        }
        let client = try client(service) {
            $0.authentication = .bearer(refresher)
            $0.credentials["user"] = .bearer(refresher)
        }
        for endpoint in [Reports(isAuthenticated: true, credentials: [.optional]), Reports(credentials: [.optional("user")])] {
            try await client.call(endpoint).value
            #expect(service.requests.values.last?.headers.contains("Authorization") == false)
        }
        #expect(refreshes.count == 0)
        try await refresher.setToken(Session(token: "own"))
        for endpoint in [Reports(credentials: [.optional]), Reports(credentials: [.named("admin"), .optional("user")])] {
            try await client.call(endpoint).value
            #expect(service.requests.values.last?.headers["Authorization"] == "Bearer own")
        }
        try await refresher.setToken(nil)
        try await client.call(Reports(credentials: [.named("user")])).value
        #expect(service.requests.values.last?.headers["Authorization"] == "Bearer fresh")
        #expect(refreshes.count == 1)
    }

    @Test(arguments: [true, false])
    func `Credentials: a sign-out while an optional token is refreshed sends the request without it, and no token is saved`(
        isExpired: Bool
    ) async throws {
        let service = Service { HTTPResponse(status: $0.bearer == nil ? 200 : 401) }
        let (begun, resume, refreshes) = (Signal(), Signal(), Recorder<String?>())
        let store = MemoryTokenStore(Pass("old", expiresIn: isExpired ? -1 : nil))
        let refresher = TokenRefresher(store: store, now: { Pass.start }) { pass in
            refreshes.record(pass?.text)
            begun.give()
            await resume.wait()
            return Pass(pass == nil ? "guest" : "new")
        }
        let client = try client(service) {
            $0.authentication = .bearer(refresher)
            $0.policies.cache = CachePolicy()
        }
        async let outcome: Void = client.call(Reports(credentials: [.optional])).value
        await begun.wait()
        try await refresher.setToken(nil)
        for _ in 0..<3 { resume.give() }
        try await outcome
        #expect(service.requests.values.last?.headers.contains("Authorization") == false)
        #expect(refreshes.values == ["old"])
        #expect(store.load() == nil)
    }

    @Test func `Credentials: no random sign-out makes an optional token necessary`() async throws {
        let service = Service()
        let refresher = TokenRefresher<Pass>(store: MemoryTokenStore(Pass("0", expiresIn: -1)), now: { Pass.start }) { pass in
            for _ in 0..<20 { await Task.yield() }
            guard let pass else { throw OwnError(reason: "Sign in first.") }
            return Pass(pass.text + "1", expiresIn: -1)
        }
        let client = try client(service) {
            $0.authentication = .bearer(refresher)
            $0.policies.cache = CachePolicy()
            $0.policies.maxConcurrentCalls = nil
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seed in 0..<300 {
                group.addTask {
                    var generator = SplitMix64(seed: UInt64(seed))
                    for _ in 0..<Int.random(in: 0..<200, using: &generator) { await Task.yield() }
                    switch Int.random(in: 0..<8, using: &generator) {
                    case 0: try await refresher.setToken(nil)
                    case 1: try await refresher.setToken(Pass("\(seed)", expiresIn: -1))
                    default: try await client.call(Reports(credentials: [.named("admin"), .optional])).value
                    }
                }
            }
            try await group.waitForAll()
        }
        try await refresher.setToken(nil)
        try await client.call(Reports(credentials: [.optional])).value
        #expect(service.requests.values.last?.headers.contains("Authorization") == false)
    }

    @Test func `Credentials: a rejected token is refreshed, and the other credentials don't change`() async throws {
        let service = Service { request in
            HTTPResponse(status: request.headers["Authorization"] == "Bearer new" && request.headers["X-Admin"] == "key-1" ? 200 : 401)
        }
        let refresher = TokenRefresher(store: MemoryTokenStore(Session(token: "old"))) { _ in Session(token: "new") }
        let client = try client(service) { $0.credentials["session"] = .bearer(refresher) }
        for credentials: [CredentialUse] in [[.named("admin"), .named("session")], [.named("session"), .named("admin")]] {
            try await refresher.setToken(Session(token: "old"))
            try await client.call(Reports(credentials: credentials)).value
            #expect(service.requests.values.suffix(2).map { $0.headers["Authorization"] } == ["Bearer old", "Bearer new"])
        }
    }

    @Test func `Credentials: the other credentials also sign the answer to a challenge`() async throws {
        let server = DigestServer()
        let service = Service { request in
            request.headers["X-Admin"] == "key-1" ? server.answer(request) : HTTPResponse(status: 500)
        }
        let client = try client(service) { $0.credentials["digest"] = .digest(user: "Mufasa", password: "Circle of Life") }
        for credentials: [CredentialUse] in [[.named("admin"), .named("digest")], [.named("digest"), .named("admin")]] {
            try await client.call(Reports(credentials: credentials)).value
        }
        #expect(service.requests.values.allSatisfy { $0.headers["X-Admin"] == "key-1" })
    }

    @Test func `Credentials: a stored response belongs to all credentials that signed its request`() async throws {
        let service = Service { request in
            HTTPResponse(headers: ["Cache-Control": "max-age=3600"], body: Data("\(request.headers["X-Admin"] ?? "-")".utf8))
        }
        let client = try client(service) { configuration in
            configuration.policies.cache = CachePolicy()
            configuration.credentials["other"] = .headers(["X-Admin": "key-2"])
        }
        func read(_ credentials: [CredentialUse]) async throws -> String {
            try await client.string(Reports(isAuthenticated: true, credentials: credentials)).value
        }
        #expect(try await read([.named("admin")]) == "key-1")
        #expect(try await read([.named("other")]) == "key-2")
        #expect(try await read([]) == "-")
        #expect(service.requests.values.count == 3)
        #expect(try await read([.named("admin")]) == "key-1")
        // Optional credentials identify the same user as required ones.
        #expect(try await read([.optional("admin")]) == "key-1")
        #expect(service.requests.values.count == 3)
    }

    @Test func `Credentials: no other origin gets them, and no description shows them`() async throws {
        let service = Service { request in
            request.origin.host == "api.example.com"
                ? HTTPResponse(status: 302, headers: ["Location": "https://other.example.com/x"]) : HTTPResponse()
        }
        let client = try client(service)
        try await client.call(Reports(isAuthenticated: true, credentials: [.named("admin"), .named("tenant")])).value
        let away = try #require(service.requests.values.last)
        #expect(away.origin.host == "other.example.com")
        #expect(!away.headers.contains("X-Admin") && !away.headers.contains("Authorization") && away.query.isEmpty)
        var dumped = ""
        dump(client, to: &dumped)
        dump(CombinedSecret(client: client), to: &dumped)
        for secret in ["key-1", "t-1", "user-1"] { #expect(!dumped.contains(secret)) }
        #expect(dumped.contains("admin"))
    }

    private struct Mover: Authentication {
        var identity: Identity? { Identity("mover") }
        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
            request.origin = try #require(Origin(scheme: .https, host: "eu.example.net"))
            return request
        }
    }

    @Test(arguments: [["m", "admin"], ["admin", "m"], ["admin", "m", "tenant"]])
    func `Credentials: credentials that move a request to another origin are an error, and nothing is sent`(names: [String]) async throws {
        let service = Service()
        let client = try client(service) { $0.credentials["m"] = Mover() }
        let error = await failure { try await client.call(Reports(credentials: names.map { .named($0) })).value }
        #expect(error?.code == .authentication)
        #expect(service.requests.values.isEmpty)
    }

    @Test func `Credentials: two credentials of one user are distinguished, in the cache and in shared runs`() async throws {
        let service = Service { request in
            HTTPResponse(headers: ["Cache-Control": "private, max-age=3600"], body: Data((request.headers["Authorization"] ?? "").utf8))
        }
        func refresher(_ token: String) -> TokenRefresher<Session> {
            TokenRefresher(store: MemoryTokenStore(Session(token: token)), identity: { _ in Identity("anna") }) { _ in Session(token: "new")
            }
        }
        let client = try client(service) { configuration in
            configuration.policies.cache = CachePolicy()
            configuration.policies.sharesEqualRequests = true
            configuration.authentication = .bearer(refresher("plain"))
            configuration.credentials = ["user": .bearer(refresher("user")), "elevated": .bearer(refresher("elevated"))]
        }
        for _ in 1...2 {
            #expect(try await client.string(Reports(credentials: [.named("elevated")])).value == "Bearer elevated")
            #expect(try await client.string(Reports(credentials: [.named("user")])).value == "Bearer user")
            #expect(try await client.string(Reports(isAuthenticated: true)).value == "Bearer plain")
        }
        #expect(service.requests.values.count == 3)
    }

    @Test func `Credentials: a digest covers what other credentials add to the query, in whatever order they are named`() async throws {
        let service = Service { request in
            guard let field = request.headers["Authorization"], field.hasPrefix("Digest ") else {
                return HTTPResponse(status: 401, headers: ["WWW-Authenticate": #"Digest realm="r", nonce="n", qop="auth""#])
            }
            return HTTPResponse(status: field.contains(#"uri="/v1/reports?tenant=t-1""#) ? 200 : 403)
        }
        for credentials: [CredentialUse] in [
            [.named("tenant"), .named("d")], [.named("d"), .named("tenant")], [.standard, .named("tenant")],
        ] {
            let client = try client(service) {
                $0.authentication = .digest(user: "u", password: "p")
                $0.credentials["d"] = .digest(user: "u", password: "p")
            }
            for _ in 1...2 { try await client.call(Reports(credentials: credentials)).value }
        }
    }

    @Test func `Credentials: a required use overrides an optional one, and a decision for one refresher keeps the others' decisions`()
        async throws
    {
        let service = Service { HTTPResponse(status: $0.headers["Authorization"] == "Bearer new" ? 200 : 401) }
        let bare = try client(service) { $0.credentials = [:] }
        let route = Route.get("reports").authenticated(by: .optional("admin")).authenticated(by: .named("admin"))
        #expect(await failure { try await bare.call(route).value }?.code == .configuration)

        let own = TokenRefresher(store: MemoryTokenStore(Session(token: "x"))) { _ in Session(token: "y") }
        let admin = TokenRefresher(store: MemoryTokenStore(Session(token: "old"))) { _ in Session(token: "new") }
        let configuration = APIConfiguration(baseURL: try exampleURL(), authentication: .bearer(own))
        var named = configuration
        named.credentials = ["admin": .bearer(admin)]
        let client = APIClient(
            configuration: named, transport: service.transport, decisions: [RefreshTokenDecision(own)] + APIClient.standardDecisions)
        try await client.call(Reports(credentials: [.named("admin")])).value
    }

    @Test func `Credentials: if the refresh of one token fails, the other token is still refreshed`() async throws {
        let service = Service {
            HTTPResponse(status: $0.headers["X-Admin"] == "new" && $0.headers["Authorization"] == "Bearer valid" ? 200 : 401)
        }
        let valid = TokenRefresher(store: MemoryTokenStore(Session(token: "valid"))) { _ in
            throw APIError(.authentication, "The session has ended.")
        }
        let renewals = Counter()
        let admin = TokenRefresher(store: MemoryTokenStore(Session(token: "old"))) { _ in
            if renewals.next() > 1 { throw APIError(.authentication, "The key has ended.") }
            return Session(token: "new")
        }
        let client = try client(service) {
            $0.authentication = .bearer(valid)
            $0.credentials["admin"] = .token(admin) { $1.headers["X-Admin"] = $0.token }
        }
        try await client.call(Reports(credentials: [.standard, .named("admin")])).value
        #expect(service.requests.values.map { $0.headers["X-Admin"] } == ["old", "new"])
        // If neither can be refreshed, the call fails with both reasons.
        try await admin.setToken(Session(token: "old"))
        let error = await failure { try await client.call(Reports(credentials: [.standard, .named("admin")])).value }
        #expect(error?.message.contains("The session has ended.") == true && error?.message.contains("The key has ended.") == true)
        #expect(error?.response?.status == 401)
        // A token alone is refreshed as before.
        let alone = await failure { try await client.call(Reports(isAuthenticated: true)).value }
        #expect(alone?.message.contains("The session has ended.") == true)
    }

    @Test func `Credentials: if a request is rejected again, the refresh that failed before is the reason`() async throws {
        let service = Service { _ in HTTPResponse(status: 401) }
        let refreshes = Counter()
        let ended = TokenRefresher(store: MemoryTokenStore(Session(token: "ended"))) { _ in
            refreshes.next()
            throw APIError(.authentication, "Sign in again.")
        }
        let admin = TokenRefresher(store: MemoryTokenStore(Session(token: "a"))) { _ in Session(token: "new") }
        let client = try client(service) {
            $0.authentication = .bearer(ended)
            $0.credentials["admin"] = .token(admin) { $1.headers["X-Admin"] = $0.token }
        }
        let error = await failure { try await client.call(Reports(credentials: [.standard, .named("admin")])).value }
        #expect(error?.message.contains("Sign in again.") == true)
        #expect(error?.response?.status == 401)
        #expect(refreshes.count == 1)
        #expect(service.requests.values.map { $0.headers["X-Admin"] } == ["a", "new"])
    }

    @Test func `Credentials: two credentials that write the same field are an error, unless one only adds to it`() async throws {
        struct Suffix: Authentication {
            var identity: Identity? { Identity("suffix") }
            func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
                request.headers["Authorization"] = "\(request.headers["Authorization"] ?? "-"), suffix"
                return request
            }
        }
        let service = Service { $0.headers["Authorization"]?.hasPrefix("Digest") == true ? HTTPResponse() : DigestServer().answer($0) }
        let client = try client(service) {
            $0.credentials = [
                "second": .bearer("user-2"), "digest": .digest(user: "Mufasa", password: "Circle of Life"), "suffix": Suffix(),
                "same": .bearer("user-1"),
            ]
        }
        for name in ["second", "digest"] {
            let error = await failure { try await client.call(Reports(credentials: [.standard, .named(name)])).value }
            #expect(error?.message.contains("two of its credentials write the field Authorization") == true, "\(String(describing: error))")
            #expect(error?.code == .authentication)
        }
        #expect(service.requests.values.count == 1)
        _ = await failure { try await client.call(Reports(credentials: [.standard, .named("suffix")])).value }
        #expect(service.requests.values.last?.headers["Authorization"] == "Bearer user-1, suffix")
        _ = await failure { try await client.call(Reports(credentials: [.standard, .named("same")])).value }
        #expect(service.requests.values.last?.headers["Authorization"] == "Bearer user-1")
    }

    @Test func `Credentials: the first of several tokens determines whose responses are stored`() async throws {
        let service = Service { _ in HTTPResponse(headers: ["Cache-Control": "private, max-age=3600"], body: Data("x".utf8)) }
        let logins = Counter()
        let refresher = TokenRefresher<Session>(identity: { _ in Identity("anna") }) { _ in
            logins.next()
            return Session(token: "first")
        }
        let client = try client(service) {
            $0.policies.cache = CachePolicy()
            $0.credentials["user"] = .bearer(refresher)
        }
        for _ in 1...2 { try await client.call(Reports(credentials: [.named("admin"), .named("user")])).value }
        #expect(service.requests.values.count == 1)
        #expect(logins.count == 1)
    }

    @Test func `Credentials: if the first token isn't available, it is requested once, and the call fails with that error`() async throws {
        let logins = Counter()
        let refresher = TokenRefresher<Session> { _ in
            logins.next()
            throw APIError(.authentication, "Wrong password.")
        }
        let service = Service()
        let client = try client(service) {
            $0.policies.cache = CachePolicy()
            $0.credentials["user"] = .bearer(refresher)
        }
        let error = await failure { try await client.call(Reports(credentials: [.named("admin"), .named("user")])).value }
        #expect(error?.message.contains("Wrong password.") == true)
        #expect(logins.count == 1)
        #expect(service.requests.values.isEmpty)
    }

    /// Signs with a counter, and answers one challenge.
    private struct Challenged: Authentication {
        var identity: Identity? { Identity("challenged") }
        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest { request }
        func answer(
            _ response: HTTPResponse, to sent: AuthenticatedRequest, repeating request: HTTPRequest
        ) async throws -> AuthenticatedRequest? {
            guard response.status == 401 else { return nil }
            var answer = request
            answer.headers["X-Answer"] = request.headers["X-Count"]
            return AuthenticatedRequest(answer, identity: Identity("challenged"))
        }
    }

    private struct Counting: Authentication {
        let counter: Counter
        var identity: Identity? { Identity("counting") }
        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
            counter.next()
            request.headers["X-Count"] = "\(counter.count)"
            return request
        }
    }

    @Test func `Credentials: the answer to a challenge keeps the other signatures, which aren't made again`() async throws {
        let counter = Counter()
        let service = Service { HTTPResponse(status: $0.headers["X-Answer"] == "1" ? 200 : 401) }
        let client = try client(service) {
            $0.credentials["counting"] = Counting(counter: counter)
            $0.credentials["challenged"] = Challenged()
        }
        try await client.call(Reports(credentials: [.named("counting"), .named("challenged")])).value
        #expect(service.requests.values.map { $0.headers["X-Count"] } == ["1", "1"])
        #expect(counter.count == 1)
    }

    private struct CombinedSecret { let client: APIClient }

    @Test func `Credentials: all pages of a list are signed like the first one`() async throws {
        let service = Service { request in
            HTTPResponse(body: Data((request.query["page"] == nil ? "[1,2]" : request.query["page"] == "2" ? "[3]" : "[]").utf8))
        }
        let client = try client(service)
        let list = Route.get("items").authenticated(by: .named("admin")).paged(by: .number(), as: [Int].self)
        var elements: [Int] = []
        for try await element in client.elements(of: list) { elements.append(element) }
        #expect(elements == [1, 2, 3])
        #expect(service.requests.values.allSatisfy { $0.headers["X-Admin"] == "key-1" })
    }

    @Test func `Credentials: the answer to a challenge has the request's current cookies, and isn't a validation any more`() async throws {
        let challenges = Counter()
        let service = Service { request in
            if request.headers["X-Answer"] == nil {
                return HTTPResponse(status: 401, headers: challenges.next() == 2 ? ["Set-Cookie": "s=1; Path=/"] : [:])
            }
            return HTTPResponse(
                status: request.headers.contains("If-None-Match") ? 304 : 200, headers: ["ETag": #""1""#, "Cache-Control": "max-age=0"])
        }
        let client = try client(service) {
            $0.credentials["counting"] = Counting(counter: Counter())
            $0.credentials["challenged"] = Challenged()
            $0.policies.cookies = CookieJar()
            $0.policies.cache = CachePolicy()
        }
        let reports = Reports(credentials: [.named("counting"), .named("challenged")])
        for _ in 1...2 { try await client.call(reports).value }
        #expect(service.requests.values.map { $0.headers["Cookie"] } == [nil, nil, nil, "s=1"])
        #expect(service.requests.values.map { $0.headers["If-None-Match"] } == [nil, nil, #""1""#, nil])
    }

    @Test func `Credentials: the answer to a challenge has no cookie that was removed in the meantime`() async throws {
        let (jar, requests) = (CookieJar(), Recorder<HTTPRequest>())
        let transport = AnyTransport { request in
            requests.record(request)
            guard request.headers["X-Answer"] == nil else { return HTTPResponse() }
            try await jar.removeAll()
            return HTTPResponse(status: 401)
        }
        let client = try APIClient.example(transport) {
            $0.credentials = ["counting": Counting(counter: Counter()), "challenged": Challenged()]
            $0.policies.cookies = jar
        }
        try await jar.set(Cookie(name: "s", value: "1", domain: "api.example.com"))
        try await client.call(Reports(credentials: [.named("counting"), .named("challenged")])).value
        #expect(requests.values.map { $0.headers["Cookie"] } == ["s=1", nil])
    }
}
