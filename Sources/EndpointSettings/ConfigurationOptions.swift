/// Options for loading a configuration: the prefix of its variables, and the program's own settings.
///
///     var options = ConfigurationOptions(variablePrefix: "HEROES_")
///     options.defaults = #"{ "requestTimeout": "10s" }"#
///     let configuration = try APIConfiguration(contentsOf: file, options: options)
public struct ConfigurationOptions: Sendable {
    /// The prefix of the environment variables that set keys. With `HEROES_`, the variable for `requestTimeout` is `HEROES_REQUEST_TIMEOUT`.
    /// The default is `ENDPOINTKIT_`, so all configurations of a process that have no prefix of their own read the same variables. Such a
    /// variable doesn't replace a secret that a configuration names itself: it is ignored, and causes a warning.
    public var variablePrefix: String
    /// The program's own settings, as the text of a settings file. They form the layer below the file. They can't extend another file, and
    /// their paths are relative to the working directory. nil, the default, means none.
    public var defaults: String?
    /// Looks up values elsewhere, for example in a configuration service. It returns a key's value as it would be written in an environment
    /// variable, or nil for none. An empty value counts as none. If it throws, the error is reported as a problem with that key. The values
    /// form the layer below the environment and above the files, and their origin is ``ConfigurationOrigin/code``. nil, the default, means no
    /// lookup.
    public var lookup: (@Sendable (_ key: Key) throws -> String?)?

    /// A key to look up.
    public struct Key: Hashable, Sendable {
        /// The name, such as `retry.maxAttempts`.
        public var name: String
        /// Whether the value is `true` or `false`.
        public var isBoolean: Bool
        /// Whether the value may be a secret, or contain one. Don't log it.
        public var mayBeSecret: Bool

        /// Creates a key for testing a lookup.
        public init(_ name: String, isBoolean: Bool, mayBeSecret: Bool) {
            self.name = name
            self.isBoolean = isBoolean
            self.mayBeSecret = mayBeSecret
        }
    }
    /// The keys of the application's own settings.
    private(set) var app: [ConfigurationKey] = []

    /// Options with a prefix for the environment variables, which ends in an underscore by convention.
    public init(variablePrefix: String = "ENDPOINTKIT_") { self.variablePrefix = variablePrefix }

    /// Returns options that declare the application's own settings in the section `app`. Other names in the section then cause errors.
    /// Without any declaration, the section is ignored.
    public func declaring<each Value>(_ settings: repeat AppSetting<each Value>) -> ConfigurationOptions {
        var options = self
        repeat options.app.append((each settings).key)
        // The settings in one nested object must be adjacent.
        options.app.sort { $0.name < $1.name }
        return options
    }

    /// Declarations that would replace one another.
    var problems: [ConfigurationProblem] {
        if app.isEmpty { return [] }
        var taken = Dictionary(ConfigurationKey.all.map { ($0.variable, $0.name) }, uniquingKeysWith: { first, _ in first })
        return app.compactMap { key in
            guard let other = taken.updateValue(key.name, forKey: key.variable) else { return nil }
            return ConfigurationProblem(
                origin: .code, key: key.name,
                message: "expected a name with its own environment variable, found \(variablePrefix)\(key.variable), "
                    + "which belongs to \"\(other)\"")
        }
    }
}

extension ConfigurationOptions: CustomReflectable {
    /// Omits the defaults, which may contain secrets.
    public var customMirror: Mirror {
        Mirror(self, children: ["variablePrefix": variablePrefix], displayStyle: .struct)
    }
}
