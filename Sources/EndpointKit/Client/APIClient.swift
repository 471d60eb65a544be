/// Makes calls to one API. Subclass it, and give every operation one line:
///
///     final class CharactersClient: APIClient, @unchecked Sendable {
///         func characters(limit: Int = 20) -> Call<CharacterPage> { call(CharactersEndpoint.list(limit: limit)) }
///     }
///
/// A client never changes after it is made, so it may be used from anywhere; a subclass that adds state answers for its own.
open class APIClient: @unchecked Sendable {
    let core: ClientCore

    /// - Parameters:
    ///   - configuration: read once, here.
    ///   - transport: by default the platform's, shared by all clients that name none.
    ///   - adapters: applied to every request, in this order, before the endpoint's own.
    ///   - decisions: in place of ``standardDecisions``. Where the configuration's authentication refreshes a token, its
    ///     ``RefreshTokenDecision`` comes first all the same, unless the list has one.
    ///   - observers: are told what happens to every call.
    ///   - decoder: reads what an endpoint's answer is made of; by default JSON as `JSONDecoder` reads it.
    ///   - clock: what waits, deadlines and durations are measured with.
    public init(
        configuration: any APIConfigurable, transport: (any Transport)? = nil, adapters: [any RequestAdapter] = [],
        decisions: [any ResponseDecision]? = nil, observers: [any CallObserver] = [], decoder: ResponseDecoder = ResponseDecoder(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        core = ClientCore(
            configuration: configuration, transport: transport ?? platformTransport, adapters: adapters,
            decisions: { standard in
                guard let decisions else { return standard }
                let refreshing = standard.filter { $0 is RefreshTokenDecision }
                return decisions.contains { $0 is RefreshTokenDecision } ? decisions : refreshing + decisions
            }, observers: observers, decoder: decoder, clock: clock)
    }

    /// Retry, bad status, parse.
    public static let standardDecisions: [any ResponseDecision] = [RetryDecision(), BadStatusDecision(), ParseDecision()]

    // MARK: Operations

    /// The request says what its answer becomes.
    public final func call<R: Request>(_ request: R) -> Call<R.Response> {
        Call(core, CallPlan(request, accept: request.accept)) { try request.decode($0.response, with: $1) }
    }

    /// The answer as JSON.
    public final func call<Value: Decodable & Sendable>(_ endpoint: some Endpoint, as type: Value.Type = Value.self) -> Call<Value> {
        Call(core, CallPlan(endpoint, accept: "application/json")) { try $1.decode(Value.self, from: $0.response) }
    }

    /// The answer as a value that reads itself from it.
    public final func call<Value: ResponseConvertible>(_ endpoint: some Endpoint, as type: Value.Type = Value.self) -> Call<Value> {
        Call(core, CallPlan(endpoint, accept: "*/*")) { answer, _ in try Value(response: answer.response) }
    }

    /// The answer as a value that reads itself from it by hand.
    public final func call<Value: JSONResponse>(_ endpoint: some Endpoint, as type: Value.Type = Value.self) -> Call<Value> {
        Call(core, CallPlan(endpoint, accept: "application/json")) { answer, _ in try Value(response: answer.response) }
    }

    /// Of a type that is both, its own way counts.
    public final func call<Value: ResponseConvertible & Decodable>(
        _ endpoint: some Endpoint, as type: Value.Type = Value.self
    ) -> Call<Value> {
        Call(core, CallPlan(endpoint, accept: "application/json")) { answer, _ in try Value(response: answer.response) }
    }

    /// The answer's bytes.
    public final func data(_ endpoint: some Endpoint) -> Call<Data> {
        Call(core, CallPlan(endpoint, accept: "*/*")) { answer, _ in answer.response.body }
    }

    /// The answer as text.
    public final func string(_ endpoint: some Endpoint) -> Call<String> {
        Call(core, CallPlan(endpoint, accept: "text/*, */*;q=0.8")) { try $1.text(of: $0.response) }
    }

    /// The answer's status only.
    public final func send(_ endpoint: some Endpoint) -> Call<EmptyResponse> {
        Call(core, CallPlan(endpoint, accept: "*/*")) { _, _ in EmptyResponse() }
    }

    /// What a call to `endpoint` would send, before any adapter: for those who send it otherwise. Throws as a call does.
    public final func request(for endpoint: some Endpoint) throws -> HTTPRequest {
        var isAuthenticated = false
        return try core.builder.request(for: endpoint, accept: "*/*", isAuthenticated: &isAuthenticated)
    }

    // MARK: Its calls

    /// The calls that are on their way, or wait for their turn; of a stream, until its body is read or released.
    public final var activeCalls: [CallHandle] { core.calls.all.reversed() }

    /// Of the active calls, those that wait for their turn: see ``ClientPolicies/maxConcurrentCalls``.
    public final var waitingCallCount: Int { core.limit?.waitingCount ?? 0 }

    /// Ends every active call of this client with ``APIError/Code/cancelled`` and the reason ``APIError/CancellationReason/client``. Calls that
    /// start later are not affected.
    public final func cancelAll() { for call in core.calls.all { call.end(.cancelled(.client)) } }

    /// Ends the active calls whose endpoint meets `predicate`.
    public final func cancelCalls(where predicate: (any Endpoint) -> Bool) {
        for call in core.calls.all where predicate(call.endpoint) { call.end(.cancelled(.client)) }
    }

    /// Ends the active calls that have this tag.
    public final func cancelCalls(tagged tag: String) {
        for call in core.calls.all where call.tags.contains(tag) { call.end(.cancelled(.client)) }
    }
}

extension APIClient: CustomReflectable {
    /// Where it sends what, and by which adapters: not what they add.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "origin": core.builder.origin as Any, "transport": core.transport, "policies": core.policies,
                "adapters": core.adapters.map { "\(type(of: $0.adapter))" },
                "authentication": core.authentication.map { "\(type(of: $0.adapter))" } as Any,
                "decisions": core.decisions.map { "\(type(of: $0))" },
            ])
    }
}
