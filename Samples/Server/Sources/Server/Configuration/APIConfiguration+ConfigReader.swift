public import Configuration
public import EndpointKit
import Foundation

extension APIConfiguration {
    /// Loads settings with swift-configuration.
    ///
    ///     let reader = ConfigReader(provider: EnvironmentVariablesProvider())
    ///     let configuration = try APIConfiguration(reader: reader.scoped(to: "catalog"))
    ///
    /// The keys are those of EndpointKit's settings files, below the reader's scope: `catalog.baseURL`,
    /// `catalog.retry.maxAttempts`, in the environment `CATALOG_BASE_URL` and `CATALOG_RETRY_MAX_ATTEMPTS`. Values are written as in
    /// environment variables of EndpointKit: durations and sizes with their unit, as `30s` and `64MB`; the objects `query` and `headers` as
    /// JSON text. Authentication, `query` and `headers` are read as secrets, so no access reporter gets them.
    ///
    /// Throws an ``EndpointKit/APIError`` of code `configuration` with all problems. ``EndpointKit/APIConfiguration/reload()`` reads again.
    ///
    /// - Parameter options: declares the program's own settings, which are below `app`. A `lookup` in it is replaced.
    public init(reader: ConfigReader, options: ConfigurationOptions = ConfigurationOptions()) throws {
        var options = options
        options.lookup = { key, mayBeSecret in reader.text(forKey: ConfigKey(key), isSecret: mayBeSecret) }
        // The reader has a provider for the environment, if the program wants that.
        try self.init(contentsOf: nil, environment: [:], options: options)
    }
}

extension ConfigReader {
    /// The value as an environment variable has it. A provider with types, such as that for JSON, gives a value only as its own type.
    fileprivate func text(forKey key: ConfigKey, isSecret: Bool) -> String? {
        if let text = string(forKey: key, isSecret: isSecret) { return text }
        if let number = int(forKey: key, isSecret: isSecret) { return "\(number)" }
        if let number = double(forKey: key, isSecret: isSecret) { return "\(number)" }
        if let isTrue = bool(forKey: key, isSecret: isSecret) { return "\(isTrue)" }
        if let texts = stringArray(forKey: key, isSecret: isSecret) { return Self.json(texts) }
        return intArray(forKey: key, isSecret: isSecret).flatMap(Self.json)
    }

    private static func json(_ list: some Encodable) -> String? {
        (try? JSONEncoder().encode(list)).map { String(decoding: $0, as: UTF8.self) }
    }
}
