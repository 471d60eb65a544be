/// Makes the request of a call from its endpoint and the configuration: what is the same for every call is worked out once.
struct RequestBuilder: Sendable {
    /// Where the configuration's requests go, or why its base URL can't be used.
    private let base: Result<Location, APIError>
    private let timeout: Duration
    private let policies: ClientPolicies
    /// For every origin: User-Agent, and of the configuration what isn't secret.
    private let openHeaders: HTTPHeaders
    private let openQuery: Query
    /// For the configuration's own origin.
    private let ownHeaders: HTTPHeaders
    private let ownQuery: Query

    /// Of this package.
    static let version = "0.1.0"

    init(configuration: any APIConfigurable) {
        timeout = configuration.requestTimeout
        policies = configuration.policies

        var headers = configuration.headers
        headers.formUnion(["User-Agent": Self.userAgent(appVersion: configuration.appVersion)])
        ownHeaders = headers
        openHeaders = Redaction.standard.removed(from: headers)
        ownQuery = configuration.query
        openQuery = Redaction.standard.removed(from: configuration.query)

        let text = configuration.baseURL.absoluteString
        switch Location.parse(text) {
        case .success(var location):
            location.path = location.path.appending(configuration.basePath)
            location.query.append(configuration.query)
            let fault = location.path.fault?.rawValue ?? location.query.fault
            base = fault.map { .failure(APIError(.configuration, "The base path or query can't be sent: \($0).")) } ?? .success(location)
        case .failure(let refusal):
            base = .failure(APIError(.configuration, "The base URL \"\(Redaction.standard.redact(urlText: text))\" \(refusal.reason)."))
        }
    }

    /// `EndpointKit/0.1.0 marvel/1.0` (RFC 9110, section 10.1.5): the process's name, in the letters a product's name may have.
    private static func userAgent(appVersion: String) -> String {
        func token(_ text: String) -> String {
            let kept = String(decoding: text.utf8.filter { PercentEncoding.isAllowed($0, in: .token) }, as: UTF8.self)
            return kept.isEmpty ? "app" : kept
        }
        return "EndpointKit/\(version) \(token(ProcessInfo.processInfo.processName))/\(token(appVersion))"
    }

    var origin: Origin? { try? base.get().origin }

    func request<R: Request>(for endpoint: R) throws -> HTTPRequest {
        let route = endpoint.resolvedRoute
        if let fault = route.path.fault {
            throw APIError(.invalidRequest, "The path \"\(route.path)\" of \(type(of: endpoint.unwrapped)) can't be sent: \(fault).")
        }
        let location = try location(of: route, for: endpoint)
        let isOwn = route.baseURL == nil || location.origin == origin

        var query = location.query
        if route.baseURL != nil { query.append(isOwn ? ownQuery : openQuery) }
        query.append(route.query)
        var headers = route.headers
        headers.formUnion(isOwn ? ownHeaders : openHeaders)
        if !headers.contains("Accept") { headers.append("Accept", endpoint.accept) }

        var entity: HTTPBodyEntity?
        if let body = route.body {
            do {
                entity = try body.entity()
            } catch {
                throw APIError(.bodyEncoding, "The body of \(type(of: endpoint.unwrapped)) could not be made: \(error)", underlying: error)
            }
            if let type = entity?.contentType, !headers.contains("Content-Type") { headers.append("Content-Type", type) }
        }
        return HTTPRequest(
            method: route.method, origin: location.origin, basePath: location.path, path: route.path, query: query, headers: headers,
            body: entity, timeout: endpoint.timeout ?? timeout, policies: policies,
            isIdempotent: endpoint.isIdempotent || headers.contains("Idempotency-Key"))
    }

    private func location(of route: Route, for endpoint: some Endpoint) throws -> Location {
        guard let url = route.baseURL else { return try base.get() }
        switch Location.parse(url.absoluteString) {
        case .success(let location): return location
        case .failure(let refusal):
            throw APIError(
                .invalidRequest,
                "The URL of \(type(of: endpoint.unwrapped)), \"\(Redaction.standard.redact(urlText: url.absoluteString))\", \(refusal.reason)."
            )
        }
    }
}
