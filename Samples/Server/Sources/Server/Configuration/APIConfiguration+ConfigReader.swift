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
    /// environment variables of EndpointKit: durations and sizes with their unit, such as `30s` and `64MB`; the objects `query`, `headers` and
    /// `tls.pinnedKeys` as JSON text, because a reader can't list the names in an object. Values that may be or contain a secret are read as
    /// secrets, so that access reporters don't show them: `authentication`, `query`, `headers`, strings and URLs.
    ///
    /// Throws an ``EndpointKit/APIError`` with the code `configuration` and all problems, including values of other types and errors from
    /// providers. ``EndpointKit/APIConfiguration/reload()`` reads the values again.
    ///
    /// - Parameter options: declares the program's own settings, which are below `app`. Its `lookup` is replaced.
    public init(reader: ConfigReader, options: ConfigurationOptions = ConfigurationOptions()) throws {
        var options = options
        options.lookup = { try reader.text(forKey: $0) }
        // The reader has a provider for the environment, if the program wants that.
        try self.init(contentsOf: nil, environment: [:], options: options)
    }
}

extension ConfigReader {
    /// The value in the form of an environment variable; nil if no provider has one.
    ///
    /// A typed provider, such as the one for JSON, returns a value only as its own type, except that it also returns numbers as booleans and
    /// booleans as numbers. Throws the provider's error if there is a value, but its type is none of these.
    fileprivate func text(forKey key: ConfigurationOptions.Key) throws -> String? {
        let (name, isSecret) = (ConfigKey(key.name), key.mayBeSecret)
        let boolean = { "\(try requiredBool(forKey: name, isSecret: isSecret))" }
        var reads: [() throws -> String] = [
            { try requiredString(forKey: name, isSecret: isSecret) },
            { "\(try requiredInt(forKey: name, isSecret: isSecret))" },
            { "\(try requiredDouble(forKey: name, isSecret: isSecret))" },
            { try Self.json(requiredStringArray(forKey: name, isSecret: isSecret)) },
            { try Self.json(requiredIntArray(forKey: name, isSecret: isSecret)) },
        ]
        reads.insert(boolean, at: key.isBoolean ? 1 : 3)
        var mismatch: (any Error)?
        for read in reads {
            do { return try read() } catch {
                if Self.name(of: error) == Self.absence { return nil }
                mismatch = mismatch ?? error
            }
        }
        if let mismatch { throw mismatch }
        return nil
    }

    private static func json(_ list: some Encodable) throws -> String { String(decoding: try JSONEncoder().encode(list), as: UTF8.self) }

    /// The name of the error that is thrown for a key without a value. The error's type isn't public, so the name comes from a reader without values.
    private static let absence: String? = {
        do {
            _ = try ConfigReader(provider: InMemoryProvider(values: [:])).requiredInt(forKey: "none")
            return nil
        } catch {
            return name(of: error)
        }
    }()

    private static func name(of error: any Error) -> String {
        "\(type(of: error)).\(Mirror(reflecting: error).children.first?.label ?? "")"
    }
}
