/// Answers the challenges of a server with Digest, and sends the request again. It is the first standard decision of a client whose
/// configuration's authentication is ``DigestAuthentication``.
///
/// - A 401 with a known challenge repeats the request once. A challenge for a stale nonce (`stale=true`) repeats it once more, at
///   any time. The other decisions judge any other 401.
/// - A request whose body can't be sent again isn't repeated: the other decisions judge the response, and later calls use its challenge.
/// - The next nonce of `Authentication-Info` is kept for later requests.
///
/// It skips requests that the authentication didn't adapt, and responses of other origins.
public struct DigestDecision: ResponseDecision, AuthenticationDecision, AwaitedInPlace {
    private let keeper: DigestKeeper
    /// Whether this call has answered a challenge to its last request, and whether it has replaced a stale nonce.
    private var (hasAnswered, hasReplaced) = (false, false)

    /// Answers challenges with the credentials of `authentication`.
    public init(_ authentication: DigestAuthentication) { keeper = authentication.keeper }

    public func shouldApply<Value>(to exchange: Exchange<Value>) -> Bool {
        guard stamp(of: exchange) != nil, let response = exchange.response else { return false }
        return (response.status == .unauthorized || Self.nextNonce(in: response) != nil) && exchange.isOfOneOrigin
    }

    private func stamp<Value>(of exchange: Exchange<Value>) -> DigestStamp? {
        guard let stamp = exchange.request.credential as? DigestStamp, stamp.keeper === keeper else { return nil }
        return stamp
    }

    private static func nextNonce(in response: HTTPResponse) -> String? {
        guard let text = response.headers["Authentication-Info"], let nonce = Challenge.parameters(of: text)["nextnonce"] else {
            return nil
        }
        return nonce.isEmpty ? nil : nonce
    }

    public func apply<Value>(to exchange: Exchange<Value>) async throws -> DecisionAction<Value> {
        let response = try exchange.result.get()
        guard let stamp = stamp(of: exchange) else { return .continueWith(response) }
        guard response.status == .unauthorized else {
            if let nonce = Self.nextNonce(in: response) { keeper.goOn(with: nonce, after: stamp.version) }
            return .continueWith(response)
        }
        guard let challenge = DigestChallenge.strongest(in: response.headers) else { return .continueWith(response) }
        let isStale = challenge.isStale && stamp.isSigned
        // A redirect has led to another request, whose challenge is the first.
        let (hasAnswered, hasReplaced) = exchange.record.redirects.isEmpty ? (hasAnswered, hasReplaced) : (false, false)
        guard isStale ? !hasReplaced : !hasAnswered else {
            if !isStale { keeper.end(stamp.version) }
            return .continueWith(response)
        }
        keeper.answer(challenge)
        guard exchange.request.body?.isReplayable ?? true else { return .continueWith(response) }
        var next = self
        next.hasAnswered = true
        next.hasReplaced = isStale || hasReplaced
        let others = exchange.decisions.map { ($0 as? DigestDecision)?.keeper === keeper ? next : $0 }
        return .restartWith(others, after: .zero)
    }
}

extension DigestDecision: CustomReflectable {
    /// Empty, because the authentication holds a password.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
