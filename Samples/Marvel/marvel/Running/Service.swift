internal import CommandLineProgram
internal import EndpointKit
internal import EndpointKitTesting
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
        } catch let error as APIError where settings.traffic.isReplayed && error.lacksOnlyVariables {
            // What signs a request doesn't count in a recording.
            let missing = error.configurationProblems.compactMap(\.missingVariable)
            self = .configured(
                try marvel.load(settings, environment: marvel.environment.merging(missing.map { ($0, "replayed") }) { $1 }))
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
    /// Whether variables that a setting names, and that aren't set, are the only problem of the settings.
    fileprivate var lacksOnlyVariables: Bool {
        !configurationProblems.isEmpty && configurationProblems.allSatisfy { $0.missingVariable != nil }
    }

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
        let cassette = try settings.traffic.cassette(in: folder)
        let gateway: MarvelGateway?
        var configuration: APIConfiguration
        switch try Service(settings, of: self) {
        case .configured(let configured):
            // A replay sends no secret anywhere.
            if !settings.traffic.isReplayed { try checkTrust(settings, configured) }
            (gateway, configuration) = (nil, configured)
        case .local(let keys, let local):
            (gateway, configuration) = try startGateway(keys, local)
        }
        defer { gateway?.stop() }
        configuration.policies.log = settings.log ?? configuration.policies.log
        let outcome = await Self.outcome {
            try await body(CharactersClient(configuration: configuration, transport: cassette, clock: clock), configuration)
        }
        try save(cassette, after: outcome)
        return try outcome.get()
    }

    /// Writes a recording of a run that ended with an answer of the service. After any other failure the file stays as it was.
    private func save<Value>(_ cassette: CassetteTransport?, after outcome: Swift.Result<Value, any Error>) throws {
        switch outcome {
        case .failure(let error) where (error as? APIError)?.response == nil:
            if cassette?.mode == .record { console.report("marvel: nothing is recorded, because no answer came.") }
        default: try cassette?.save()
        }
    }

    private static func outcome<Value>(_ body: () async throws -> Value) async -> Swift.Result<Value, any Error> {
        do { return .success(try await body()) } catch { return .failure(error) }
    }

    private func startGateway(_ keys: Keys, _ settings: APIConfiguration) throws -> (MarvelGateway, APIConfiguration) {
        let gateway = try MarvelGateway.start(port: 0, keys: keys)
        console.report("marvel: no keys are set; using a local gateway with made-up keys at \(Service.text(of: gateway.url)).")
        let local = MarvelConfiguration(publicKey: keys.publicKey, privateKey: keys.privateKey, baseURL: gateway.url)
        var configuration = settings
        configuration.baseURL = local.baseURL
        configuration.basePath = local.basePath
        configuration.authentication = local.authentication
        configuration.policies.proxy = .direct
        configuration.policies.unixSocket = nil
        return (gateway, configuration)
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
