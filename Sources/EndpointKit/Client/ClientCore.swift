/// The parts of a client. Its calls retain these and not the client, which may be a subclass with its own state.
final class ClientCore: Sendable {
    let builder: RequestBuilder
    let transport: any Transport
    /// The transport's own ``Transport/endsWithContext``.
    let endsWithContext: Bool
    let adapters: [KnownAdapter]
    let authentication: KnownAdapter?
    /// Whether authentication never waits, so that it comes after the wait for a place.
    let authenticatesAtOnce: Bool
    let decisions: [any ResponseDecision]
    /// Whether these decisions let every success reach the parser.
    let passesSuccesses: Bool
    let decoder: ResponseDecoder
    let policies: ClientPolicies
    /// The client's observers, combined into one.
    let observer: any CallObserver
    /// Whether the client has any observer.
    let isObserved: Bool
    let followsProgress: Bool
    let clock: CallClock
    let bounds: CallBounds
    let limit: ConcurrencyLimit?
    let calls = ActiveCalls()
    let deadlines: DeadlineTimer
    let connection: ConnectionPolicy.Shared
    let crossOriginConnection: ConnectionPolicy.Shared

    init(
        configuration: any APIConfigurable, transport: any Transport, adapters: [any RequestAdapter],
        decisions: (([any ResponseDecision]) -> [any ResponseDecision]), observers: [any CallObserver], decoder: ResponseDecoder,
        clock: any Clock<Duration>
    ) {
        builder = RequestBuilder(configuration: configuration)
        self.transport = transport
        endsWithContext = transport.endsWithContext
        self.adapters = adapters.map(KnownAdapter.init)
        authentication = configuration.authentication.map(KnownAdapter.init)
        authenticatesAtOnce = authentication.map { $0.adapter is any SynchronousAdapter } ?? true
        self.decisions = decisions([authentication?.refreshDecision].compactMap(\.self) + APIClient.standardDecisions)
        passesSuccesses = self.decisions.passesSuccesses
        self.decoder = decoder
        policies = configuration.policies
        let observers = observers + (policies.log.map { [LogObserver($0)] } ?? [])
        observer = ObserverList.one(of: observers)
        isObserved = !observers.isEmpty
        followsProgress = observer.followsProgress
        self.clock = CallClock(clock)
        deadlines = DeadlineTimer(clock: self.clock)
        bounds = CallBounds(retry: policies.retry, deadline: policies.deadline, budget: RetryBudget(clock: clock))
        limit = policies.maxConcurrentCalls.map(ConcurrencyLimit.init)
        connection = ConnectionPolicy.Shared(policies.connection)
        crossOriginConnection = ConnectionPolicy.Shared(policies.connection.forOtherOrigins)
    }

    /// The connection policy of a request. Other origins than the configuration's get neither client certificate nor Unix socket.
    func connection(for request: HTTPRequest) -> ConnectionPolicy.Shared {
        builder.isHome(request) ? connection : crossOriginConnection
    }
}

/// An adapter of a client with its dynamic type looked up once.
final class KnownAdapter: Sendable {
    let adapter: any RequestAdapter
    /// The decision that goes with an adapter that authenticates with tokens.
    let refreshDecision: (any ResponseDecision)?

    // A closure, because each use of an optional existential copies what is in it.
    private let authenticate: (@Sendable (inout HTTPRequest) -> TokenStamp?)?

    init(_ adapter: any RequestAdapter) {
        self.adapter = adapter
        if let tokens = adapter as? any TokenAuthentication {
            refreshDecision = tokens.decision
            authenticate = { request in tokens.authenticateNow(&request) }
        } else {
            (refreshDecision, authenticate) = (nil, nil)
        }
    }

    /// Returns false where the adapter may have to wait.
    func adaptNow(_ attempt: inout CallAttempt) throws -> Bool {
        if authenticateNow(&attempt) { return true }
        return try adapter.adaptNow(&attempt.request)
    }

    /// Returns false unless there is a fresh token.
    func authenticateNow(_ attempt: inout CallAttempt) -> Bool {
        guard let stamp = authenticate?(&attempt.request) else { return false }
        attempt.stamp = stamp
        return true
    }
}
