/// Makes the request of a call from its endpoint and the configuration: what is the same for every call is worked out once.
final class RequestBuilder: Sendable {
    /// Of this package, as it stands in the User-Agent.
    static let version = "0.1.0"

    /// Where the configuration's requests go, or why its base URL can't be used.
    private let base: Result<HTTPRequest.Base, APIError>
    private let baseQuery: Query
    private let timeout: Duration
    private let policies: ClientPolicies
    private let own: Defaults
    /// Of the configuration what isn't secret.
    private let foreign: Defaults

    /// What the configuration adds to every request of one kind of origin.
    private struct Defaults: Sendable {
        let query: Query
        private let headers: HTTPHeaders
        // With the fields that nearly every call accepts: shared, not put together each time.
        private let common: [(accept: String, headers: HTTPHeaders)]

        init(query: Query, headers: HTTPHeaders) {
            self.query = query
            self.headers = headers
            common = ["application/json", "*/*"].map { ($0, Self.joined(headers, accept: $0)) }
        }

        func headers(accepting accept: String) -> HTTPHeaders {
            for (known, headers) in common where known == accept { return headers }
            return Self.joined(headers, accept: accept)
        }

        private static func joined(_ headers: HTTPHeaders, accept: String) -> HTTPHeaders {
            var headers = headers
            headers.formUnion(["Accept": accept])
            return headers
        }
    }

    init(configuration: any APIConfigurable) {
        timeout = configuration.requestTimeout
        policies = configuration.policies
        var headers = configuration.headers
        headers.formUnion(["User-Agent": Self.userAgent(appVersion: configuration.appVersion)])
        own = Defaults(query: configuration.query, headers: headers)
        foreign = Defaults(
            query: policies.redaction.removed(from: configuration.query), headers: policies.redaction.removed(from: headers))

        let text = configuration.baseURL.absoluteString
        switch Location.parse(text) {
        case .success(let location):
            let path = location.path.appending(configuration.basePath)
            var query = location.query
            query.append(configuration.query)
            baseQuery = query
            if let fault = path.fault?.rawValue ?? query.fault {
                base = .failure(APIError(.configuration, "The configuration's base path or query can't be sent: \(fault)."))
            } else {
                base = .success(HTTPRequest.Base(origin: location.origin, path: path, redaction: policies.redaction))
            }
        case .failure(let refusal):
            let shown = policies.redaction.redact(urlText: text)
            base = .failure(APIError(.configuration, "The base URL \"\(shown)\" \(refusal.reason)."))
            baseQuery = [:]
        }
    }

    /// `EndpointKit/0.1.0 marvel/1.0` (RFC 9110, section 10.1.5): the process's name, in the letters a product's name may have.
    private static func userAgent(appVersion: String) -> String {
        func token(_ text: String) -> String {
            let kept = String(decoding: text.utf8.filter { PercentEncoding.Allowed.token.contains($0) }, as: UTF8.self)
            return kept.isEmpty ? "app" : kept
        }
        return "EndpointKit/\(version) \(token(ProcessInfo.processInfo.processName))/\(token(appVersion))"
    }

    /// The configuration's own.
    var origin: Origin? { try? base.get().origin }

    /// The request, and whether its endpoint, or the route that it resolves to, wants to be authenticated.
    func request<E: Endpoint>(for endpoint: E, accept: String) throws -> (request: HTTPRequest, isAuthenticated: Bool) {
        var route = endpoint.resolvedRoute
        if let fault = route.path.fault {
            let path = policies.redaction.redact(path: route.path.encoded)
            throw APIError(.invalidRequest, "The path \"\(path)\" of \(type(of: endpoint.subject)) can't be sent: \(fault).")
        }
        let start: HTTPRequest.Base
        var query: Query
        let defaults: Defaults
        if let url = route.baseURL {
            let location = try location(url, of: endpoint)
            start = HTTPRequest.Base(origin: location.origin, path: location.path, redaction: policies.redaction)
            defaults = location.origin == origin ? own : foreign
            query = location.query
            query.append(defaults.query)
        } else {
            start = try base.get()
            defaults = own
            query = baseQuery
        }
        if query.isEmpty { swap(&query, &route.query) } else { query.append(route.query) }

        var entity: HTTPBodyEntity?
        if let body = route.body {
            do {
                entity = try body.entity()
            } catch {
                throw APIError(
                    .bodyEncoding, "The body of \(type(of: endpoint.subject)) could not be made: \(error.sentence).", underlying: error)
            }
            // The configuration's own type isn't that of every body.
            if let type = entity?.contentType, !route.headers.contains("Content-Type") { route.headers.append("Content-Type", type) }
        }
        let defaultHeaders = defaults.headers(accepting: accept)
        if route.headers.isEmpty { route.headers = defaultHeaders } else { route.headers.formUnion(defaultHeaders) }
        var request = HTTPRequest(
            method: route.method, base: start, path: route.path, query: query, headers: route.headers, body: entity,
            timeout: endpoint.timeout ?? timeout)
        request.bodyLimit = policies.bodyLimit
        let isIdempotent = endpoint.isIdempotent || request.headers.contains("Idempotency-Key")
        if isIdempotent != route.method.isIdempotent { request.isIdempotent = isIdempotent }
        return (request, endpoint.isAuthenticated || route.isAuthenticated)
    }

    private func location<E: Endpoint>(_ url: URL, of endpoint: E) throws -> Location {
        switch Location.parse(url.absoluteString) {
        case .success(let location): return location
        case .failure(let refusal):
            let shown = policies.redaction.redact(urlText: url.absoluteString)
            throw APIError(.invalidRequest, "The URL of \(type(of: endpoint.subject)), \"\(shown)\", \(refusal.reason).")
        }
    }
}
