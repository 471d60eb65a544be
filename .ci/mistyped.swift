// Code that must not compile, next to code that must. A line that ends in "refused" must be an error, and no other line may be. The
// compiler's expected message comes after a colon.
import EndpointKit
import Foundation

struct Plain: Endpoint { let path: Path = "x" }
struct Whole: Endpoint {
    let path: Path
    let baseURL: URL?
    let method: HTTPMethod
    let query: Query
    let headers: HTTPHeaders
    let body: (any HTTPBody)?
    let timeout: Duration?
    let isAuthenticated: Bool
    let isIdempotent: Bool
    let adapters: [any RequestAdapter]
}
protocol ServiceEndpoint: AuthenticatedEndpoint {}
extension ServiceEndpoint { var headers: HTTPHeaders { ["X-Service": "1"] } }
enum OfService: ServiceEndpoint {
    case list
    var path: Path { "list" }
}
struct Around<Base: Endpoint>: Endpoint {
    let base: Base
    var path: Path { base.path }
    var method: HTTPMethod { base.method }
}
func method(of endpoint: any Endpoint) -> HTTPMethod { endpoint.method }
func body(of endpoint: some Endpoint) -> (any HTTPBody)? { endpoint.body }

struct Undecodable: Sendable { let id: Int }
enum Order: String, Sendable { case up }
func send(_ body: (any HTTPBody)?) {}
func literals(number: Int, text: String, note: String?, counts: [String: Int], order: Order) {
    send(.json(["n": number, "t": text, "o": note, "nil": nil, "d": counts, "l": [text]]))
    send(.json([number, nil, "x"]))
    send(.json([number, text]))
    send(.json(counts))
    send(.json([text]))
    send(.json([["n": number], ["t": text]]))
    send(.json([:]))
    send(.json([]))
    send(.json(["a": [1, true, nil], "b": ["c": 1, "d": "e"]]))
    send(.json(["u": ["n": JSON(number), "t": JSON(text)]]))
    send(.json(["t": text, "u": ["n": JSON(number), "x": "y"]]))
    send(.json(["a": [number, text]]))  // refused: write JSON(value) for each
    send(.json(["u": ["n": number, "t": text]]))  // refused: write JSON(value) for each
    send(.json(["n": number, "list": [text, number]]))  // refused: write JSON(value) for each
    send(.json([[number, text], [number]]))  // refused: write JSON(value) for each
    send(.json([1: number, 2: text]))  // refused: the values have to be Encodable
    send(.json(["o": order, "n": 1]))  // refused: the values have to be Encodable
    send(.json([order]))  // refused: the values have to be Encodable
    send(.json(order))  // refused: the values have to be Encodable
}
func values(of client: APIClient, name: String, count: Int, note: String?) async throws {
    let nothing: Call<Void> = client.call(.delete("x"))
    _ = (nothing, Route.post("x", body: .json(["name": name, "count": count, "note": note, "tags": [name]])))
    try await client.call(.delete("x")).value
    let names: [String] = try await client.call(.get("x")).value
    let lost = try await client.call(.get("x")).value  // warned: inferred to have type 'Void'
    let uncalled: [String] = try await client.call(.get("x"))  // refused: write .value after it
    _ = (names, lost, uncalled)
    let undecodable: Call<Undecodable> = client.call(.get("x"))  // refused: has to be Decodable, ResponseConvertible or JSONResponse
    _ = (undecodable, Route.get("x", query: ["order": Order.up]))  // refused
}

protocol WrongService: Endpoint {}
extension WrongService { var body: Data? { nil } }
struct OfWrongService: WrongService { let path: Path = "x" }  // refused: '_bodyHasItsType'
struct BaseURL: Endpoint { let path: Path = "x"; let baseURL: URL }  // refused: '_baseURLHasItsType'
struct Method: Endpoint { let path: Path = "x"; var method: String { "PUT" } }  // refused: '_methodHasItsType'
struct Items: Endpoint { let path: Path = "x"; let query: [String: String] }  // refused: '_queryHasItsType'
struct Headers: Endpoint { let path: Path = "x"; let headers: [String: String] }  // refused: '_headersHasItsType'
struct Body: Endpoint { let path: Path = "x"; var body: Data? { nil } }  // refused: '_bodyHasItsType'
struct TypedBody: Endpoint { let path: Path = "x"; var body: JSONBody<Int> }  // refused: '_bodyHasItsType'
struct Timeout: Endpoint { let path: Path = "x"; let timeout: TimeInterval = 5 }  // refused: '_timeoutHasItsType'
struct Idempotent: Endpoint { let path: Path = "x"; let isIdempotent: Bool? }  // refused: '_declaresIdempotence'
struct Authenticated: Endpoint { let path: Path = "x"; let isAuthenticated: Bool? }  // refused: '_isAuthenticatedHasItsType'
struct Convention: Endpoint { let path: Path = "x"; var json: JSONConvention { .standard } }  // refused: '_jsonHasItsType'
struct Credentials: Endpoint { let path: Path = "x"; let credentials: [String] }  // refused: '_credentialsHasItsType'
struct Adapters: Endpoint { let path: Path = "x"; let adapters: [AnyAdapter] }  // refused: '_adaptersHasItsType'
enum Routed: RoutedEndpoint { case x; var route: Route { .get("x") }; var timeout: Int { 5 } }  // refused: '_timeoutHasItsType'
enum RoutedPath: RoutedEndpoint { case x; var route: Route { .get("x") }; var path: Path { "y" } }  // refused: '_pathIsInRoute'
enum RoutedMethod: RoutedEndpoint { case x; var route: Route { .get("x") }; var method: HTTPMethod { .post } }  // refused: '_methodIsInRoute'
struct RoutedQuery: RoutedEndpoint { let query: Query; var route: Route { .get("x") } }  // refused: '_queryIsInRoute'
struct RoutedHeaders: AuthenticatedEndpoint, RoutedEndpoint { var headers: HTTPHeaders { [:] }; let route: Route }  // refused: '_headersIsInRoute'
struct RoutedBody: RoutedEndpoint { var body: (any HTTPBody)?; let route: Route }  // refused: '_bodyIsInRoute'
struct RoutedBase: RoutedEndpoint { var baseURL: URL?; let route: Route }  // refused: '_baseURLIsInRoute'
struct RoutedWhole: RoutedEndpoint, AuthenticatedEndpoint { let route: Route; let timeout: Duration?; var isIdempotent: Bool { true } }
func routedMembers(_ routed: RoutedWhole) -> (Path, HTTPMethod, Query) { (routed.path, routed.method, routed.query) }
func routedMembers(_ routed: some RoutedEndpoint) -> (Path, URL?, HTTPHeaders) { (routed.path, routed.baseURL, routed.headers) }
protocol ServiceRoutes: RoutedEndpoint {}
extension ServiceRoutes { var timeout: Duration? { .seconds(5) } }
enum OfServiceRoutes: ServiceRoutes { case list; var route: Route { .get("list") } }
struct Bound: Request { typealias Response = Int; let path: Path = "x"; let body: Data }  // refused: '_bodyHasItsType'

struct NoResponse: Request { let path: Path = "x" }  // refused: associated type 'Response'
struct NotDecodable: Request { typealias Response = Undecodable; let path: Path = "x" }  // refused: 'NotDecodable.Response' (aka 'Undecodable') conformed to 'Decodable'
final class Mutable { var count = 0 }
struct Wrapping: Sendable { let client: APIClient; func hero() -> Call<Int> { client.call(.get("x")) } }
struct WrappingState: Sendable { let client: APIClient; let state: Mutable }  // refused: non-Sendable type 'Mutable'
final class Silent: APIClient { var count = 0 }  // warned: must restate inherited '@unchecked Sendable' conformance

struct Settings: APIConfigurable { let baseURL: URL; let basePath: Path; let requestTimeout: Duration }
struct BasePath: APIConfigurable { let baseURL: URL; let basePath: String }  // refused
struct Seconds: APIConfigurable { let baseURL: URL; let requestTimeout: TimeInterval }  // refused
struct Fields: APIConfigurable { let baseURL: URL; let headers: [String: String] }  // refused
struct Authentication: APIConfigurable { let baseURL: URL; let authentication: HashedQueryAuthentication? }  // refused
struct Named: APIConfigurable { let baseURL: URL; let credentials: [String: AnyAdapter] }  // refused
struct Adapter: APIConfigurable { let baseURL: URL; let authentication: AnyAdapter }  // refused: .custom(adapter, identity:
struct Adapters: APIConfigurable { let baseURL: URL; let authentication: (any RequestAdapter)? }  // refused: .custom(adapter, identity:

let adapted = APIConfiguration(baseURL: URL(filePath: "/"), authentication: AnyAdapter { _ in })  // refused: .custom(adapter, identity:

func forgotten(_ call: Call<Int>) async throws {
    _ = try call.value  // refused: expression is 'async' but is not marked with 'await'
    _ = try call.response  // refused: expression is 'async' but is not marked with 'await'
    _ = call.result  // refused: expression is 'async' but is not marked with 'await'
}

struct Change: Encodable { var title: Nullable<String> = .missing }
enum Kind: TaggedUnion { case plain(Int) }  // refused
func said(_ title: String?, _ limit: Undecodable) -> [Any] {
    [
        Route.get("x").authenticated(by: "admin"),  // refused
        Route.get("x", headers: ["X-Order": Order.up]),  // refused
        BadStatusDecision(decoding: [.status(429): Undecodable.self]),  // refused
        BadStatusDecision(decoding: [429: Limit.self]),  // refused
        Query(encoding: limit),  // refused
        Change(title: title),  // refused
        Day(2026, 2, 30),  // refused
    ]
}
struct Limit: Error, Decodable {}

// Members of nearly the right type, for every other protocol with a default. A line that ends in "silent" compiles, and leaves the default in
// effect. The reasons:
// - A static member may stand beside an instance member of the same name, as in `static let headers` and `var headers { Self.headers }`, so it
//   can't be refused.
// - The other members have defaults that correct code relies on. A member with effects, with other parameters or with another result is an
//   overload, which only another associated type for each member would refuse.
extension TokenStore {
    func load() -> Int? { nil }
    func save(_ token: Int?) {}
}
struct PlainStore: TokenStore { func hasChanged() -> Bool { false }; func exclusively(_ work: ExclusiveWork) async throws { try await work() } }
struct NoSharing: TokenStore {}  // refused: 'exclusively'
struct Closure: TokenStore { func hasChanged() -> Bool { false }; func exclusively(_ work: @Sendable () async throws -> Void) async throws {} }  // refused: 'exclusively'
struct Generic: TokenStore { func hasChanged() -> Bool { false }; func exclusively<R>(_ work: () async throws -> R) async throws -> R { try await work() } }  // refused: 'exclusively'
struct OptionalChange: TokenStore { func exclusively(_ work: ExclusiveWork) {}; func hasChanged() -> Bool? { nil } }  // refused: 'hasChanged()'
struct PropertyChange: TokenStore { func exclusively(_ work: ExclusiveWork) {}; var hasChanged: Bool { false } }  // refused: 'hasChanged()'
struct StaticChange: TokenStore { func exclusively(_ work: ExclusiveWork) {}; static func hasChanged() -> Bool { false } }  // refused: 'hasChanged()'

struct PlainPage: CountedResponse, SizedResponse, OffsetResponse { let elements: [Int]; let totalCount, pageSize, offset: Int?; let hasNextPage, isTotalExact: Bool; let sentCount: Int }
struct CursorPage: CursorResponse, LinkedResponse { let elements: [Int]; let nextCursor, nextLink: String?; let hasNextPage: Bool }
struct MaybeMore: PaginatedResponse { let elements: [Int]; let hasNextPage: Bool? }  // refused: '_hasNextPageHasItsType'
struct MaybeMoreCursor: CursorResponse { let elements: [Int]; let nextCursor: String?; let hasNextPage: Bool? }  // refused: '_hasNextPageHasItsType'
struct MaybeSent: PaginatedResponse { let elements: [Int]; let sentCount: Int? }  // refused: '_sentCountHasItsType'
struct LargeSent: PaginatedResponse { let elements: [Int]; let sentCount: Int64 }  // refused: '_sentCountHasItsType'
struct MaybeExact: CountedResponse { let elements: [Int]; let totalCount: Int?; let isTotalExact: Bool? }  // refused: '_isTotalExactHasItsType'
struct LargeTotal: CountedResponse { let elements: [Int]; let totalCount: Int64? }  // refused: 'totalCount'
struct CertainTotal: CountedResponse { let elements: [Int]; let totalCount: Int }  // refused: 'totalCount'
struct NumberCursor: CursorResponse { let elements: [Int]; let nextCursor: Int? }  // refused: 'nextCursor'
struct URLPage: LinkedResponse { let elements: [Int]; let nextLink: URL? }  // refused: 'nextLink'
struct StaticMore: PaginatedResponse { let elements: [Int]; static let hasNextPage = false }  // silent
struct StaticExact: CountedResponse { let elements: [Int]; let totalCount: Int?; static let isTotalExact = false }  // silent

extension Transport { func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse { HTTPResponse() } }
struct WholeStream: Transport { func stream(_ r: HTTPRequest, in c: TransferContext) async throws -> HTTPResponse { HTTPResponse() } }  // refused: 'stream
struct OptionalStream: Transport { func stream(_ r: HTTPRequest, in c: TransferContext) async throws -> HTTPResponseStream? { nil } }  // refused: 'stream
struct StaticStream: Transport { static func stream(_ r: HTTPRequest, in c: TransferContext) async throws {} }  // refused: 'stream
struct WithoutContext: Transport { func stream(_ r: HTTPRequest) async throws -> HTTPResponseStream { HTTPResponseStream(body: .init(Data())) } }  // refused: 'stream

extension HTTPBody { func entity() throws -> HTTPBodyEntity { .none } }
struct AsyncBody: HTTPBody { func entity(by convention: JSONConvention) async throws -> HTTPBodyEntity { .none } }  // silent
struct OptionalBody: HTTPBody { func entity(by convention: JSONConvention) throws -> HTTPBodyEntity? { nil } }  // silent

extension ResponseDecision { func apply<V>(to context: DecisionContext<V>) async throws -> DecisionAction<V> { .continueWith(try context.result.get()) } }
struct AsyncDecision: ResponseDecision { func shouldApply<V>(to context: DecisionContext<V>) async -> Bool { false } }
struct ThrowingDecision: ResponseDecision { func shouldApply<V>(to context: DecisionContext<V>) throws -> Bool { false } }
struct TypedDecision: ResponseDecision { func shouldApply(to context: DecisionContext<Int>) -> Bool { false } }  // silent
struct WaitingDecision: ResponseDecision { let judgesSuccesses: Bool; let maxRetryAfter: Duration? }
struct OptionalSuccesses: ResponseDecision { let judgesSuccesses: Bool? }  // refused: '_judgesSuccessesHasItsType'
struct CertainWait: ResponseDecision { let maxRetryAfter: Duration }  // refused: '_maxRetryAfterHasItsType'
struct SecondsWait: ResponseDecision { let maxRetryAfter: TimeInterval? }  // refused: '_maxRetryAfterHasItsType'
struct StaticSuccesses: ResponseDecision { static let judgesSuccesses = false }  // silent

struct PlainObserver: CallObserver { func observe(_ event: CallEvent) {}; let followsProgress: Bool }
struct OptionalProgress: CallObserver { func observe(_ event: CallEvent) {}; let followsProgress: Bool? }  // refused: 'followsProgress'
struct StaticProgress: CallObserver { func observe(_ event: CallEvent) {}; static let followsProgress = true }  // refused: 'followsProgress'
struct AsyncObserver: CallObserver { func observe(_ event: CallEvent) async {}; let followsProgress: Bool }  // refused: 'observe'

struct AsyncDecoding: Request { typealias Response = Int; let path: Path = "x"; func decode(_ r: HTTPResponse, with d: ResponseDecoder) async throws -> Int { 1 } }  // silent
struct OptionalDecoding: Request { typealias Response = Int; let path: Path = "x"; func decode(_ r: HTTPResponse, with d: ResponseDecoder) throws -> Int? { 1 } }  // silent
struct OtherDecoder: Request { typealias Response = Int; let path: Path = "x"; func decode(_ r: HTTPResponse, with d: JSONDecoder) throws -> Int { 1 } }  // silent
struct OptionalAccept: Request { typealias Response = Int; let path: Path = "x"; let accept: String? }  // silent
struct UndecodableAsync: Request { typealias Response = Undecodable; let path: Path = "x"; func decode(_ r: HTTPResponse, with d: ResponseDecoder) async throws -> Undecodable { fatalError() } }  // refused: 'decode

struct AsyncDecisions: Endpoint { let path: Path = "x"; func decisions(from s: [any ResponseDecision]) async -> [any ResponseDecision] { s } }  // silent
struct ListedDecisions: Endpoint { let path: Path = "x"; let decisions: [any ResponseDecision] }  // silent
struct ThrowingHeaders: Endpoint { let path: Path = "x"; var headers: HTTPHeaders { get throws { [:] } } }  // silent
struct AsyncQuery: Endpoint { let path: Path = "x"; var query: Query { get async { [:] } } }  // silent
struct StaticMethod: Endpoint { let path: Path = "x"; static let method = HTTPMethod.post }  // silent
struct StaticTimeout: APIConfigurable { let baseURL: URL; static let requestTimeout = Duration.seconds(5) }  // silent
struct ThrowingPolicies: APIConfigurable { let baseURL: URL; var policies: ClientPolicies { get throws { .standard } } }  // silent

extension EndpointKit.Authentication { func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest { request }; var identity: Identity? { nil } }
struct RequestSigner: EndpointKit.Authentication { func authenticated(_ r: consuming HTTPRequest) async throws -> HTTPRequest { r } }  // silent
struct RequestAnswer: EndpointKit.Authentication { func answer(_ r: HTTPResponse, to s: AuthenticatedRequest, repeating q: HTTPRequest) async throws -> HTTPRequest? { q } }  // silent

extension PaginatedRequest { func next(after response: PageResponse) throws -> Self? { nil } }
struct OtherNext: PaginatedRequest { typealias Response = [Int]; let path: Path = "x"; func remainingPages(after r: PageResponse) -> Int { 1 } }  // silent
struct AsyncCheck: PaginatedRequest { typealias Response = [Int]; let path: Path = "x"; func check(_ r: PageResponse) async throws {} }
struct ThrowingPage: PaginatedRequest { typealias Response = [Int]; let path: Path = "x"; func page(_ d: Int, after r: PageResponse) throws -> ThrowingPage? { nil } }
enum OptionalTag: TaggedUnion { case a; static let tagKey: String? = "kind"; static let variants: [Variant] = [] }  // refused: 'tagKey'
struct AsyncSteps: PagingStrategy {
    typealias Response = [Int]
    func apply(to list: inout Route) {}
    func next(after r: PageResponse, in list: Route) throws -> AsyncSteps? { nil }
    func check(_ r: PageResponse, in list: Route) async throws {}
    func page(_ d: Int, after r: PageResponse, in list: Route) throws -> AsyncSteps? { nil }
    let isCrossOrigin: Bool
}
protocol Steps: PagingStrategy where Response == [Int] {}
extension Steps { func apply(to list: inout Route) {}; func next(after r: PageResponse, in list: Route) throws -> Self? { nil } }
struct OptionalAway: Steps { var isCrossOrigin: Bool? { true } }  // refused: 'isCrossOrigin'
struct WithoutList: Steps { let isCrossOrigin: Bool; func check(_ r: PageResponse) throws {} }  // silent
struct CertainPages: Steps { let isCrossOrigin: Bool; func remainingPages(after r: PageResponse, in list: Route) -> Int { 1 } }  // silent
struct AsyncPrevious: Steps { let isCrossOrigin: Bool; func previous(before r: PageResponse, in list: Route) async throws -> AsyncPrevious? { nil } }  // silent

enum ThrowingItem: String, QueryValue { case up; func append(to query: inout Query, name: String) throws {} }  // silent
enum OtherItem: String, QueryValue { case up; func append(to query: inout [String], name: String) {} }  // silent
struct OptionalItem: QueryValue { func append(to query: inout Query, name: String?) {} }  // refused: 'append(to:name:)
struct OpenKind: OpenEnum { let rawValue: String; var description: String? { nil } }  // silent
struct AsyncJSON: JSONResponse { init(json: JSON, response: HTTPResponse) async throws {} }  // refused: 'init(json:response:)'
struct AsyncAnswer: JSONResponse { init(json: JSON, response: HTTPResponse) {}; init(response: HTTPResponse, decoder: ResponseDecoder) async throws {} }  // silent
