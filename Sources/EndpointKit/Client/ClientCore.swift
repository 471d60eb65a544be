/// What a client is made of. Its calls keep this, and not the client, which may be a subclass with state of its own.
final class ClientCore: Sendable {
    let builder: RequestBuilder
    let transport: any Transport
    let adapters: [any RequestAdapter]
    let authentication: (any RequestAdapter)?
    /// The same, where it authenticates with a token that can be refreshed.
    let tokens: (any TokenAuthentication)?
    /// There is none that may wait, so it comes after the wait for a place.
    let authenticatesAtOnce: Bool
    let decisions: [any ResponseDecision]
    let decoder: ResponseDecoder
    let policies: ClientPolicies
    let observers: [any CallObserver]
    let followsProgress: Bool
    let clock: CallClock
    let bounds: CallBounds
    let limit: ConcurrencyLimit?
    let calls = ActiveCalls()
    let deadlines: DeadlineTimer
    let connection: ConnectionPolicy.Shared
    let connectionElsewhere: ConnectionPolicy.Shared

    init(
        configuration: any APIConfigurable, transport: any Transport, adapters: [any RequestAdapter],
        decisions: (([any ResponseDecision]) -> [any ResponseDecision]), observers: [any CallObserver], decoder: ResponseDecoder,
        clock: any Clock<Duration>
    ) {
        builder = RequestBuilder(configuration: configuration)
        self.transport = transport
        self.adapters = adapters
        authentication = configuration.authentication
        tokens = authentication as? any TokenAuthentication
        authenticatesAtOnce = authentication.map { $0 is any SynchronousAdapter } ?? true
        self.decisions = decisions([tokens?.decision].compactMap(\.self) + APIClient.standardDecisions)
        self.decoder = decoder
        policies = configuration.policies
        self.observers = observers + (policies.log.map { [LogObserver($0)] } ?? [])
        followsProgress = self.observers.contains { $0.followsProgress }
        self.clock = CallClock(clock)
        deadlines = DeadlineTimer(clock: self.clock)
        bounds = CallBounds(retry: policies.retry, deadline: policies.deadline, budget: RetryBudget(clock: clock))
        limit = policies.maxConcurrentCalls.map(ConcurrencyLimit.init)
        connection = ConnectionPolicy.Shared(policies.connection)
        connectionElsewhere = ConnectionPolicy.Shared(policies.connection.forOtherOrigins)
    }

    /// How a request connects: to another origin than the configuration's without what only that may see.
    func connection(for request: HTTPRequest) -> ConnectionPolicy.Shared {
        request.origin == builder.origin ? connection : connectionElsewhere
    }
}
