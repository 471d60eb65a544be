/// What a key of a file was read as.
enum ConfigurationValue: Sendable {
    case bool(Bool)
    /// Bytes, too.
    case integer(Int)
    case number(Double)
    case text(String)
    case duration(Duration)
    case url(URL)
    case list([ConfigurationValue])
    /// Nothing that may be shown, and not known before it is looked up.
    case secret(SecretReference)

    var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    var integer: Int? { if case .integer(let value) = self { value } else { nil } }
    var number: Double? { if case .number(let value) = self { value } else { nil } }
    var duration: Duration? { if case .duration(let value) = self { value } else { nil } }
    var url: URL? { if case .url(let value) = self { value } else { nil } }
    var list: [ConfigurationValue]? { if case .list(let value) = self { value } else { nil } }

    /// Of a secret as well, once it is looked up.
    var text: String? {
        switch self {
        case .text(let text): text
        case .secret(.literal(let secret)): secret.reveal()
        default: nil
        }
    }

    /// Also where only some of a list is.
    var isLookedUp: Bool {
        switch self {
        case .secret: true
        case .list(let values): values.contains(where: \.isLookedUp)
        default: false
        }
    }

    var secret: Secret? { text.map { Secret($0) } }
}

/// Where a secret is.
enum SecretReference: Sendable {
    /// The name of an environment variable.
    case variable(String)
    /// A path, as the file that names it says.
    case file(String)
    /// In the settings themselves.
    case literal(Secret)
}
