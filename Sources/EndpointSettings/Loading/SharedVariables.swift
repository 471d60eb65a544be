extension ConfigurationEnvironment {
    /// Whether all configurations without a prefix of their own read the same variables.
    var isShared: Bool { prefix.isEmpty || prefix == ConfigurationOptions().variablePrefix }
}

extension ConfigurationLayers {
    /// Separates the variables that all configurations read into those that apply here, and those that are meant for another service: they
    /// would replace a secret that this configuration names itself, or belong to an authentication that it doesn't have.
    func separating(_ shared: [ConfigurationEntry]) -> (used: [ConfigurationEntry], ignored: [ConfigurationProblem]) {
        // Another proxy or certificate doesn't get this configuration's secrets, but may bring its own.
        var own = self
        own.lay(shared.filter { $0.key?.secrets.isEmpty == false && !$0.isAuthentication })
        let ownsAuthentication = all.contains { $0.isAuthentication && $0.holdsSecret }
        // Variables that only complete the configuration's own authentication, for example with a user's name, aren't another service's.
        let completes = shared.allSatisfy { !$0.isAuthentication || $0.key?.kind.isOpen == true && self[$0.identity] == nil }
        let isAuthenticated = (all + shared).contains { $0.name == ConfigurationKey.authenticationType.name && $0.value != nil }
        var (used, ignored): ([ConfigurationEntry], [ConfigurationProblem]) = ([], [])
        for entry in shared {
            if entry.isAuthentication, !isAuthenticated, !all.contains(where: \.isAuthentication) {
                ignored.append(entry.ignored(expecting: "\"\(ConfigurationKey.authenticationType.name)\" in this configuration"))
            } else if entry.isAuthentication ? ownsAuthentication && !completes : own[entry.identity]?.isSecret == true {
                ignored.append(
                    entry.ignored(
                        expecting: "a variable with this configuration's own prefix, because it names its own secret "
                            + "(ConfigurationOptions.variablePrefix)"))
            } else {
                used.append(entry)
            }
        }
        return (used, ignored)
    }
}

extension ConfigurationEntry {
    /// Whether the value is a secret, or a field or item that is hidden by its name.
    fileprivate var isSecret: Bool {
        if value?.isLookedUp == true { return true }
        guard let member, case .members(_, named: let naming)? = key?.kind else { return false }
        return naming.hides(member, by: .standard)
    }

    fileprivate var isAuthentication: Bool { name.hasPrefix(ConfigurationKey.authenticationPrefix) }

    /// Whether the configuration has a secret here, looked up or literal.
    fileprivate var holdsSecret: Bool { value.map { $0.isLookedUp || key?.kind.isSecret == true } ?? false }

    /// The warning for a variable that is ignored.
    fileprivate func ignored(expecting expected: String) -> ConfigurationProblem {
        ConfigurationProblem(
            origin: origin, key: shownName, message: "expected \(expected), found one for all configurations, which is ignored")
    }
}

extension [ConfigurationProblem] {
    /// Whether one of the problems has a key in the same object.
    func concern(_ other: ConfigurationProblem) -> Bool {
        contains { $0.key.upTo { $0 == "." } == other.key.upTo { $0 == "." } }
    }
}

extension ConfigurationKind {
    fileprivate var isOpen: Bool { if case .open = self { true } else { false } }

    /// Whether the value, or each member, is a secret.
    var isSecret: Bool {
        switch self {
        case .secret, .members(of: .secret, named: _): true
        default: false
        }
    }
}
