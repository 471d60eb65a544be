/// Makes calls to one API. Subclass it, and write one line per operation:
///
///     final class CharactersClient: APIClient, @unchecked Sendable {
///         func characters(limit: Int = 20) -> Call<CharacterPage> { call(CharactersEndpoint.list(limit: limit)) }
///     }
///
/// A client is immutable, so any task may use it. A subclass that adds mutable state must make that state thread-safe itself.
// In a module whose default isolation is the main actor, a subclass would otherwise be isolated to it.
nonisolated open class APIClient: @unchecked Sendable {
    let core: ClientCore
    /// The JSON convention of the configuration's policies.
    package var json: JSONConvention { core.json }
    package var home: Home { core.builder.home }

    /// Creates a client for the API that `configuration` describes.
    ///
    /// - Parameters:
    ///   - configuration: read once, by this initializer.
    ///   - transport: sends the requests; by default the platform's transport, which all clients without their own transport share.
    ///   - adapters: applied to every request, in this order, before the endpoint's adapters.
    ///   - decisions: replace ``standardDecisions``. The ``RefreshTokenDecision`` of each of the configuration's refreshers comes first, unless this
    ///     list contains one for it.
    ///   - observers: receive the events of every call.
    ///   - decoder: decodes the responses, and the errors in them, instead of the JSON convention of the configuration's policies.
    ///   - clock: measures waits, deadlines and durations.
    public init(
        configuration: any APIConfigurable, transport: (any Transport)? = nil, adapters: [any RequestAdapter] = [],
        decisions: [any ResponseDecision]? = nil, observers: [any CallObserver] = [],
        decoder: ResponseDecoder? = nil, clock: any Clock<Duration> = ContinuousClock()
    ) {
        core = ClientCore(
            configuration: configuration, transport: transport ?? platformTransport, adapters: adapters,
            decisions: { standard in
                guard let decisions else { return standard }
                let given = decisions.compactMap { $0 as? RefreshTokenDecision }
                let own = standard.compactMap { $0 as? RefreshTokenDecision }
                return own.filter { own in !given.contains { $0.keeper === own.keeper } } + decisions
            }, observers: observers, decoder: decoder, clock: clock)
    }

    /// A client's default decisions, which retry, fail the call if the status is bad, and parse the response.
    public static let standardDecisions: [any ResponseDecision] = [RetryDecision(), BadStatusDecision(), ParseDecision()]

    // MARK: Operations

    /// A call whose value is decoded by the request.
    public final func call<R: Request>(_ request: R) -> Call<R.Response> {
        Call(core, CallPlan(request, accept: request.accept)) { answer, decoder in
            try answer.value { try request.decode($0, with: decoder) }
        }
    }

    /// A call whose value is decoded by the client's decoder, from JSON by default.
    public final func call<Value: Decodable & Sendable>(_ endpoint: some Endpoint, as type: Value.Type = Value.self) -> Call<Value> {
        Call(core, endpoint, .decodable)
    }

    /// A call whose value is created from the response by its own initializer.
    public final func call<Value: ResponseConvertible>(_ endpoint: some Endpoint, as type: Value.Type = Value.self) -> Call<Value> {
        Call(core, endpoint, .convertible)
    }

    /// A call whose value is created from the response's JSON by its own initializer.
    public final func call<Value: JSONResponse>(_ endpoint: some Endpoint, as type: Value.Type = Value.self) -> Call<Value> {
        Call(core, endpoint, .convertibleFromJSON)
    }

    /// A call for a type that is both ``ResponseConvertible`` and `Decodable`. The value is created as a ``ResponseConvertible``.
    public final func call<Value: ResponseConvertible & Decodable>(
        _ endpoint: some Endpoint, as type: Value.Type = Value.self
    ) -> Call<Value> {
        Call(core, endpoint, .convertibleFromJSON)
    }

    /// A call without a value, such as a deletion. Any body is ignored.
    ///
    ///     func remove(_ id: Int) -> Call<Void> { call(CharactersEndpoint.remove(id)) }
    ///
    /// A call whose type isn't declared is a `Call<Void>` too. The compiler warns about `let heroes = try await
    /// client.call(.get("heroes")).value`; write `let heroes: [Hero] = …`, or `as: [Hero].self`.
    public final func call(_ endpoint: some Endpoint, as type: Void.Type = Void.self) -> Call<Void> {
        Call(core, endpoint, .none)
    }

    // Without this, the compiler would always report that the endpoint isn't a `Request`, whatever is wrong with the value's type.
    @available(
        *, unavailable,
        message: "the value has to be Decodable, ResponseConvertible or JSONResponse; use data(_:) for the bytes, Call<Void> for no value"
    )
    public final func call<Value: Sendable>(_ endpoint: some Endpoint, as type: Value.Type = Value.self) -> Call<Value> {
        Call(core, CallPlan(endpoint, accept: "*/*")) { answer, _ in throw APIError.unmakable(Value.self, answer.response) }
    }

    @available(*, unavailable, message: "a call has no value until it is made: write .value after it")
    public final func call<Value: Decodable & Sendable>(_ endpoint: some Endpoint) throws -> Value {
        throw APIError(.decoding, "There is no way to make \(Value.self) without a call.")
    }

    /// A call for the bytes of the response's body.
    public final func data(_ endpoint: some Endpoint) -> Call<Data> {
        Call(core, endpoint, .data)
    }

    /// A call for the response's body as text.
    public final func string(_ endpoint: some Endpoint) -> Call<String> {
        Call(core, endpoint, .text)
    }

    /// Returns the request for `endpoint`, before adapters and authentication, so that you can send it by other means. Throws the same
    /// errors as a call.
    public final func request(for endpoint: some Endpoint) throws -> HTTPRequest {
        var credentials: [CredentialUse] = []
        let request = try core.builder.request(
            for: endpoint, accept: "*/*", json: endpoint.json ?? core.json, credentials: &credentials)
        try request.validate()
        return request
    }

    /// The cache that the policies set with ``ClientPolicies/cache``; nil without one. It also holds the responses in memory. Empty the
    /// cache with ``ResponseCache/removeAll()`` when a user signs out.
    public final var cache: ResponseCache? { core.cache }

    // MARK: Active calls

    /// The calls that are in flight or wait for their turn. A streaming call stays active until its body is read or released.
    public final var activeCalls: [CallHandle] { core.activeCalls }

    /// The number of active calls that wait for their turn: see ``ClientPolicies/maxConcurrentCalls``
    /// and ``ClientPolicies/maxConcurrentStreams``.
    public final var waitingCallCount: Int { (core.limit?.waitingCount ?? 0) + (core.streams?.waitingCount ?? 0) }

    /// Ends every active call of this client with ``APIError/Code/cancelled`` and the reason ``APIError/CancellationReason/client``. Calls
    /// that start later are not affected. This method also ends background validations that earlier calls with stale responses have
    /// started.
    public final func cancelAll() { cancelAll(because: .client) }

    private func cancelAll(because reason: APIError.CancellationReason) {
        for call in activeCalls { call.end(.cancelled(reason)) }
        core.background.cancelAll()
    }

    /// Ends the active calls whose endpoint satisfies `predicate`, like ``cancelAll()``.
    public final func cancelCalls(where predicate: (any Endpoint) -> Bool) {
        for call in activeCalls where predicate(call.endpoint) { call.end(.cancelled(.client)) }
    }

    /// Ends the active calls with this tag, like ``cancelAll()``.
    public final func cancelCalls(tagged tag: String) {
        for call in activeCalls where call.tags.contains(where: { ExactText($0) == ExactText(tag) }) { call.end(.cancelled(.client)) }
    }

    /// Ends the client's work, as a server does before it exits. Calls that start from now on fail with ``APIError/Code/cancelled`` and the
    /// reason ``APIError/CancellationReason/shutDown``. The ``activeCalls``, including those that wait for their turn or for a retry, have
    /// `gracePeriod` to finish. Calls that are still active then end with the same reason.
    ///
    /// Returns when no call is active, no stale response is being validated, no token is being refreshed or saved, and the cookies of earlier
    /// responses are in their file; or when the grace period ends. If the task is cancelled, the grace period ends at once. A refresh that has
    /// sent a token is awaited even longer, because the service may have invalidated that token already, and the session would be lost.
    public final func shutDown(gracePeriod: Duration) async {
        let idle = core.closeCalls()
        if !core.isIdle {
            await withTaskGroup { [core] group in
                group.addTask {
                    try? await idle.value()
                    try? await core.background.idle().value()
                    await core.jar?.finishSaving()
                    for keeper in core.keepers { try? await keeper.becomeIdle() }
                }
                group.addTask { try? await core.clock.sleep(for: gracePeriod) }
                _ = await group.next()
                group.cancelAll()
            }
        }
        core.background.close()
        cancelAll(because: .shutDown)
        for keeper in core.keepers { await keeper.finish() }
    }
}

extension APIClient: CustomReflectable {
    /// Shows only the types of adapters, because an adapter may contain a secret.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "origin": core.builder.home.origin as Any, "transport": core.transport, "policies": core.policies,
                "adapters": core.adapters.map { "\(type(of: $0))" },
                "authentication": core.credentials.standard.map { "\(type(of: $0.authentication))" } as Any,
                "credentials": core.credentials.names,
                "decisions": core.decisions.map { "\(type(of: $0))" },
            ])
    }
}
