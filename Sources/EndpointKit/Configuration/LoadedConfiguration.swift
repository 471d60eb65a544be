/// Where a configuration was loaded from, and what it was then.
final class LoadedConfiguration: Sendable {
    struct Source: Sendable {
        let file: URL
        let profile: String?
        let environment: [String: String]
    }
    let source: Source
    let layers: ConfigurationLayers
    let warnings: [ConfigurationProblem]
    let configuration: APIConfiguration

    init(source: Source, layers: ConfigurationLayers, warnings: [ConfigurationProblem], configuration: APIConfiguration) {
        self.source = source
        self.layers = layers
        self.warnings = warnings
        self.configuration = configuration
    }
}

extension LoadedConfiguration: CustomReflectable {
    /// Nothing: the environment is full of secrets.
    var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
