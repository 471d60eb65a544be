/// One setting that a file may contain. The loader, the schema, the documentation and the names of the environment variables are all derived
/// from these keys, so they agree.
package struct ConfigurationKey: Sendable {
    /// The name, such as `retry.maxAttempts`.
    package let name: String
    package let kind: ConfigurationKind
    /// The summary for the schema and the documentation, with a full stop.
    package let summary: String
    /// Read and write the setting; nil for a key that sets it only together with other keys.
    let accessors: Accessors?
    /// The name of the object that contains the key, if the value may be written instead of the object; nil otherwise.
    private(set) var shortName: String?
    /// The secrets that are sent to the receiver that this value names, each by its name or by a prefix up to a dot. A layer that replaces
    /// the value removes the secrets of lower layers.
    private(set) var secrets: [String] = []
    /// Whether a secret in the value is only for the base URL's server.
    private(set) var isForServer = false

    /// Whether the value determines who receives secrets.
    var decidesReceiver: Bool { !secrets.isEmpty || name == Self.baseURL.name }

    struct Accessors: Sendable {
        /// Sets a value. `member` is the member's name if the key has members.
        let set: @Sendable (inout APIConfiguration, ConfigurationValue, _ member: String) -> Void
        /// Returns the value as it would be written in a file; nil if there is none.
        let get: @Sendable (APIConfiguration) -> JSON?
    }

    /// The environment variable without its prefix, such as `RETRY_MAX_ATTEMPTS`.
    package var variable: String { Self.variable(of: name) }
    /// A shorter name, which is used if the variable itself isn't set; nil if there is none.
    package var shortVariable: String? { shortName.map(Self.variable) }

    /// Whether a value may be a secret, or contain one, because it isn't known to be harmless.
    var mayBeSecret: Bool { kind.mayBeSecret(isApp: isApp) }

    // Works on bytes for speed, because names are ASCII, and each load with variables needs the names for all keys.
    private static func variable(of name: String) -> String {
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

    /// The default value, from a new configuration; nil if there is none.
    package var defaultValue: JSON? { accessors?.get(APIConfiguration(baseURL: URL(filePath: "/"))) }
}

extension ConfigurationKey {
    static let appPrefix = "app."
    var isApp: Bool { name.hasPrefix(Self.appPrefix) }

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

    static func statuses(_ name: String, _ path: Property<Set<HTTPStatus>>, _ summary: String) -> ConfigurationKey {
        ConfigurationKey(
            name, .list(of: .integer(100...599)), path, summary,
            from: { Set(($0.list ?? []).compactMap(\.integer).map(HTTPStatus.init(rawValue:))) },
            to: { .array($0.sorted().map { JSON($0.rawValue) }) })
    }

    static func choice<Choice: RawRepresentable & Sendable>(
        _ name: String, _ choices: [Choice], _ path: Property<Choice>, _ summary: String
    ) -> ConfigurationKey where Choice.RawValue == String {
        ConfigurationKey(
            name, .choice(choices.map(\.rawValue)), path, summary, from: { $0.text.flatMap(Choice.init) }, to: { JSON($0.rawValue) })
    }

    /// The same key, whose value may also be written instead of the whole object.
    func replacing(object name: String) -> ConfigurationKey {
        var key = self
        key.shortName = name
        return key
    }

    /// The same key, with a value that determines who receives these secrets.
    func deciding(whoGets secrets: String...) -> ConfigurationKey {
        var key = self
        key.secrets = secrets
        return key
    }

    /// The same key in another object.
    func moved(from prefix: String, to other: String) -> ConfigurationKey {
        func moved(_ name: String) -> String { other + name.trimmingPrefix(prefix) }
        var key = ConfigurationKey(name: moved(name), kind: kind, summary: summary, accessors: accessors)
        key.secrets = secrets.map(moved)
        key.isForServer = isForServer
        return key
    }

    /// The same key, with secrets that are only for the base URL's server.
    func forServer() -> ConfigurationKey {
        var key = self
        key.isForServer = true
        return key
    }

    /// A key with its own accessors.
    static func other(
        _ name: String, _ kind: ConfigurationKind, _ summary: String, get: @escaping @Sendable (APIConfiguration) -> JSON?,
        set: @escaping @Sendable (inout APIConfiguration, ConfigurationValue, _ member: String) -> Void
    ) -> ConfigurationKey {
        ConfigurationKey(name: name, kind: kind, summary: summary, accessors: Accessors(set: set, get: get))
    }
}
