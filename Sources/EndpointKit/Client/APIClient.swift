/// Makes calls to one API. Subclass it, and give every operation one line:
///
///     final class CharactersClient: APIClient, @unchecked Sendable {
///         func characters(limit: Int = 20) -> Call<CharacterPage> { call(CharactersEndpoint.list(limit: limit)) }
///     }
///
/// A client never changes after it is made, so it may be used from anywhere; a subclass that adds state answers for its own.
open class APIClient: @unchecked Sendable {
    let builder: RequestBuilder
    let transport: any Transport
    let adapters: [any RequestAdapter]
    let authentication: (any RequestAdapter)?
    let decisions: [any ResponseDecision]
    let decoder: ResponseDecoder
    let policies: ClientPolicies
    let observers: [any CallObserver]
    let clock: CallClock
    let bounds: CallBounds
    let limit: ConcurrencyLimit?
    let registry = ActiveCalls()
    /// Whether all that it is made of does.
    let endsWithCall: Bool

    /// - Parameters:
    ///   - configuration: read once, here.
    ///   - transport: by default the platform's, shared by all clients that name none.
    ///   - adapters: applied to every request, in this order, before the endpoint's own.
    ///   - decisions: in place of ``standardDecisions``, and of the ``RefreshTokenDecision`` that comes first where a token is refreshed.
    ///   - observers: are told what happens to every call.
    ///   - decoder: reads what an endpoint's answer is made of; by default JSON as `JSONDecoder` reads it.
    ///   - clock: what waits, deadlines and durations are measured with.
    public init(
        configuration: any APIConfigurable, transport: (any Transport)? = nil, adapters: [any RequestAdapter] = [],
        decisions: [any ResponseDecision]? = nil, observers: [any CallObserver] = [], decoder: ResponseDecoder = ResponseDecoder(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        builder = RequestBuilder(configuration: configuration)
        self.transport = transport ?? platformTransport
        self.adapters = adapters
        authentication = configuration.authentication
        let refreshing = (authentication as? any DecidingAuthentication)?.decision
        self.decisions = decisions ?? [refreshing].compactMap(\.self) + Self.standardDecisions
        self.decoder = decoder
        policies = configuration.policies
        self.observers = observers + (policies.log.map { [LogObserver($0)] } ?? [])
        self.clock = CallClock(clock)
        bounds = CallBounds(retry: policies.retry, deadline: policies.deadline, budget: RetryBudget(clock: clock))
        limit = policies.concurrentCalls.map(ConcurrencyLimit.init)
        let parts: [[Any]] = [[self.transport], adapters, self.decisions, authentication.map { [$0] } ?? []]
        endsWithCall = parts.joined().allSatisfy { $0 is any EndsWithCall }
    }

    /// Retry, bad status, parse.
    public static let standardDecisions: [any ResponseDecision] = [RetryDecision(), BadStatusDecision(), ParseDecision()]

    /// The request says what its answer becomes.
    @inlinable
    public final func call<R: Request>(_ request: R) -> Call<R.Response> {
        Call(RequestOperation(client: self, request: request))
    }

    /// The answer as JSON.
    @inlinable
    public final func call<Value: Decodable & Sendable>(_ endpoint: some Endpoint, as type: Value.Type = Value.self) -> Call<Value> {
        call(EndpointRequest(endpoint, accept: "application/json") { try $1.decode(Value.self, from: $0) })
    }

    /// The answer as a value that reads itself from it.
    @inlinable
    public final func call<Value: ResponseConvertible>(_ endpoint: some Endpoint, as type: Value.Type = Value.self) -> Call<Value> {
        call(EndpointRequest(endpoint, accept: "*/*") { response, _ in try Value(response: response) })
    }

    /// The answer as a value that reads itself from it by hand.
    @inlinable
    public final func call<Value: JSONResponse>(_ endpoint: some Endpoint, as type: Value.Type = Value.self) -> Call<Value> {
        call(EndpointRequest(endpoint, accept: "application/json") { response, _ in try Value(response: response) })
    }

    /// Of a type that is both, its own way counts.
    @inlinable
    public final func call<Value: ResponseConvertible & Decodable>(
        _ endpoint: some Endpoint, as type: Value.Type = Value.self
    ) -> Call<Value> {
        call(EndpointRequest(endpoint, accept: "application/json") { response, _ in try Value(response: response) })
    }

    /// The answer's bytes.
    @inlinable
    public final func data(_ endpoint: some Endpoint) -> Call<Data> {
        call(EndpointRequest(endpoint, accept: "*/*") { response, _ in response.body })
    }

    /// The answer as text.
    @inlinable
    public final func string(_ endpoint: some Endpoint) -> Call<String> {
        call(EndpointRequest(endpoint, accept: "text/*, */*;q=0.8") { try $1.text(of: $0) })
    }

    /// The answer's status only.
    @inlinable
    public final func send(_ endpoint: some Endpoint) -> Call<EmptyResponse> {
        call(EndpointRequest(endpoint, accept: "*/*") { _, _ in EmptyResponse() })
    }

    /// What a call to `endpoint` would send, before any adapter: for those who send it otherwise. Throws as a call does.
    public final func request(for endpoint: some Endpoint) throws -> HTTPRequest {
        try builder.request(for: endpoint, accept: "*/*")
    }
}
