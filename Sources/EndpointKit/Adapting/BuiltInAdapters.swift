/// One header field in every request.
public struct HeaderAdapter: SynchronousAdapter {
    public enum Mode: String, Sendable {
        /// In place of others of the same name.
        case set
        /// Beside others of the same name.
        case append
    }
    public var field: HTTPHeaders.Field
    public var mode: Mode

    public init(_ name: String, _ value: String, mode: Mode = .set) {
        field = HTTPHeaders.Field(name: name, value: value)
        self.mode = mode
    }

    public func edit(_ request: inout HTTPRequest) {
        switch mode {
        case .set: request.headers[field.name] = field.value
        case .append: request.headers.append(field.name, field.value)
        }
    }
}

extension RequestAdapter where Self == HeaderAdapter {
    /// A field in place of others of the same name, or with `mode: .append` beside them.
    public static func header(_ name: String, _ value: String, mode: HeaderAdapter.Mode = .set) -> Self {
        HeaderAdapter(name, value, mode: mode)
    }

    /// The `User-Agent`, in place of the client's own (RFC 9110, section 10.1.5).
    public static func userAgent(_ text: String) -> Self { HeaderAdapter("User-Agent", text) }
}

/// The same query items in every request.
public struct QueryAdapter: SynchronousAdapter {
    public enum Mode: String, Sendable {
        /// At the end of the query, beside others of the same name.
        case append
        /// At the end of the query, in place of others of the same name.
        case replace
    }
    public var items: Query
    public var mode: Mode

    public init(_ items: Query, mode: Mode) {
        self.items = items
        self.mode = mode
    }

    public func edit(_ request: inout HTTPRequest) {
        if mode == .replace {
            let names = Set(items.map(\.name))
            request.query.removeItems { names.contains($0.name) }
        }
        request.query.append(items)
    }
}

extension RequestAdapter where Self == QueryAdapter {
    /// Items at the end of the query: beside others of the same name, or in place of them.
    public static func query(_ items: Query, mode: QueryAdapter.Mode) -> Self { QueryAdapter(items, mode: mode) }
}

/// What bodies are sent as, and what answers are wanted: for a service with a media type of its own.
public struct ContentAdapter: SynchronousAdapter {
    /// The `Content-Type` of requests that have a body, whatever that says; nil leaves it.
    public var type: String?
    /// The `Accept` field, whatever the call says; nil leaves it.
    public var accept: String?

    public init(type: String? = nil, accept: String? = nil) {
        self.type = type
        self.accept = accept
    }

    public func edit(_ request: inout HTTPRequest) {
        if let type, request.body != nil { request.headers["Content-Type"] = type }
        if let accept { request.headers["Accept"] = accept }
    }
}

extension RequestAdapter where Self == ContentAdapter {
    /// `.content(type: "application/vnd.api+json", accept: "application/vnd.api+json")`.
    public static func content(type: String? = nil, accept: String? = nil) -> Self { ContentAdapter(type: type, accept: accept) }
}

/// Sends a POST where a proxy on the way lets no other method pass, and says in `X-HTTP-Method-Override` which one is meant.
///
/// Whether the request may be sent twice stays what its own method says.
public struct MethodOverrideAdapter: SynchronousAdapter {
    public static let field = RedirectRules.methodOverride

    public var methods: Set<HTTPMethod>

    public init(_ methods: Set<HTTPMethod> = [.put, .patch, .delete]) { self.methods = methods }

    public func edit(_ request: inout HTTPRequest) {
        guard methods.contains(request.method), request.method != .post else { return }
        request.headers[Self.field] = request.method.rawValue
        // What it stands for says whether it may be sent twice.
        let isIdempotent = request.isIdempotent
        request.method = .post
        request.isIdempotent = isIdempotent
    }
}

extension RequestAdapter where Self == MethodOverrideAdapter {
    /// PUT, PATCH and DELETE as POST with `X-HTTP-Method-Override`, or other methods.
    public static func methodOverride(_ methods: Set<HTTPMethod> = [.put, .patch, .delete]) -> Self { MethodOverrideAdapter(methods) }
}
