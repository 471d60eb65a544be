internal import CommandLineProgram
internal import EndpointKit
internal import MarvelAPI
internal import MarvelGateway

/// The service to call: the one that the settings name, or the local gateway of this process.
enum Service {
    case configured(APIConfiguration)
    /// The local gateway, with the other settings from a file.
    case local(Keys, APIConfiguration)

    init(_ settings: SettingsFile, of marvel: Marvel) throws {
        do {
            self = .configured(try marvel.load(settings))
        } catch let error as APIError where settings.isUnnamed && error.lacksOnlyKeys {
            // Nobody named a file, and only the keys are missing.
            guard try Keys(environment: marvel.environment) == nil, !marvel.isSet("MARVEL_PROFILE") else { throw error }
            if marvel.isSet("MARVEL_BASE_URL") {
                throw Failure(
                    .configuration,
                    "MARVEL_BASE_URL is set, but no keys are. Set MARVEL_PUBLIC_KEY and MARVEL_PRIVATE_KEY, or none to use the local gateway."
                )
            }
            let keys = Keys.madeUp()
            self = .local(keys, try marvel.load(settings, environment: keys.added(to: marvel.environment)))
        }
    }
}

extension Service {
    /// The URL without a slash at its end.
    static func text(of url: URL) -> String {
        let text = url.absoluteString
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}

extension APIError {
    /// Whether the missing keys are the only problem of the settings.
    fileprivate var lacksOnlyKeys: Bool {
        !configurationProblems.isEmpty
            && configurationProblems.allSatisfy { ["MARVEL_PUBLIC_KEY", "MARVEL_PRIVATE_KEY"].contains($0.missingVariable) }
    }
}

extension Marvel {
    fileprivate func isSet(_ variable: String) -> Bool { environment[variable]?.isEmpty == false }

    /// Calls `body` with a client for the service. A local gateway runs until `body` returns.
    func withClient<Result>(
        _ settings: SettingsFile, _ body: (CharactersClient) async throws -> Result
    ) async throws -> Result {
        try await withClient(settings) { client, _ in try await body(client) }
    }

    /// The same, with the settings of the client.
    func withClient<Result>(
        _ settings: SettingsFile, _ body: (CharactersClient, APIConfiguration) async throws -> Result
    ) async throws -> Result {
        switch try Service(settings, of: self) {
        case .configured(var configuration):
            try checkTrust(settings, configuration)
            configuration.policies.log = settings.log ?? configuration.policies.log
            return try await body(CharactersClient(configuration: configuration, clock: clock), configuration)
        case .local(let keys, var configuration):
            let gateway = try MarvelGateway.start(port: 0, keys: keys)
            defer { gateway.stop() }
            console.report("marvel: no keys are set; using a local gateway with made-up keys at \(Service.text(of: gateway.url)).")
            let local = MarvelConfiguration(publicKey: keys.publicKey, privateKey: keys.privateKey, baseURL: gateway.url)
            configuration.baseURL = local.baseURL
            configuration.basePath = local.basePath
            configuration.authentication = local.authentication
            configuration.policies.log = settings.log ?? configuration.policies.log
            configuration.policies.proxy = .direct
            configuration.policies.unixSocket = nil
            return try await body(CharactersClient(configuration: configuration, clock: clock), configuration)
        }
    }
}

extension MarvelGateway {
    static func start(port: UInt16, keys: Keys) throws -> MarvelGateway {
        do {
            return try MarvelGateway(port: port, publicKey: keys.publicKey, privateKey: keys.privateKey)
        } catch {
            throw Failure(.network, "The local gateway could not start: \(error).")
        }
    }
}
