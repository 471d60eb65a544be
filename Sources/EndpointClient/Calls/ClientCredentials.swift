internal import Synchronization

/// The credentials of a client's configuration.
final class ClientCredentials: Sendable {
    /// The configuration's authentication.
    let standard: CallAuthentication?
    private let named: [ExactText: CallAuthentication]
    private let combinations = Mutex<[[CredentialUse]: CallAuthentication]>([:])

    init(_ configuration: any APIConfigurable) {
        standard = configuration.authentication.map(CallAuthentication.init)
        named = Dictionary(uniqueKeysWithValues: configuration.credentials.map { (ExactText($0), CallAuthentication($1)) })
    }

    /// Whether any of the credentials has a property. A combination of credentials has it only if one of them does.
    func contain(where hasProperty: (CallAuthentication) -> Bool) -> Bool {
        standard.map(hasProperty) == true || named.values.contains(where: hasProperty)
    }

    var names: [String] { named.keys.sorted().map(\.text) }

    /// The decisions that refresh rejected tokens.
    var decisions: [RefreshTokenDecision] {
        let others = named.sorted { $0.key < $1.key }.compactMap(\.value.tokens)
        return ((standard?.tokens).map { [$0] + others } ?? others).map(\.decision)
    }

    /// Returns nil if the request isn't signed. Throws if the configuration lacks credentials that `endpoint` needs.
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
            // Digest and custom authentications come last, because they may sign what the others add.
            let combination = CallAuthentication(
                parts.filter { !$0.signing.answersChallenges } + parts.filter { $0.signing.answersChallenges })
            combinations[known] = combination
            return combination
        }
    }

    private func signing(_ use: CredentialUse) -> CallAuthentication? {
        if let name = use.name { named[ExactText(name)] } else { standard }
    }

    private func lacks(_ name: String?, _ endpoint: any Endpoint) -> APIError {
        let label = endpoint.subject.label
        guard let name else {
            return APIError(
                .configuration,
                "\(label) requires authentication, but the client's configuration has none. Set its `authentication`, for example to "
                    + "`.bearer(token)`, or \"authentication\" in the settings file. With `.anonymous` the request is sent without "
                    + "credentials."
                    + (names.first.map { " An endpoint that needs the named credentials \($0.debugDescription) says so in `credentials`." }
                        ?? ""))
        }
        let hint = Spelling.nearest(to: name, among: names).map { " It has \($0.debugDescription)." } ?? ""
        return APIError(
            .configuration,
            "\(label) requires the credentials \(name.debugDescription), which the client's configuration doesn't have: they belong in its "
                + "`credentials`.\(hint)")
    }
}
