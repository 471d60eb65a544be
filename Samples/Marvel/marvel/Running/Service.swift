internal import EndpointKit
internal import MarvelAPI
internal import MarvelGateway

/// Whom to ask: the service the environment names, or the gateway of this process.
enum Service {
    case configured(Keys, URL)
    case local

    init(environment: [String: String]) throws {
        let base = environment["MARVEL_BASE_URL"].flatMap { $0.isEmpty ? nil : $0 }
        let keys = try Keys(environment: environment)
        switch (keys, base) {
        case (nil, nil): self = .local
        case (nil, _?):
            throw Failure(
                .configuration,
                "MARVEL_BASE_URL is set, but no keys are. Set MARVEL_PUBLIC_KEY and MARVEL_PRIVATE_KEY, or none to use the local gateway.")
        case (let keys?, nil): self = .configured(keys, MarvelConfiguration.gateway)
        case (let keys?, let base?):
            guard let url = URL(string: base), Self.isUsable(url) else {
                throw Failure(
                    .configuration,
                    "MARVEL_BASE_URL is \"\(base)\", and must be an address such as https://gateway.marvel.com. Correct it, or leave it out."
                )
            }
            self = .configured(keys, url)
        }
    }

    private static func isUsable(_ url: URL) -> Bool {
        guard let scheme = Origin.Scheme(rawValue: url.scheme?.lowercased() ?? ""), url.user == nil else { return false }
        let host = url.host() ?? ""
        // A URL gives an IPv6 address without its brackets.
        return Origin(scheme: scheme, host: host.contains(":") ? "[\(host)]" : host, port: url.port) != nil
    }

    /// Without a slash at its end.
    static func text(of url: URL) -> String {
        let text = url.absoluteString
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}

extension Marvel {
    /// Calls `body` with a client of whom the environment names; a local gateway lives until it returns.
    func withClient<Result>(_ body: (CharactersClient) async throws -> Result) async throws -> Result {
        switch try Service(environment: environment) {
        case .configured(let keys, let url): return try await body(client(keys, url))
        case .local:
            let keys = Keys.madeUp()
            let gateway = try MarvelGateway.start(port: 0, keys: keys)
            defer { gateway.stop() }
            console.report("marvel: no keys are set, so a local gateway with made-up keys answers, at \(Service.text(of: gateway.url)).")
            return try await body(client(keys, gateway.url))
        }
    }

    private func client(_ keys: Keys, _ url: URL) -> CharactersClient {
        CharactersClient(
            configuration: MarvelConfiguration(
                publicKey: keys.publicKey, privateKey: keys.privateKey, baseURL: url, appVersion: Self.version, policies: Self.policies),
            clock: clock)
    }

    /// Somebody waits for the output: silence isn't waited out a second time, nor a server that wants to be left alone for long.
    private static var policies: ClientPolicies {
        var policies = ClientPolicies.standard
        policies.retry.failures.remove(.timeout)
        policies.retry.longestRetryAfter = .seconds(2)
        return policies
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
