// A program's own types, as the documents write them. `.ci/own-types` compiles them with the settings of new packages, and runs them: every
// member must be called. A member whose type depends on the settings of a target would leave the default of its protocol in effect.
import EndpointKit
import Foundation

nonisolated final class Calls: @unchecked Sendable {
    static let all = Calls()
    private let lock = NSLock()
    private var names: Set<String> = []

    func note(_ name: String) { lock.withLock { _ = names.insert(name) } }
    var seen: Set<String> { lock.withLock { names } }
}

nonisolated func called<Value>(_ name: String, _ value: Value) -> Value {
    Calls.all.note(name)
    return value
}

struct Token: Codable, Sendable, BearerToken {
    let text: String
    var bearerText: String { called("BearerToken.bearerText", text) }
    var expiry: Date? { called("BearerToken.expiry", nil) }
}

struct OwnStore: TokenStore {
    func load() async throws -> Token? { called("TokenStore.load", Token(text: "old")) }
    func save(_ token: Token?) async throws { called("TokenStore.save", ()) }
    func hasChanged() async throws -> Bool { called("TokenStore.hasChanged", false) }
    func exclusively(_ work: ExclusiveWork) async throws {
        called("TokenStore.exclusively", ())
        try await work()
    }
}

struct OwnTransport: Transport {
    func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        if request.headers["Authorization"] == "Bearer old" { return HTTPResponse(status: 401) }
        return called("Transport.send", HTTPResponse(headers: ["Content-Type": "application/json"], body: Data("[1]".utf8)))
    }
    func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        called("Transport.stream", HTTPResponseStream(status: 200, headers: [:], body: .init(Data("[1]".utf8))))
    }
}

struct OwnAdapter: RequestAdapter {
    func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest { called("RequestAdapter.adapt", request) }
}

struct OwnAuthentication: Authentication {
    var identity: Identity? { get async throws { called("Authentication.identity", nil) } }
    func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest { request }
    func authenticated(_ request: consuming HTTPRequest) async throws -> AuthenticatedRequest {
        called("Authentication.authenticated", AuthenticatedRequest(request, identity: nil))
    }
    func answer(
        _ response: HTTPResponse, to sent: AuthenticatedRequest, repeating request: HTTPRequest
    ) async throws -> AuthenticatedRequest? { called("Authentication.answer", nil) }
}

struct OwnDecision: ResponseDecision {
    func shouldApply<Value>(to context: DecisionContext<Value>) async throws -> Bool { called("ResponseDecision.shouldApply", true) }
    func apply<Value>(to context: DecisionContext<Value>) async throws -> DecisionAction<Value> {
        called("ResponseDecision.apply", .continueWith(try context.result.get()))
    }
    var judgesSuccesses: Bool { called("ResponseDecision.judgesSuccesses", true) }
}

struct OwnObserver: CallObserver {
    func observe(_ event: CallEvent) { called("CallObserver.observe", ()) }
    var followsProgress: Bool { called("CallObserver.followsProgress", true) }
}

struct OwnQuotaStore: QuotaStore {
    func reserve(_ calls: Int, returning unsent: [Duration], for validity: Duration, of window: QuotaWindow) async throws -> QuotaGrant {
        called("QuotaStore.reserve", QuotaGrant(granted: calls, used: 0))
    }
}

struct OwnBody: HTTPBody {
    func entity() throws -> HTTPBodyEntity { HTTPBodyEntity(contentType: "text/plain", content: .data(Data("x".utf8))) }
    func entity(by convention: JSONConvention) throws -> HTTPBodyEntity { called("HTTPBody.entity(by:)", try entity()) }
}

nonisolated struct OwnPage: CountedResponse, Decodable, Sendable {
    let elements: [Int]
    init(from decoder: any Decoder) throws { elements = try [Int](from: decoder) }
    var totalCount: Int? { called("CountedResponse.totalCount", 1) }
    var isTotalExact: Bool { called("CountedResponse.isTotalExact", true) }
    var hasNextPage: Bool { called("PaginatedResponse.hasNextPage", false) }
    var sentCount: Int { called("PaginatedResponse.sentCount", elements.count) }
}

struct OwnRequest: Request {
    typealias Response = Int
    let path: Path = "x"
    var method: HTTPMethod { called("Endpoint.method", .put) }
    var query: Query { called("Endpoint.query", ["a": 1]) }
    var headers: HTTPHeaders { called("Endpoint.headers", ["X-A": "1"]) }
    var body: (any HTTPBody)? { called("Endpoint.body", OwnBody()) }
    var timeout: Duration? { called("Endpoint.timeout", .seconds(5)) }
    var isAuthenticated: Bool { called("Endpoint.isAuthenticated", true) }
    var isIdempotent: Bool { called("Endpoint.isIdempotent", true) }
    var credentials: [CredentialUse] { called("Endpoint.credentials", [.named("own")]) }
    var adapters: [any RequestAdapter] { called("Endpoint.adapters", [OwnAdapter()]) }
    var json: JSONConvention? { called("Endpoint.json", .standard) }
    func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {
        called("Endpoint.decisions", [OwnDecision()] + standard)
    }
    func decode(_ response: HTTPResponse, with decoder: ResponseDecoder) throws -> Int { called("Request.decode", response.body.count) }
    var accept: String { called("Request.accept", "*/*") }
}

struct OwnList: PaginatedRequest {
    typealias Response = [Int]
    let path: Path = "x"
    func next(after response: PageResponse) throws -> OwnList? { called("PaginatedRequest.next", nil) }
    func check(_ response: PageResponse) async throws { called("PaginatedRequest.check", ()) }
}

@main struct Program {
    static func main() async throws {
        var configuration = APIConfiguration(baseURL: URL(string: "https://api.example.com")!)
        configuration.authentication = .bearer(TokenRefresher<Token>(store: OwnStore()) { _ in Token(text: "new") })
        configuration.credentials = ["own": OwnAuthentication()]
        configuration.policies.quota = Quota(calls: 10, per: .seconds(1), store: OwnQuotaStore())
        configuration.policies.cache = CachePolicy()
        let client = APIClient(configuration: configuration, transport: OwnTransport())
        _ = try await client.call(OwnRequest()).value
        let observed = APIClient(configuration: configuration, transport: OwnTransport(), observers: [OwnObserver()])
        _ = try await observed.data(.get("x")).value
        for try await _ in try await client.stream(.get("x")).value.body {}
        for try await _ in client.elements(of: Route.get("x").paged(by: .offset(), as: OwnPage.self)) {}
        for try await _ in client.elements(of: OwnList()) {}

        let source = try String(contentsOf: URL(filePath: CommandLine.arguments[1]), encoding: .utf8)
        let members = source.matches(of: #/called\("([^"]+)"/#).map { String($0.output.1) }
        let missing = Set(members).subtracting(Calls.all.seen).sorted()
        print(missing.isEmpty ? "all \(Set(members).count) members were called" : "never called: \(missing.joined(separator: ", "))")
        if !missing.isEmpty || members.isEmpty { exit(1) }
    }
}
