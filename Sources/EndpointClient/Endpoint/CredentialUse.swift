/// Credentials from the configuration that an endpoint requires or accepts:
///
///     var credentials: [CredentialUse] { [.named("admin"), .optional("user")] }
///
/// The credentials sign the request in this order, after the configuration's ``APIConfigurable/authentication`` if the endpoint is
/// authenticated.
public struct CredentialUse: Hashable, Sendable {
    /// The name in ``APIConfigurable/credentials``; nil for ``APIConfigurable/authentication``.
    public let name: String?
    /// Whether the request is sent without these credentials if the configuration lacks them, or if their refresher has no token. If false,
    /// a configuration that lacks them causes an error before anything is sent.
    public let isOptional: Bool

    /// Whether the use is ``anonymous``.
    let isAnonymous: Bool

    private init(name: String?, isOptional: Bool, isAnonymous: Bool = false) {
        self.name = name
        self.isOptional = isOptional
        self.isAnonymous = isAnonymous
    }

    /// ``APIConfigurable/authentication``, as for an ``AuthenticatedEndpoint``.
    public static let standard = CredentialUse(name: nil, isOptional: false)
    /// ``APIConfigurable/authentication``, if there is one, for requests that a service also accepts without a sign-in.
    public static let optional = CredentialUse(name: nil, isOptional: true)

    /// No ``APIConfigurable/authentication``, even if ``ClientPolicies/authenticatesAllEndpoints`` is true, or the endpoint is authenticated in
    /// another way: for a sign-in, or a status page.
    public static let anonymous = CredentialUse(name: nil, isOptional: true, isAnonymous: true)

    /// Credentials that the request needs.
    public static func named(_ name: String) -> CredentialUse { CredentialUse(name: name, isOptional: false) }

    /// Credentials that are sent if the configuration has them.
    public static func optional(_ name: String) -> CredentialUse { CredentialUse(name: name, isOptional: true) }

    static let onlyStandard = [CredentialUse.standard]

    /// Names are equal if they have the same bytes.
    public static func == (a: CredentialUse, b: CredentialUse) -> Bool {
        a.name.map(ExactText.init) == b.name.map(ExactText.init) && a.isOptional == b.isOptional
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name.map(ExactText.init))
        hasher.combine(isOptional)
    }
}
