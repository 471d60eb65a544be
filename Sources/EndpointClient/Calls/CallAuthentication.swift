internal import Synchronization

/// What signs the requests of a call, and what is known of it. A client makes it once for each set of credentials.
final class CallAuthentication: Sendable {
    let authentication: any Authentication
    /// The authentication, if it refreshes a token.
    let tokens: (any TokenAuthentication)?
    /// Whether a token may be requested for it.
    let requestsTokens: Bool
    /// Whether it never waits, so that it comes after the wait for a place.
    let waitsForNothing: Bool
    /// Whether it may answer challenges.
    let answersChallenges: Bool
    /// Whether nothing asks it later what it has signed.
    let isConstant: Bool

    init(_ authentication: any Authentication) {
        self.authentication = authentication
        tokens = authentication as? any TokenAuthentication
        requestsTokens = tokens != nil
        waitsForNothing = AdapterChain.waitsForNothing(authentication)
        isConstant = authentication is StaticAuthentication || authentication is HashedQueryAuthentication
        answersChallenges = !isConstant && tokens == nil
    }

    fileprivate init(_ parts: [CombinedAuthentication.Part]) {
        authentication = CombinedAuthentication(parts: parts)
        tokens = nil
        requestsTokens = parts.contains { $0.signing.requestsTokens }
        waitsForNothing = parts.allSatisfy { $0.signing.waitsForNothing }
        isConstant = parts.allSatisfy { $0.signing.isConstant }
        answersChallenges = parts.contains { $0.signing.answersChallenges }
    }

    /// Who would sign a request now.
    ///
    /// - Parameter isLocal: whether nothing may be sent for it, not even for a first token.
    func identity(isLocal: Bool) async throws -> Identity? {
        if let tokens { return try await tokens.identity(nil, isLocal: isLocal) }
        if let combined = authentication as? CombinedAuthentication { return try await combined.identity(isLocal: isLocal) }
        return try await authentication.identity
    }
}

/// The credentials of a client's configuration.
final class ClientCredentials: Sendable {
    /// The configuration's authentication.
    let standard: CallAuthentication?
    private let named: [String: CallAuthentication]
    private let combinations = Mutex<[[CredentialUse]: CallAuthentication]>([:])

    init(_ configuration: any APIConfigurable) {
        standard = configuration.authentication.map(CallAuthentication.init)
        named = configuration.credentials.mapValues { CallAuthentication($0) }
    }

    var names: [String] { named.keys.sorted() }

    /// The decisions that refresh rejected tokens.
    var decisions: [RefreshTokenDecision] {
        let others = names.compactMap { named[$0]?.tokens }
        return ((standard?.tokens).map { [$0] + others } ?? others).map(\.decision)
    }

    /// nil if there is nothing to sign with. Throws if the configuration lacks credentials that `endpoint` needs.
    func authentication(for uses: [CredentialUse], of endpoint: any Endpoint) throws -> CallAuthentication? {
        if uses.isEmpty { return nil }
        if let standard, uses == CredentialUse.onlyStandard { return standard }
        let known = try uses.filter { use in
            if signing(use) != nil { return true }
            guard use.isOptional else { throw lacks(use.name, endpoint) }
            return false
        }
        guard !known.isEmpty else { return nil }
        return combinations.withLock { combinations in
            if let combination = combinations[known] { return combination }
            let parts = known.compactMap { use in
                signing(use).map { CombinedAuthentication.Part(name: use.name, signing: $0, isOptional: use.isOptional) }
            }
            // Digest, and authentications of the program, may sign what the others add.
            let combination = CallAuthentication(
                parts.filter { !$0.signing.answersChallenges } + parts.filter { $0.signing.answersChallenges })
            combinations[known] = combination
            return combination
        }
    }

    private func signing(_ use: CredentialUse) -> CallAuthentication? { if let name = use.name { named[name] } else { standard } }

    private func lacks(_ name: String?, _ endpoint: any Endpoint) -> APIError {
        let label = endpoint.subject.label
        guard let name else {
            return APIError(
                .configuration,
                "\(label) requires authentication, but the client's configuration has none. Set its `authentication`, for example to "
                    + "`.bearer(token)`, or \"authentication\" in the settings file. With `.anonymous` the request is sent without "
                    + "credentials.")
        }
        let hint = Spelling.nearest(to: name, among: names).map { " It has \($0.debugDescription)." } ?? ""
        return APIError(
            .configuration,
            "\(label) requires the credentials \(name.debugDescription), which the client's configuration doesn't have: they belong in its "
                + "`credentials`.\(hint)")
    }
}
