/// The value of a key, as it was read.
enum ConfigurationValue: Sendable {
    case bool(Bool)
    /// A number, which may be a number of bytes.
    case integer(Int)
    case number(Double)
    case text(String)
    case duration(Duration)
    case url(URL)
    case list([ConfigurationValue])
    /// A secret. It is never shown, and is unknown until it is looked up.
    case secret(SecretReference)

    var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    var integer: Int? { if case .integer(let value) = self { value } else { nil } }
    var number: Double? { if case .number(let value) = self { value } else { nil } }
    var duration: Duration? { if case .duration(let value) = self { value } else { nil } }
    var url: URL? { if case .url(let value) = self { value } else { nil } }
    var list: [ConfigurationValue]? { if case .list(let value) = self { value } else { nil } }

    /// The text, or the secret after it has been looked up.
    var text: String? {
        switch self {
        case .text(let text): text
        case .secret(.literal(let secret)): secret.reveal()
        default: nil
        }
    }

    /// Whether the value, or an element of its list, refers to a secret.
    var isLookedUp: Bool {
        switch self {
        case .secret: true
        case .list(let values): values.contains(where: \.isLookedUp)
        default: false
        }
    }

    /// Whether the value, or an element of its list, is a secret in a file. The value of a variable doesn't count, because it takes
    /// precedence over all files.
    var isHeldSecret: Bool {
        switch self {
        case .secret(.variable): false
        case .secret: true
        case .list(let values): values.contains(where: \.isHeldSecret)
        default: false
        }
    }

    /// Where to find the secrets to which the value, or an element of its list, refers. Excludes literal secrets.
    var references: [SecretReference] {
        switch self {
        case .secret(.literal): []
        case .secret(let reference): [reference]
        case .list(let values): values.flatMap(\.references)
        default: []
        }
    }

    var secret: Secret? { text.map { Secret($0) } }
}

/// Where a secret is.
enum SecretReference: Sendable {
    /// The name of an environment variable.
    case variable(String)
    /// The path of a file, as written in the settings.
    case file(String)
    /// The secret itself, written into the settings.
    case literal(Secret)
}
