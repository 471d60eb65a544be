/// Declares a value of the application in the section `app` of a settings file: its name and its type.
///
///     static let pageSize = AppSetting.integer("pageSize", in: 1...100)
///     static let reportingKey = AppSetting.secret("reportingKey")
///
/// Declare the setting in the options for loading, and read its value from the configuration:
///
///     let options = ConfigurationOptions(variablePrefix: "HEROES_").declaring(pageSize, reportingKey)
///     let configuration = try APIConfiguration(contentsOf: file, options: options)
///     let size = try configuration.value(of: pageSize) ?? 20
///
/// The file contains `"app": { "pageSize": 50, "reportingKey": { "env": "REPORTING_KEY" } }`. Profiles, the environment
/// (`HEROES_APP_PAGE_SIZE`) and null work as for other keys. An invalid value or an unknown name is reported as a problem when the file is
/// loaded. A dot in a name means a nested object.
public struct AppSetting<Value: Sendable>: Sendable {
    /// The name in the section, such as `pageSize`.
    public let name: String
    let kind: ConfigurationKind
    let read: @Sendable (ConfigurationValue) -> Value?

    private init(_ name: String, _ kind: ConfigurationKind, _ read: @escaping @Sendable (ConfigurationValue) -> Value?) {
        self.name = name
        self.kind = kind
        self.read = read
    }

    var key: ConfigurationKey { .part(ConfigurationKey.appPrefix + name, kind, "") }
}

extension AppSetting where Value == String {
    /// Any string. It is shown in ``APIConfiguration/settings`` unless its name is that of a secret.
    public static func text(_ name: String) -> Self { Self(name, .text, \.text) }
}

extension AppSetting where Value == [String] {
    /// A list of strings.
    public static func texts(_ name: String) -> Self { Self(name, .list(of: .text)) { $0.list?.compactMap(\.text) } }
}

extension AppSetting where Value == Int {
    /// A whole number.
    public static func integer(_ name: String, in range: ClosedRange<Int> = 0...1_000_000_000) -> Self {
        Self(name, .integer(range), \.integer)
    }

    /// A size above zero in bytes, written with its unit, such as `64KB`.
    public static func size(_ name: String) -> Self { Self(name, .byteCount, \.integer) }
}

extension AppSetting where Value == Double {
    /// A number.
    public static func number(_ name: String, in range: ClosedRange<Double>) -> Self { Self(name, .number(range), \.number) }
}

extension AppSetting where Value == Bool {
    /// `true` or `false`.
    public static func bool(_ name: String) -> Self { Self(name, .bool, \.bool) }
}

extension AppSetting where Value == Duration {
    /// A duration with its unit, such as `30s`. Zero is allowed.
    public static func duration(_ name: String) -> Self { Self(name, .duration(isPositive: false), \.duration) }
}

extension AppSetting where Value == URL {
    /// An http or https URL.
    public static func url(_ name: String) -> Self { Self(name, .url, \.url) }
    /// The path of a file, relative to the settings file. The file need not exist.
    public static func file(_ name: String) -> Self { Self(name, .file) { $0.text.map { URL(filePath: $0) } } }
}

extension AppSetting where Value == Secret {
    /// A reference to a secret. A literal secret is an error, unless the file has `"allowsLiteralSecrets": true`.
    public static func secret(_ name: String) -> Self { Self(name, .secret, \.secret) }
}

extension AppSetting where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of the cases of an enum, by its raw value.
    public static func choice(_ name: String, of type: Value.Type = Value.self) -> Self {
        Self(name, .choice(type.allCases.map(\.rawValue))) { $0.text.flatMap { Value(rawValue: $0) } }
    }
}

extension APIConfiguration {
    /// The value of the application's own setting; nil if no layer sets it, or if the configuration was created in code.
    ///
    /// Throws an ``APIError`` of code ``APIError/Code/configuration`` for a setting that the ``ConfigurationOptions`` don't declare.
    public func value<Value>(of setting: AppSetting<Value>) throws -> Value? {
        guard let loaded else { return nil }
        let name = setting.key.name
        guard loaded.source.options.app.contains(where: { $0.name == name }) else { throw Self.undeclared(name) }
        guard let value = loaded.app[name] else { return nil }
        // The setting may have been declared with another type.
        guard let read = setting.read(value) else { throw Self.undeclared(name) }
        return read
    }

    private static func undeclared(_ name: String) -> APIError {
        APIError(
            .configuration,
            "Could not read the setting \"\(name)\": it is not declared with this type. Pass it to ConfigurationOptions.declaring(_:).")
    }
}
