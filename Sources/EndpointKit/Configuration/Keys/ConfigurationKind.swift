/// What may stand under a key.
indirect enum ConfigurationKind: Sendable {
    case bool
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    case text
    case choice([String])
    case duration(isPositive: Bool)
    case byteCount
    /// http or https.
    case url
    /// ``ProxyPolicy``.
    case proxy
    /// A path, relative to the file that names it; `~` is the home directory.
    case file
    /// A text that may be looked up as a secret is, but that anyone may see.
    case open
    case secret
    case list(of: ConfigurationKind)
    /// Names of the user's own.
    case members(of: ConfigurationKind, named: Naming)
    /// The value of a query item: a text, a number, a boolean or a list of them; a secret where its name says that it is one.
    case queryValue
    /// The value of a header field, likewise.
    case fieldValue
    /// The SHA-256 hash of a public key, in Base64.
    case keyHash

    enum Naming: Sendable {
        case queryItem
        case field
        case host
    }

    /// The end of "expected …".
    var expected: String {
        switch self {
        case .bool: "true or false"
        case .integer(let range):
            range.upperBound == .max
                ? "a whole number from \(range.lowerBound)" : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .number(let range): "a number from \(range.lowerBound.shortText) to \(range.upperBound.shortText)"
        case .text: "a text"
        case .choice(let choices): "one of " + choices.map { "\"\($0)\"" }.joined(separator: ", ")
        case .duration(let isPositive): (isPositive ? "a duration above zero" : "a duration") + " such as \"500ms\" or \"30s\""
        case .byteCount: "a size above zero such as \"64KB\" or \"10MB\""
        case .url: "an http or https URL such as \"https://api.example.com\""
        case .proxy: "\"environment\", \"none\" or a URL such as \"http://proxy.example.com:3128\""
        case .file: "the path of a file"
        case .open: "a text, {\"env\": \"NAME\"} or {\"file\": \"path\"}"
        case .secret: "a reference to a secret, {\"env\": \"NAME\"} or {\"file\": \"path\"}"
        case .list(let element): "a list, each of it \(element.expected)"
        case .members: "an object"
        case .queryValue: "a text, a number, true or false, a list of them, or a reference to a secret"
        case .fieldValue: "a text, or a reference to a secret"
        case .keyHash: "the Base64 of a SHA-256 hash, which has 44 characters"
        }
    }

    /// Whether what stands there may be shown when it is wrong.
    var isShown: Bool {
        switch self {
        case .open, .secret, .queryValue, .fieldValue: false
        case .list(let element), .members(let element, _): element.isShown
        default: true
        }
    }
}

extension Double {
    /// `1` for 1.0.
    var shortText: String { Int(exactly: self).map(String.init) ?? description }
}
