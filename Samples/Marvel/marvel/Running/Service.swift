internal import CommandLineProgram
internal import EndpointKit
internal import EndpointKitTesting
internal import MarvelAPI
internal import MarvelGateway

/// The service to call: the one in the settings, or a local gateway in this process.
enum Service {
    case configured(APIConfiguration)
    /// The local gateway, with the other settings from a file.
    case local(Keys, APIConfiguration)

    init(_ settings: NamedSettings, isLocal: Bool, isReplayed: Bool, of marvel: Marvel) throws {
        func local() throws -> Service {
            let keys = Keys.madeUp()
            return .local(keys, try marvel.load(settings, environment: keys.added(to: marvel.environment)))
        }
        if isLocal {
            self = try local()
            return
        }
        do {
            self = .configured(try marvel.load(settings))
        } catch let error as APIError where isReplayed && error.lacksOnlyVariables {
            // A recording doesn't depend on the keys that sign a request.
            let missing = error.configurationProblems.compactMap(\.missingVariable)
            self = .configured(
                try marvel.load(settings, environment: marvel.environment.merging(missing.map { ($0, "replayed") }) { $1 }))
        } catch let error as APIError where error.lacksOnlyKeys {
            let service = try local()
            // A service that the user names is never replaced.
            guard case .local(_, let settings) = service, settings.baseURL == MarvelConfiguration.gateway,
                try Keys(environment: marvel.environment) == nil
            else { throw error }
            self = service
        }
    }
}

extension Service {
    /// The URL without a trailing slash.
    static func text(of url: URL) -> String {
        let text = url.absoluteString
        return text.hasSuffix("/") ? String(text.unicodeScalars.dropLast()) : text
    }
}

extension APIError {
    /// Whether the only problem of the settings is that referenced variables aren't set.
    fileprivate var lacksOnlyVariables: Bool {
        !configurationProblems.isEmpty && configurationProblems.allSatisfy { $0.missingVariable != nil }
    }

    /// Whether the only problem of the settings is the missing keys.
    fileprivate var lacksOnlyKeys: Bool {
        !configurationProblems.isEmpty
            && configurationProblems.allSatisfy { $0.missingVariable.map(Keys.variables.contains) == true }
    }
}

extension Marvel {
    /// Calls `body` with a client for the service, and its settings. A local gateway runs until `body` returns.
    func withClient<Result>(
        _ arguments: Arguments, _ body: (MarvelClient, APIConfiguration) async throws -> Result
    ) async throws -> Result {
        // Responses of a local gateway are never stored.
        try arguments.checkOnlyOne(of: "local", "offline")
        let (calls, settings) = (try CallOptions(arguments), try named(by: arguments))
        let isLocal = arguments.has("local")
        var gateway: MarvelGateway?
        defer { gateway?.stop() }
        var configuration: APIConfiguration
        switch try Service(settings, isLocal: isLocal, isReplayed: calls.isReplayed, of: self) {
        case .configured(let configured): configuration = configured
        case .local(_, let local) where !calls.isLive && !isLocal: configuration = local
        case .local(let keys, let local):
            let started = try MarvelGateway.start(keys)
            gateway = started
            configuration = Self.settings(local, for: started, keys)
            report(started, isAskedFor: isLocal)
        }
        try checkAuthentication(of: configuration)
        return try await calls.run(configuration, in: folder, console) { configuration, transport, observers in
            let client = MarvelClient(configuration: configuration, transport: transport, observers: observers, clock: clock)
            let result = try await body(client, configuration)
            await client.shutDown(gracePeriod: CallOptions.gracePeriod)
            return result
        }
    }

    /// If the gateway wasn't requested and another program reads the data, the message is written even with `--quiet`.
    private func report(_ gateway: MarvelGateway, isAskedFor: Bool) {
        let address = Service.text(of: gateway.url)
        if isAskedFor {
            console.note("marvel: using a local gateway at \(address); its data is made up.")
        } else if console.isTerminal {
            console.note("marvel: no keys are set; using a local gateway with made-up data at \(address).")
        } else {
            console.report(
                "marvel: no keys are set; using a local gateway at \(address). Its data is made up, not Marvel's. "
                    + "Set MARVEL_PUBLIC_KEY and MARVEL_PRIVATE_KEY, or use --local.")
        }
    }

    private static func settings(_ settings: APIConfiguration, for gateway: MarvelGateway, _ keys: Keys) -> APIConfiguration {
        let local = MarvelConfiguration(publicKey: keys.publicKey, privateKey: keys.privateKey, baseURL: gateway.url)
        var configuration = settings
        configuration.baseURL = local.baseURL
        configuration.basePath = local.basePath
        configuration.authentication = local.authentication
        configuration.policies.connection.proxy = .direct
        configuration.policies.connection.unixSocket = nil
        // Responses, cookies and call counts from the service don't apply to the gateway.
        configuration.policies.cache = nil
        configuration.policies.cookies = nil
        configuration.policies.quota = nil
        return configuration
    }
}

extension MarvelGateway {
    static func start(
        _ keys: Keys, port: UInt16 = 0, quota: Int = 3000, faults: Faults = Faults(), log: (@Sendable (AccessRecord) -> Void)? = nil
    ) throws -> MarvelGateway {
        do {
            return try MarvelGateway(
                port: port, publicKey: keys.publicKey, privateKey: keys.privateKey, dailyQuota: quota, faults: faults, log: log)
        } catch {
            throw Failure(.network, "The local gateway could not start: \(error).")
        }
    }
}
