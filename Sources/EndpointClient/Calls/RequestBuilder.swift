/// Builds a call's request from its endpoint and the configuration. Parts that all calls share are created once.
final class RequestBuilder: Sendable {
    /// The configuration's origin, and the values that must not leave it.
    let home: Home
    /// Why the base URL can't be used.
    private let fault: APIError?
    private let timeout: Duration
    private let policies: ClientPolicies
    private let own: Defaults
    /// The configuration's defaults that may go to other origins.
    private let foreign: Defaults
    /// The query items and fields that the configuration adds to every request.
    private final class Defaults: Sendable {
        let query: Query
        private let headers: HTTPHeaders
        // The fields with each of the two usual `Accept` values, created once so that calls share them.
        private let json: HTTPHeaders
        private let anything: HTTPHeaders

        init(query: Query, headers: HTTPHeaders) {
            self.query = query
            self.headers = headers
            json = Self.joined(headers, accept: "application/json")
            anything = Self.joined(headers, accept: "*/*")
        }

        func headers(accepting accept: String) -> HTTPHeaders {
            switch accept {
            case "*/*": anything
            case "application/json": json
            default: Self.joined(headers, accept: accept)
            }
        }

        private static func joined(_ headers: HTTPHeaders, accept: String) -> HTTPHeaders {
            var headers = headers
            headers.formUnion(["Accept": accept])
            headers.markValid()
            return headers
        }
    }

    init(configuration: any APIConfigurable) {
        timeout = configuration.requestTimeout
        policies = configuration.policies
        var headers = configuration.headers
        headers.formUnion(["User-Agent": Self.userAgent(appVersion: configuration.appVersion)])
        own = Defaults(query: configuration.query, headers: headers)

        var (address, fault): (Location?, String?)
        let text = configuration.baseURL.absoluteString
        switch Location.parse(text) {
        case .success(var location):
            location.path = location.path.appending(configuration.basePath)
            fault = (location.path.fault?.rawValue ?? location.query.fault ?? configuration.query.fault).map {
                "The configuration's base path or query can't be sent: \($0)."
            }
            if fault == nil, Self.exposesCredentials(of: configuration, to: location.origin, location.query) {
                fault = Self.exposed("The base URL \(policies.redaction.redact(urlText: text))")
            }
            if fault == nil { address = location }
        case .failure(let refusal):
            fault = "The base URL \"\(policies.redaction.redact(urlText: text))\" \(refusal.reason)."
        }
        var others: Set<Origin> = []
        for url in policies.otherOrigins {
            let shown = policies.redaction.redact(urlText: url.absoluteString)
            switch Location.parse(url.absoluteString) {
            case .success(let location):
                others.insert(location.origin)
                if Self.exposesCredentials(of: configuration, to: location.origin) {
                    fault = fault ?? Self.exposed("The other origin \(shown)")
                }
            case .failure(let refusal): fault = fault ?? "The other origin \"\(shown)\" \(refusal.reason)."
            }
        }
        self.fault = fault.map { APIError(.configuration, $0) }
        home = Home(
            fault == nil ? address : nil, and: others, query: configuration.query, headers: headers, policy: policies.redirects,
            redaction: policies.redaction)
        foreign = Defaults(query: [:], headers: home.headers.open)
    }

    private static func exposed(_ subject: String) -> String {
        "\(subject) is http on a remote host, where anyone on the network can read the credentials. Use https, or set "
            + "policies.allowsInsecureHTTP, which is \"allowsInsecureHTTP\": true in a settings file."
    }

    private static func exposesCredentials(of configuration: any APIConfigurable, to origin: Origin, _ query: Query = [:]) -> Bool {
        let policies = configuration.policies
        guard origin.scheme == .http, !origin.isLoopback, !policies.allowsInsecureHTTP, policies.connection.unixSocket == nil else {
            return false
        }
        let hidden = policies.redaction.secrets
        let isAnonymous = (configuration.authentication as? StaticAuthentication)?.isEmpty ?? (configuration.authentication == nil)
        return !isAnonymous || !configuration.credentials.isEmpty || configuration.headers.contains { hidden.hides($0.name) }
            || configuration.query.contains { hidden.hides(item: $0.name) } || query.contains { hidden.hides(item: $0.name) }
    }

    /// Returns, for example, `EndpointKit/0.3.0 marvel/1.0` (RFC 9110, section 10.1.5). The process's name keeps only characters that a
    /// product token may contain.
    private static func userAgent(appVersion: String) -> String {
        func token(_ text: String) -> String {
            let kept = String(decoding: text.utf8.filter { PercentEncoding.Allowed.token.contains($0) }, as: UTF8.self)
            return kept.isEmpty ? "app" : kept
        }
        return "EndpointKit/\(packageVersion) \(token(ProcessInfo.processInfo.processName))/\(token(appVersion))"
    }

    private var configuredBase: HTTPRequest.Base {
        get throws {
            if let base = home.base { return base }
            throw fault ?? APIError(.configuration, "The base URL can't be used.")
        }
    }

    /// Builds the request. Sets `credentials` to those that the endpoint and its resolved route need.
    func request<E: Endpoint>(
        for endpoint: E, accept: String, json: JSONConvention, credentials: inout [CredentialUse]
    ) throws -> HTTPRequest {
        var route = endpoint.resolvedRoute
        if let fault = route.path.fault {
            let path = policies.redaction.redact(route.path)
            throw APIError(.invalidRequest, "The path \"\(path)\" of \(type(of: endpoint.subject)) can't be sent: \(fault).")
        }
        let (start, baseQuery, defaults) = try destination(of: route, endpoint)
        var query = baseQuery
        if query.isEmpty {
            route.query.isEmptyButThere = query.isEmptyButThere
            swap(&query, &route.query)
        } else {
            query.append(route.query)
        }
        query.write(by: json)

        var entity: HTTPBodyEntity.Shared?
        if let body = route.body.take() {
            do {
                let own = try body.entity(by: json)
                entity = own.isNone ? nil : HTTPBodyEntity.Shared(own)
            } catch {
                throw APIError(
                    .bodyEncoding, "The body of \(endpoint.subject.label) could not be made: \(error.sentence).", underlying: error)
            }
            // The body's type replaces the configuration's.
            if let type = entity?.entity.contentType, !route.headers.contains("Content-Type") { route.headers.append("Content-Type", type) }
            if let codings = entity?.entity.contentEncoding, !route.headers.contains("Content-Encoding") {
                route.headers.append("Content-Encoding", codings)
            }
        }
        let defaultHeaders = defaults.headers(accepting: accept)
        if route.headers.isEmpty { route.headers = defaultHeaders } else { route.headers.formUnion(defaultHeaders) }
        credentials = credentialUses(of: endpoint, route)
        var request = HTTPRequest(
            method: route.method, base: start, path: route.path, query: query, headers: route.headers, body: entity,
            timeout: endpoint.timeout ?? timeout, bodyLimit: policies.bodyLimit,
            isIdempotent: E._declaresIdempotence ? endpoint.isIdempotent : nil)
        if route.link == .away {
            credentials = []
            try home.release(&request)
        } else if defaults === foreign {
            try home.check(request)
        }
        return request
    }

    private func credentialUses<E: Endpoint>(of endpoint: E, _ route: Route) -> [CredentialUse] {
        var isAuthenticated = endpoint.isAuthenticated || route.isAuthenticated
        let further = endpoint.credentials
        if further.isEmpty, route.credentials.isEmpty {
            return isAuthenticated || policies.authenticatesAllEndpoints ? CredentialUse.onlyStandard : []
        }
        var uses: [CredentialUse] = []
        // A credential may be listed twice, because an endpoint may itself be a route.
        for use in further + route.credentials {
            if use.isAnonymous {
                isAuthenticated = false
                continue
            }
            guard let place = uses.firstIndex(where: { $0.name == use.name }) else {
                uses.append(use)
                continue
            }
            // Required credentials take precedence over optional ones.
            if !use.isOptional { uses[place] = use }
        }
        return isAuthenticated && !uses.contains { $0.name == nil } ? CredentialUse.onlyStandard + uses : uses
    }

    /// Returns a route's base, query and defaults, which are the configuration's unless the route has its own URL.
    private func destination<E: Endpoint>(of route: Route, _ endpoint: E) throws -> (HTTPRequest.Base, Query, Defaults) {
        guard route.hasBaseURL, let url = route.baseURL else { return (try configuredBase, home.query, own) }
        let location = try location(url, of: endpoint)
        let start = HTTPRequest.Base(origin: location.origin, path: location.path, redaction: policies.redaction)
        let defaults = home.contains(location.origin) && route.link != .away ? own : foreign
        var query = location.query
        var added = defaults.query
        switch route.link {
        case .unchanged: added = [:]
        case .home, .away: added.removeAll(namedAsIn: query)
        case nil: break
        }
        query.append(added)
        return (start, query, defaults)
    }

    private func location<E: Endpoint>(_ url: URL, of endpoint: E) throws -> Location {
        switch Location.parse(url.absoluteString) {
        case .success(let location): return location
        case .failure(let refusal):
            let shown = policies.redaction.redact(urlText: url.absoluteString)
            throw APIError(.invalidRequest, "The URL of \(endpoint.subject.label), \"\(shown)\", \(refusal.reason).")
        }
    }
}

extension Route {
    fileprivate var hasBaseURL: Bool { baseURL != nil }
}
