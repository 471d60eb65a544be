internal import Synchronization

/// The parts of a client. Calls retain this object instead of the client, which may be a subclass with its own state.
final class ClientCore: Sendable {
    let builder: RequestBuilder
    let cache: ResponseCache?
    let jar: CookieJar?
    /// The runs that equal calls share; nil if equal calls don't share runs.
    let sharedRuns: SharedRuns?
    /// The transport, wrapped in the quota if there is one.
    let transport: any Transport
    let awaitsTransportInPlace: Bool
    let adapters: [any RequestAdapter]
    let credentials: ClientCredentials
    /// For each adapter, whether it never waits. This is determined once, because the check takes longer than most adapters.
    let adaptersWaitForNothing: [Bool]
    private let hasNotedUnknownSigner = Atomic(false)
    let decisions: [any ResponseDecision]
    let json: JSONConvention
    let decoder: ResponseDecoder
    let policies: ClientPolicies
    /// The client's observers, combined into one.
    let observer: any CallObserver
    /// Whether the client has any observer.
    let isObserved: Bool
    let followsProgress: Bool
    let clock: AnyClock
    let bounds: CallBounds
    /// Limits how many calls are on the wire.
    let limit: ConcurrencyLimit?
    /// Limits how many streams are being read.
    let streams: ConcurrencyLimit?
    let calls = Mutex(ActiveCalls())
    let background = BackgroundTasks()
    let deadlines: DeadlineTimer
    let connection: ConnectionPolicy.Shared
    let crossOriginConnection: ConnectionPolicy.Shared
    /// The steps of a request.
    let steps: Next

    init(
        configuration: any APIConfigurable, transport: any Transport, adapters: [any RequestAdapter],
        decisions: (([any ResponseDecision]) -> [any ResponseDecision]), observers: [any CallObserver],
        decoder: ResponseDecoder?, clock: any Clock<Duration>
    ) {
        builder = RequestBuilder(configuration: configuration)
        policies = configuration.policies
        self.clock = AnyClock(clock)
        cache = policies.cache.map(ResponseCache.init)
        jar = policies.cookies
        sharedRuns = policies.sharesEqualRequests ? SharedRuns() : nil
        // The call's handle also interrupts the wait for the quota.
        awaitsTransportInPlace = transport is any AwaitedInPlace
        self.transport =
            policies.quota.map { [home = builder.home] in QuotaTransport(around: transport, $0, for: home.contains, clock: clock) }
            ?? transport
        self.adapters = adapters
        credentials = ClientCredentials(configuration)
        adaptersWaitForNothing = adapters.map(AdapterChain.waitsForNothing)
        self.decisions = decisions(credentials.decisions + APIClient.standardDecisions)
        json = policies.json
        self.decoder = decoder ?? ResponseDecoder(json)
        let observers = observers + (policies.log.map { [LogObserver($0)] } ?? [])
        observer = ObserverList.one(of: observers)
        isObserved = !observers.isEmpty
        followsProgress = observer.followsProgress
        deadlines = DeadlineTimer(clock: self.clock)
        bounds = CallBounds(
            retry: policies.retry, deadline: policies.deadline, budget: RetryBudget(clock: clock))
        limit = policies.maxConcurrentCalls.map { ConcurrencyLimit($0, name: "maxConcurrentCalls") }
        streams = policies.maxConcurrentStreams.map { ConcurrencyLimit($0, name: "maxConcurrentStreams") }
        var steps: [any ExchangeStep] = [RedirectStep()]
        if let sharedRuns { steps.append(SharingStep(runs: sharedRuns)) }
        if jar != nil || cache != nil { steps.append(SenderStep()) }
        if let jar { steps.append(CookieStep(jar: jar)) }
        if let cache { steps.append(CacheStep(cache: cache, leavesRedirectsUnread: policies.redirects.limit > 0)) }
        if credentials.contain(where: \.answersChallenges) { steps.append(ChallengeStep()) }
        if credentials.contain(where: { $0.signer != nil }) { steps.append(TokenStep()) }
        if credentials.contain(where: { !$0.signsAtOnce }) { steps.append(CredentialStep(waits: true)) }
        if limit != nil || streams != nil { steps.append(SlotStep(limit: limit, streams: streams)) }
        steps += [CredentialStep(waits: false), TransportStep()]
        self.steps = Next(steps)
        connection = ConnectionPolicy.Shared(policies.connection)
        crossOriginConnection = ConnectionPolicy.Shared(policies.connection.forOtherOrigins)
    }

    /// The client's decoder, unless the endpoint has its own convention.
    func decoder(for endpoint: some Endpoint) -> ResponseDecoder { endpoint.json.map { ResponseDecoder($0) } ?? decoder }

    /// Logs once why nothing is stored.
    func noteUnknownSigner(_ authentication: CallAuthentication?) {
        // A refresher without a token doesn't know its user yet.
        guard policies.log != nil, let authentication, authentication.tokens == nil else { return }
        if hasNotedUnknownSigner.exchange(true, ordering: .relaxed) { return }
        StandardError.report(
            "The cache stores no responses to authenticated requests, because \(AdapterChain.name(of: authentication.authentication)) has no identity: "
                + "implement it, or write .custom(adapter, identity: …).")
    }

    /// The active calls, oldest first.
    var activeCalls: [CallHandle] { calls.withLock { $0.all }.sorted { $0.id < $1.id } }

    /// Whether no call is active, no background task of an earlier call or token refresh is running, and no cookies are being written.
    var isIdle: Bool {
        calls.withLock { $0.isEmpty } && background.isIdle && keepers.allSatisfy(\.isIdle) && jar?.isSaving != true
    }

    /// The keepers of the configuration's tokens.
    var keepers: [TokenKeeper] { credentials.decisions.map(\.keeper) }

    /// Rejects calls that start from now on. Returns a wait that ends when the last active call does.
    func closeCalls() -> Wait<Void> { calls.withLock { $0.close() } }

    /// The connection policy of a request. For origins other than the configuration's, it contains neither the client certificate nor the
    /// Unix socket.
    func connection(for request: HTTPRequest) -> ConnectionPolicy.Shared {
        builder.home.receives(request) && !request.isAway ? connection : crossOriginConnection
    }
}
