/// Has a token refreshed that the server rejects, and sends the request again: the first of the standard list where the configuration's
/// authentication refreshes a token.
///
/// - Where there is a newer token by now, the request is sent with that one, and may be rejected once more.
/// - Otherwise the token is refreshed, and the request sent once more, without this decision: the next answer is judged as it is.
/// - A body that can't be sent again isn't: the answer is judged as it is, and the token refreshed for other calls.
///
/// A request that carries none of the refresher's tokens is passed on, and so is one that the refresh itself makes.
public struct RefreshTokenDecision: FailureDecision {
    private let refresher: any RefreshesTokens
    private let statuses: Set<HTTPStatus>

    /// `statuses` say that the token was the reason: 401 unless said otherwise.
    public init<Token>(_ refresher: TokenRefresher<Token>, statuses: Set<HTTPStatus> = [.unauthorized]) {
        self.refresher = refresher
        self.statuses = statuses
    }

    var passesSuccesses: Bool { !statuses.contains { $0.isSuccess } }

    public func shouldApply<Value>(to exchange: Exchange<Value>) -> Bool {
        guard let status = exchange.response?.status else { return false }
        return statuses.contains(status) && exchange.record.stamp?.refresher == ObjectIdentifier(refresher)
            && Self.isOfOneOrigin(exchange)
    }

    /// No token is sent to another origin that a redirect leads to.
    private static func isOfOneOrigin<Value>(_ exchange: Exchange<Value>) -> Bool {
        guard !exchange.record.redirects.isEmpty, let address = exchange.response?.address else { return true }
        guard case .success(let location) = Location.parse(address) else { return false }
        return location.origin == exchange.request.origin
    }

    public func apply<Value>(to exchange: Exchange<Value>) async throws -> DecisionAction<Value> {
        let response = try exchange.result.get()
        guard let version = exchange.record.stamp?.version else { return .continueWith(response) }
        let canRestart = exchange.request.body?.isReplayable ?? true
        do {
            let isRefreshed = try await refresher.replaceRejected(version, waits: canRestart)
            guard canRestart else { return .continueWith(response) }
            guard isRefreshed else { return .restart(after: .zero) }
        } catch var error as APIError {
            error.response = response
            return .errored(error)
        }
        let others = exchange.decisions.filter { ($0 as? RefreshTokenDecision)?.refresher !== refresher }
        return .restartWith(others, after: .zero)
    }
}

extension RefreshTokenDecision: CustomReflectable {
    /// Nothing: it leads to a secret.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
