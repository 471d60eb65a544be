/// One setting that a file may hold. What the loader accepts, the schema, the documentation and the names of the environment variables
/// are all made of these, so that none of them can say something else.
struct ConfigurationKey: Sendable {
    /// `retry.maxAttempts`.
    let name: String
    let kind: ConfigurationKind
    /// For the schema and the documentation, with its full stop.
    let summary: String
    /// Where it is a setting by itself; what makes one only together with others has none.
    let accessors: Accessors?

    struct Accessors: Sendable {
        /// The value of a member of that name, where the key has members.
        let set: @Sendable (inout APIConfiguration, ConfigurationValue, _ member: String) -> Void
        /// As it would stand in a file; nil for none.
        let get: @Sendable (APIConfiguration) -> JSON?
    }

    /// `ENDPOINTKIT_RETRY_MAX_ATTEMPTS`.
    var variable: String { Self.variablePrefix + Self.variableName(name) }

    static let variablePrefix = "ENDPOINTKIT_"

    // By bytes, as names are ASCII: every load that an environment has a say in asks for all of them.
    private static func variableName(_ name: String) -> String {
        var text: [UInt8] = []
        var wasLower = false
        for byte in name.utf8 {
            let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            if isUpper, wasLower { text.append(UInt8(ascii: "_")) }
            wasLower = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            text.append(byte == UInt8(ascii: ".") ? UInt8(ascii: "_") : wasLower ? byte & ~0x20 : byte)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// What holds where nothing is said: as a new configuration has it, so nil for none.
    var defaultValue: JSON? { accessors?.get(APIConfiguration(baseURL: URL(filePath: "/"))) }
}

extension ConfigurationKey {
    typealias Property<Value> = any WritableKeyPath<APIConfiguration, Value> & Sendable

    /// A key whose value is one property.
    private init<Value>(
        _ name: String, _ kind: ConfigurationKind, _ path: Property<Value>, _ summary: String,
        from: @escaping @Sendable (ConfigurationValue) -> Value?, to: @escaping @Sendable (Value) -> JSON?
    ) {
        self.init(
            name: name, kind: kind, summary: summary,
            accessors: Accessors(
                set: { configuration, value, _ in
                    if let value = from(value) { configuration[keyPath: path] = value }
                },
                get: { to($0[keyPath: path]) }))
    }

    static func part(_ name: String, _ kind: ConfigurationKind, _ summary: String) -> ConfigurationKey {
        ConfigurationKey(name: name, kind: kind, summary: summary, accessors: nil)
    }

    static func bool(_ name: String, _ path: Property<Bool>, _ summary: String) -> ConfigurationKey {
        ConfigurationKey(name, .bool, path, summary, from: \.bool, to: { JSON($0) })
    }

    static func text(_ name: String, _ path: Property<String>, _ summary: String) -> ConfigurationKey {
        ConfigurationKey(name, .text, path, summary, from: \.text, to: { JSON($0) })
    }

    static func integer(_ name: String, _ range: ClosedRange<Int>, _ path: Property<Int>, _ summary: String) -> ConfigurationKey {
        ConfigurationKey(name, .integer(range), path, summary, from: \.integer, to: { JSON($0) })
    }

    static func integer(_ name: String, _ range: ClosedRange<Int>, _ path: Property<Int?>, _ summary: String) -> ConfigurationKey {
        ConfigurationKey(name, .integer(range), path, summary, from: { $0.integer }, to: { $0.map { JSON($0) } })
    }

    static func number(_ name: String, _ range: ClosedRange<Double>, _ path: Property<Double>, _ summary: String) -> ConfigurationKey {
        ConfigurationKey(
            name, .number(range), path, summary, from: \.number, to: { number in Int(exactly: number).map { JSON($0) } ?? JSON(number) })
    }

    static func duration(
        _ name: String, isPositive: Bool = true, _ path: Property<Duration>, _ summary: String
    ) -> ConfigurationKey {
        ConfigurationKey(
            name, .duration(isPositive: isPositive), path, summary, from: \.duration, to: { JSON($0.configurationText) })
    }

    static func duration(_ name: String, _ path: Property<Duration?>, _ summary: String) -> ConfigurationKey {
        ConfigurationKey(
            name, .duration(isPositive: true), path, summary, from: { $0.duration }, to: { $0.map { JSON($0.configurationText) } })
    }

    static func byteCount(_ name: String, _ path: Property<Int>, _ summary: String) -> ConfigurationKey {
        ConfigurationKey(name, .byteCount, path, summary, from: \.integer, to: { JSON(ByteCount(bytes: $0).description) })
    }

    static func choice<Choice: RawRepresentable & Sendable>(
        _ name: String, _ choices: [Choice], _ path: Property<Choice>, _ summary: String
    ) -> ConfigurationKey where Choice.RawValue == String {
        ConfigurationKey(
            name, .choice(choices.map(\.rawValue)), path, summary, from: { $0.text.flatMap(Choice.init) }, to: { JSON($0.rawValue) })
    }

    /// A key whose value is made and shown in its own way.
    static func other(
        _ name: String, _ kind: ConfigurationKind, _ summary: String, get: @escaping @Sendable (APIConfiguration) -> JSON?,
        set: @escaping @Sendable (inout APIConfiguration, ConfigurationValue, _ member: String) -> Void
    ) -> ConfigurationKey {
        ConfigurationKey(name: name, kind: kind, summary: summary, accessors: Accessors(set: set, get: get))
    }
}

/// An object in a settings file: the keys that begin with its name.
struct ConfigurationGroup: Sendable {
    /// `tls.clientCertificate`; empty for the whole file.
    let name: String
    /// By the name each has inside.
    private(set) var keys: [(name: String, key: ConfigurationKey)] = []
    private(set) var groups: [(name: String, group: ConfigurationGroup)] = []

    static let root = ConfigurationGroup(name: "", of: ConfigurationKey.all[...])

    /// Takes those of `keys`, which stand together.
    private init(name: String, of keys: ArraySlice<ConfigurationKey>) {
        self.name = name
        let depth = name.isEmpty ? 0 : name.utf8.count + 1
        var rest = keys
        while let key = rest.first {
            let inside = key.name.utf8.dropFirst(depth)
            guard let dot = inside.firstIndex(of: UInt8(ascii: ".")) else {
                self.keys.append((String(Substring(inside)), key))
                rest.removeFirst()
                continue
            }
            let group = String(key.name[..<dot])
            let members = rest.prefix { $0.name.hasPrefix(group + ".") }
            groups.append((String(Substring(inside[..<dot])), ConfigurationGroup(name: group, of: members)))
            rest = rest.dropFirst(members.count)
        }
    }

    /// What a value that is no object stands for.
    var shorthand: ConfigurationKey? { name == "proxy" ? .proxyURL : nil }

    /// For the schema, with its full stop.
    var summary: String {
        switch name {
        case "authentication": "Who this client is. It is shown to the base URL's origin only, by the endpoints that ask for it."
        case "retry": "Which failures are worth another attempt, how many there may be, and how long is waited between them."
        case "redirects": "How far a call goes after redirects."
        case "limits": "What bounds the client's calls."
        case "tls": "How far a server is trusted."
        case "tls.clientCertificate": "What this client shows of itself."
        case "proxy": "Whether requests go through a proxy."
        case "log": "What is logged."
        case "redaction": "What is hidden wherever a request is shown."
        default: ""
        }
    }
}
