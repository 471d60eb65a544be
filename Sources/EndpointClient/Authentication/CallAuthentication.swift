/// Everything that a client knows about one set of credentials: the authentication that signs requests with them, and the properties of
/// that authentication that decide how calls use it. A client creates one instance for each set of credentials that its endpoints use; all
/// calls with that set share the instance.
final class CallAuthentication: Sendable {
    let authentication: any Authentication
    /// The authentication, if it refreshes a token.
    let tokens: (any TokenAuthentication)?
    /// The authentication, if it signs with tokens; nil if signing needs no token.
    let signer: (any TokenSigner)?
    /// Whether signing never waits.
    let waitsForNothing: Bool
    /// Whether signing never waits once its tokens are there, so that it can run after the wait for a slot.
    let signsAtOnce: Bool
    /// Whether the authentication may answer challenges.
    let answersChallenges: Bool
    /// Whether the signature isn't needed after signing, because the authentication neither refreshes a token nor answers challenges.
    let isConstant: Bool

    init(_ authentication: any Authentication) {
        self.authentication = authentication
        tokens = authentication as? any TokenAuthentication
        signer = tokens
        waitsForNothing = authentication is any AwaitedInPlace
        signsAtOnce = waitsForNothing || tokens != nil
        isConstant = authentication is StaticAuthentication || authentication is HashedQueryAuthentication
        answersChallenges = !isConstant && tokens == nil
    }

    init(_ parts: [CombinedAuthentication.Part]) {
        let combined = CombinedAuthentication(parts: parts)
        authentication = combined
        tokens = nil
        signer = parts.contains { $0.signing.tokens != nil } ? combined : nil
        waitsForNothing = parts.allSatisfy { $0.signing.waitsForNothing }
        signsAtOnce = parts.allSatisfy { $0.signing.signsAtOnce }
        isConstant = parts.allSatisfy { $0.signing.isConstant }
        answersChallenges = parts.contains { $0.signing.answersChallenges }
    }

    /// The user who would sign a request now.
    ///
    /// - Parameter isLocal: whether the network must not be used, not even for a first token.
    func identity(isLocal: Bool) async throws -> Identity? {
        if let tokens { return try await tokens.identity(nil, isLocal: isLocal) }
        if let combined = authentication as? CombinedAuthentication { return try await combined.identity(isLocal: isLocal) }
        return try await authentication.identity
    }
}
