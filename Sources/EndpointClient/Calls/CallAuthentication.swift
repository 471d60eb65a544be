internal import Synchronization

/// What signs the requests of a call, and what is known of it. A client makes it once for each set of credentials.
final class CallAuthentication: Sendable {
    let authentication: any Authentication
    /// The authentication, if it refreshes a token.
    let tokens: (any TokenAuthentication)?
    /// Whether it never waits, so that it comes after the wait for a place.
    let waitsForNothing: Bool
    /// Whether it may answer challenges.
    let answersChallenges: Bool
    /// Whether nothing asks it later what it has signed.
    let isConstant: Bool

    init(_ authentication: any Authentication) {
        self.authentication = authentication
        tokens = authentication as? any TokenAuthentication
        waitsForNothing = AdapterChain.waitsForNothing(authentication)
        isConstant = authentication is StaticAuthentication || authentication is HashedQueryAuthentication
        answersChallenges = !isConstant && tokens == nil
    }

    fileprivate init(_ parts: [CombinedAuthentication.Part]) {
        let all = parts.map { CallAuthentication($0.authentication) }
        authentication = CombinedAuthentication(parts: parts)
        tokens = nil
        waitsForNothing = all.allSatisfy(\.waitsForNothing)
        isConstant = all.allSatisfy(\.isConstant)
        answersChallenges = all.contains(where: \.answersChallenges)
    }
}

/// The credentials of a client's configuration.
final class ClientCredentials: Sendable {
    /// The configuration's authentication.
    let standard: CallAuthentication?
    private let named: [String: any Authentication]
    private let combinations = Mutex<[[CredentialUse]: CallAuthentication]>([:])

    init(_ configuration: any APIConfigurable) {
        standard = configuration.authentication.map(CallAuthentication.init)
        named = configuration.credentials
    }

    var names: [String] { named.keys.sorted() }

    /// The decisions that refresh rejected tokens.
    var decisions: [RefreshTokenDecision] {
        let others = names.compactMap { named[$0] as? any TokenAuthentication }
        return ((standard?.tokens).map { [$0] + others } ?? others).map(\.decision)
    }

    /// nil if there is nothing to sign with. Throws if the configuration lacks credentials that `endpoint` needs.
    func authentication(for uses: [CredentialUse], of endpoint: any Endpoint) throws -> CallAuthentication? {
        if uses.isEmpty { return nil }
        if let standard, uses == CredentialUse.onlyStandard { return standard }
        let known = try uses.filter { use in
            if authentication(for: use) != nil { return true }
            guard use.isOptional else { throw lacks(use.name, endpoint) }
            return false
        }
        guard !known.isEmpty else { return nil }
        return combinations.withLock { combinations in
            if let combination = combinations[known] { return combination }
            let parts = known.compactMap { use in
                authentication(for: use).map {
                    CombinedAuthentication.Part(name: use.name, authentication: $0, isOptional: use.isOptional)
                }
            }
            // Digest, and authentications of the program, may sign what the others add.
            let ordered =
                parts.filter { !CallAuthentication($0.authentication).answersChallenges }
                + parts.filter { CallAuthentication($0.authentication).answersChallenges }
            let made = CallAuthentication(ordered)
            combinations[known] = made
            return made
        }
    }

    private func authentication(for use: CredentialUse) -> (any Authentication)? {
        if let name = use.name { named[name] } else { standard?.authentication }
    }

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
