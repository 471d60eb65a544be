/// Refreshes a token that the server rejects, and sends the request again. It comes first among the standard decisions of a client whose
/// authentication refreshes a token.
///
/// - If there is already a newer token, the request is sent again with that token, which may be rejected in turn.
/// - Otherwise the token is refreshed, and the request is sent once more. After that, this decision no longer applies: the other decisions
///   judge the response.
/// - If the refresh fails, the call fails with the refresh's error. But if the request also carries another refresher's token, which may be
///   the rejected one, that token is refreshed first, and the request is sent again.
/// - A request whose body can't be sent again isn't repeated: the other decisions judge the response, and the token is refreshed for other
///   calls.
///
/// The decision skips requests without the refresher's token, and requests that the refresh itself makes.
public struct RefreshTokenDecision: SharedDecision, AwaitedInPlace {
    let keeper: TokenKeeper
    private let statuses: Set<HTTPStatus>
    /// Why the token couldn't be refreshed earlier in the call.
    private var failure: APIError?
    /// True if a success is one of the statuses that reject a token.
    public let judgesSuccesses: Bool

    /// Refreshes a token that the server rejects.
    ///
    /// - Parameters:
    ///   - refresher: refreshes the token that the request was sent with.
    ///   - statuses: the statuses with which the server rejects a token; 401 by default.
    public init<Token>(_ refresher: TokenRefresher<Token>, statuses: Set<HTTPStatus> = [.unauthorized]) {
        keeper = refresher.keeper
        self.statuses = statuses
        judgesSuccesses = statuses.contains { $0.isSuccess }
    }

    var sharingKey: String? { "\(ObjectIdentifier(keeper)) \(statuses.map(\.rawValue).sorted())" }

    public func shouldApply<Value>(to context: DecisionContext<Value>) -> Bool {
        guard let status = context.response?.status else { return false }
        return statuses.contains(status) && version(in: context) != nil && context.isOfOneOrigin
    }

    /// The version of the refresher's token that the request was sent with.
    private func version<Value>(in context: DecisionContext<Value>) -> Int? {
        context.record.signature?.version(of: ObjectIdentifier(keeper))
    }

    /// Refreshes another token of the same request. If the request is rejected again, the call fails with `failure`.
    private func tryingOthers<Value>(after failure: APIError, _ context: DecisionContext<Value>) async throws -> DecisionAction<Value> {
        let later = context.decisions.compactMap { $0 as? RefreshTokenDecision }.drop { $0.keeper !== keeper }
        guard failure.code != .cancelled, let next = later.first(where: { $0.keeper !== keeper && $0.shouldApply(to: context) }) else {
            return .errored(failure)
        }
        func noting(_ decisions: [any ResponseDecision]) -> [any ResponseDecision] {
            decisions.map { decision in
                guard var own = decision as? RefreshTokenDecision, own.keeper === keeper else { return decision }
                own.failure = failure
                return own
            }
        }
        switch try await next.apply(to: context) {
        case .restart(let delay): return .restartWith(noting(context.decisions), after: delay)
        case .restartWith(let decisions, let delay): return .restartWith(noting(decisions), after: delay)
        case .errored(let other as APIError):
            var both = failure
            both.message += " \(other.message)"
            return .errored(both)
        case let action: return action
        }
    }

    public func apply<Value>(to context: DecisionContext<Value>) async throws -> DecisionAction<Value> {
        let response = try context.result.get()
        guard let version = version(in: context) else { return .continueWith(response) }
        if var failure {
            failure.response = response
            return .errored(failure)
        }
        let canRestart = context.request.body?.isReplayable ?? true
        do {
            let isRefreshed = try await keeper.replaceRejected(version, waits: canRestart, context.interruption)
            guard canRestart else { return .continueWith(response) }
            guard isRefreshed else { return .restart(after: .zero) }
        } catch var error as APIError {
            error.response = response
            return try await tryingOthers(after: error, context)
        }
        let others = context.decisions.filter { ($0 as? RefreshTokenDecision)?.keeper !== keeper }
        return .restartWith(others, after: .zero)
    }
}

extension RefreshTokenDecision: CustomReflectable {
    /// Empty, because the refresher contains a secret.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension DecisionContext {
    /// Whether the response is same-origin. A custom transport may have followed a redirect to another origin.
    fileprivate var isOfOneOrigin: Bool { response?.isFrom(request.origin) ?? true }
}

extension HTTPResponse {
    /// Whether the response's address has this origin. True if the address is unknown.
    func isFrom(_ origin: Origin) -> Bool {
        guard let address else { return true }
        guard case .success(let location) = Location.parse(address) else { return false }
        return location.origin == origin
    }
}
