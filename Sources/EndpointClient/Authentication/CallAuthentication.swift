/// What signs the requests of a call, with its properties. A client makes it once for each set of credentials.
final class CallAuthentication: Sendable {
    let authentication: any Authentication
    /// The authentication, if it refreshes a token.
    let tokens: (any TokenAuthentication)?
    /// Whether a token may be requested for it.
    let requestsTokens: Bool
    /// Whether it never waits, so that it can run after the wait for a place.
    let waitsForNothing: Bool
    /// Whether it may answer challenges.
    let answersChallenges: Bool
    /// Whether nothing depends later on what it has signed.
    let isConstant: Bool

    init(_ authentication: any Authentication) {
        self.authentication = authentication
        tokens = authentication as? any TokenAuthentication
        requestsTokens = tokens != nil
        waitsForNothing = authentication is any AwaitedInPlace
        isConstant = authentication is StaticAuthentication || authentication is HashedQueryAuthentication
        answersChallenges = !isConstant && tokens == nil
    }

    init(_ parts: [CombinedAuthentication.Part]) {
        authentication = CombinedAuthentication(parts: parts)
        tokens = nil
        requestsTokens = parts.contains { $0.signing.requestsTokens }
        waitsForNothing = parts.allSatisfy { $0.signing.waitsForNothing }
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
