internal import CommandLineProgram
internal import EndpointKit
internal import MarvelAPI
internal import MarvelGateway

/// The service to call: the one that a file or the environment names, or the local gateway of this process.
enum Service {
    case configured(APIConfiguration)
    /// The local gateway, with the other settings from a file.
    case local(Keys, APIConfiguration)

    init(_ settings: SettingsFile, of marvel: Marvel) throws {
        let address = try Self.address(marvel.environment)
        guard let file = marvel.url(of: settings) else {
            if let profile = settings.profile {
                throw Failure(.configuration, "There is no settings file, so no profile \"\(profile)\". Name a file with --config.")
            }
            self = try Self(marvel.environment, address)
            return
        }
        do {
            var configuration = try marvel.load(file, profile: settings.profile)
            configuration.baseURL = address ?? configuration.baseURL
            self = .configured(configuration)
        } catch let error as APIError where settings.isUnnamed && error.lacksOnlyKeys && !marvel.choosesByVariable {
            // The file was found by default, and only the keys are missing.
            guard case .local(let keys, _) = try Self(marvel.environment, address) else { throw error }
            self = .local(keys, try marvel.load(file, profile: nil, environment: keys.added(to: marvel.environment)))
        }
    }

    /// The service without a settings file.
    private init(_ environment: [String: String], _ address: URL?) throws {
        switch (try Keys(environment: environment), address) {
        case (nil, nil):
            let keys = Keys.madeUp()
            self = .local(keys, Self.configuration(keys, MarvelConfiguration.gateway))
        case (nil, _?):
            throw Failure(
                .configuration,
                "MARVEL_BASE_URL is set, but no keys are. Set MARVEL_PUBLIC_KEY and MARVEL_PRIVATE_KEY, or none to use the local gateway.")
        case (let keys?, let address): self = .configured(Self.configuration(keys, address ?? MarvelConfiguration.gateway))
        }
    }
}

extension Service {
    private static func configuration(_ keys: Keys, _ url: URL) -> APIConfiguration {
        let settings = MarvelConfiguration(
            publicKey: keys.publicKey, privateKey: keys.privateKey, baseURL: url, appVersion: Marvel.version)
        var configuration = APIConfiguration(
            baseURL: settings.baseURL, basePath: settings.basePath, requestTimeout: settings.requestTimeout,
            appVersion: settings.appVersion, authentication: settings.authentication, policies: settings.policies)
        configuration.useProgramDefaults()
        return configuration
    }

    /// The URL that the environment names in place of the settings' own.
    static func address(_ environment: [String: String]) throws -> URL? {
        guard let text = environment["MARVEL_BASE_URL"], !text.isEmpty else { return nil }
        guard let url = URL(string: text), isUsable(url) else {
            throw Failure(
                .configuration,
                "MARVEL_BASE_URL is \"\(text)\", and must be a URL such as https://gateway.marvel.com. Correct it, or unset it.")
        }
        return url
    }

    private static func isUsable(_ url: URL) -> Bool {
        guard let scheme = Origin.Scheme(rawValue: url.scheme?.lowercased() ?? ""), url.user == nil else { return false }
        let host = url.host() ?? ""
        // URL returns an IPv6 address without brackets.
        return Origin(scheme: scheme, host: host.contains(":") ? "[\(host)]" : host, port: url.port) != nil
    }

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
    /// Whether the environment names a service, which the local gateway must not replace.
    fileprivate var choosesByVariable: Bool {
        ["ENDPOINTKIT_PROFILE", "ENDPOINTKIT_BASE_URL"].contains { environment[$0]?.isEmpty == false }
    }

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
