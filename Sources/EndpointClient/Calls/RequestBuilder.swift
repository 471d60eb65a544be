/// The version of the package, for the User-Agent, and of the programs in it.
package let packageVersion = "0.2.0"

/// Makes the request of a call from its endpoint and the configuration. Parts shared by all calls are made once.
final class RequestBuilder: Sendable {
    /// The base of the configuration's requests; nil if its base URL can't be used.
    private let base: HTTPRequest.Base?
    /// Why the base URL can't be used.
    private let fault: APIError?
    private let baseQuery: Query
    private let timeout: Duration
    private let policies: ClientPolicies
    private let own: Defaults
    /// The configuration's defaults that may go to other origins.
    private let foreign: Defaults
    /// The values of the configuration that must not go to other origins, under any name.
    private let secrets: Set<String>
    /// The query items of the configuration that must not go to other origins, even if a server repeats them.
    let ownItems: Set<Query.Item>
    /// The items of these that every request gets, including links.
    let addedItems: Set<Query.Item>

    /// The query items and fields that the configuration adds to every request.
    private final class Defaults: Sendable {
        let query: Query
        private let headers: HTTPHeaders
        /// The configuration's fields that aren't added, because they may not go to another origin.
        let withheld: HTTPHeaders
        // The fields with the two usual Accept values, so that calls share them.
        private let json: HTTPHeaders
        private let anything: HTTPHeaders

        init(query: Query, headers: HTTPHeaders, withheld: HTTPHeaders = [:]) {
            self.query = query
            self.headers = headers
            self.withheld = withheld
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
        var (open, withheld) = (headers, headers)
        open.removeFields { [policies] field, _ in !policies.redirects.letsCross(field.name, withContent: false) }
        withheld.removeFields { field, _ in open.contains(field.name) }
        foreign = Defaults(query: [:], headers: open, withheld: withheld)

        let hidden = policies.redaction.secrets
        func mayLeave(_ item: Query.Item) -> Bool { !hidden.hides(item: item.name) && item.value?.isPlainValue != false }
        let secrets = Set(headers.filter { field in hidden.hides(field.name) || !open.contains(field.name) }.map(\.value))
        var ownItems = configuration.query.filter { !mayLeave($0) }
        addedItems = Set(ownItems)

        let text = configuration.baseURL.absoluteString
        switch Location.parse(text) {
        case .success(let location):
            let path = location.path.appending(configuration.basePath)
            var query = location.query
            query.append(configuration.query)
            baseQuery = query
            ownItems = query.filter { !mayLeave($0) }
            if let fault = path.fault?.rawValue ?? query.fault {
                base = nil
                self.fault = APIError(.configuration, "The configuration's base path or query can't be sent: \(fault).")
            } else {
                base = HTTPRequest.Base(origin: location.origin, path: path, redaction: policies.redaction)
                fault = nil
            }
        case .failure(let refusal):
            let shown = policies.redaction.redact(urlText: text)
            base = nil
            fault = APIError(.configuration, "The base URL \"\(shown)\" \(refusal.reason).")
            baseQuery = [:]
        }
        self.ownItems = Set(ownItems)
        self.secrets = secrets.union(ownItems.compactMap(\.value))
    }

    /// Removes the configuration's parts from a request that an adapter has moved to another origin: its query, the items that earlier
    /// adapters added and those that the redaction hides. Its secrets are removed even if the adapter has written them again, under any
    /// name, if they are long enough to be unmistakable.
    func removeOwn(from request: inout HTTPRequest, and added: Set<Query.Item>) throws(LostField) {
        let hidden = policies.redaction.secrets
        let own = Set(baseQuery).union(added)
        func isSecret(_ value: String?, _ isHidden: Bool) -> Bool {
            guard let value, secrets.contains(value) else { return false }
            return isHidden || value.utf8.count >= 8
        }
        try request.removeForeignFields { field, _ in isSecret(field.value, hidden.hides(field.name)) }
        try request.removeForeignItems { item, isAddition in
            let isHidden = hidden.hides(item: item.name)
            return isSecret(item.value, isHidden) || !isAddition && (isHidden || own.contains(item))
        }
    }

    /// `EndpointKit/0.2.0 marvel/1.0` (RFC 9110, section 10.1.5): the process's name, in the characters that a product token may have.
    private static func userAgent(appVersion: String) -> String {
        func token(_ text: String) -> String {
            let kept = String(decoding: text.utf8.filter { PercentEncoding.Allowed.token.contains($0) }, as: UTF8.self)
            return kept.isEmpty ? "app" : kept
        }
        return "EndpointKit/\(packageVersion) \(token(ProcessInfo.processInfo.processName))/\(token(appVersion))"
    }

    private var configuredBase: HTTPRequest.Base {
        get throws {
            if let base { return base }
            throw fault ?? APIError(.configuration, "The base URL can't be used.")
        }
    }

    /// The configuration's origin.
    var origin: Origin? { base?.origin }

    /// Whether a request goes to the configuration's own origin.
    @inline(__always)
    func isHome(_ request: borrowing HTTPRequest) -> Bool {
        // Nearly all requests still have their original base.
        request.base === base || request.base.origin == base?.origin
    }

    /// Makes the request. Sets `isAuthenticated` if the endpoint, or the route that it resolves to, requires authentication.
    func request<E: Endpoint>(
        for endpoint: E, accept: String, json: JSONConvention, isAuthenticated: inout Bool
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
                entity = HTTPBodyEntity.Shared(try body.entity(by: json))
            } catch {
                throw APIError(
                    .bodyEncoding, "The body of \(type(of: endpoint.subject)) could not be made: \(error.sentence).", underlying: error)
            }
            // The body's type replaces the configuration's.
            if let type = entity?.entity.contentType, !route.headers.contains("Content-Type") { route.headers.append("Content-Type", type) }
            if let codings = entity?.entity.contentEncoding, !route.headers.contains("Content-Encoding") {
                route.headers.append("Content-Encoding", codings)
            }
        }
        let defaultHeaders = defaults.headers(accepting: accept)
        if route.headers.isEmpty { route.headers = defaultHeaders } else { route.headers.formUnion(defaultHeaders) }
        isAuthenticated = endpoint.isAuthenticated || route.isAuthenticated
        var request = HTTPRequest(
            method: route.method, base: start, path: route.path, query: query, headers: route.headers, body: entity,
            timeout: endpoint.timeout ?? timeout, bodyLimit: policies.bodyLimit,
            isIdempotent: E._declaresIdempotence ? endpoint.isIdempotent : nil)
        if route.link == .away { isAuthenticated = false }
        if route.link == .away || !defaults.withheld.isEmpty {
            try leave(&request, isLink: route.link == .away, without: defaults.withheld)
        }
        return request
    }

    /// Removes what doesn't go along to another origin.
    private func leave(_ request: inout HTTPRequest, isLink: Bool, without withheld: HTTPHeaders) throws(APIError) {
        do {
            try request.check(without: withheld)
            guard isLink else { return }
            request.isAway = true
            request.query.removeItems { ownItems.contains($0) }
            request.beginAdditions()
            try request.leaveHome(by: policies.redirects, keepsAdditions: false)
        } catch {
            throw invalid(request, losing: error)
        }
    }

    /// The error for a request that can't go to its origin without one of its fields.
    func invalid(_ request: HTTPRequest, losing field: LostField) -> APIError {
        let reason = field.reason(leaving: origin, by: policies.redirects)
        return APIError(.invalidRequest, "The request can't be sent: \(reason).", request: request)
    }

    /// The base, query and defaults of a route: the configuration's, unless it has its own URL.
    private func destination<E: Endpoint>(of route: Route, _ endpoint: E) throws -> (HTTPRequest.Base, Query, Defaults) {
        guard route.hasBaseURL, let url = route.baseURL else { return (try configuredBase, baseQuery, own) }
        let location = try location(url, of: endpoint)
        let start = HTTPRequest.Base(origin: location.origin, path: location.path, redaction: policies.redaction)
        let defaults = location.origin == origin && route.link != .away ? own : foreign
        var query = location.query
        var added = defaults.query
        if route.link != nil { added.removeAll(namedAsIn: query) }
        query.append(added)
        return (start, query, defaults)
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

extension Route {
    fileprivate var hasBaseURL: Bool { baseURL != nil }
}
