/// Adds one header field to every request.
public struct HeaderAdapter: RequestAdapter, AwaitedInPlace {
    /// What happens to existing fields with the same name.
    public enum Mode: String, Sendable {
        /// Replaces others of the same name.
        case set
        /// Keeps others of the same name.
        case append
    }
    /// The field that requests get.
    public var field: HTTPHeaders.Field
    /// ``Mode-swift.enum/set`` by default.
    public var mode: Mode

    /// Takes the name and the value of the field. CR, LF or NUL in either one fails the call with ``APIError/Code/invalidRequest`` before
    /// anything is sent.
    public init(_ name: String, _ value: String, mode: Mode = .set) {
        field = HTTPHeaders.Field(name: name, value: value)
        self.mode = mode
    }

    public func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
        switch mode {
        case .set: request.headers[field.name] = field.value
        case .append: request.headers.append(field.name, field.value)
        }
        return request
    }
}

extension RequestAdapter where Self == HeaderAdapter {
    /// Sets a field, replacing others with the same name, or appends it with `mode: .append`.
    public static func header(_ name: String, _ value: String, mode: HeaderAdapter.Mode = .set) -> Self {
        HeaderAdapter(name, value, mode: mode)
    }

    /// Replaces the client's own `User-Agent` (RFC 9110, section 10.1.5).
    public static func userAgent(_ text: String) -> Self { HeaderAdapter("User-Agent", text) }
}

/// Adds the same query items to every request.
public struct QueryAdapter: RequestAdapter, AwaitedInPlace {
    /// What happens to existing items with the same name.
    public enum Mode: String, Sendable {
        /// Keeps others of the same name.
        case append
        /// Removes others of the same name.
        case replace
    }
    /// The items to append.
    public var items: Query
    /// What happens to existing items with the same name.
    public var mode: Mode

    /// Takes the items to append to each query.
    public init(_ items: Query, mode: Mode) {
        self.items = items
        self.mode = mode
    }

    public func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
        if mode == .replace { request.query.removeAll(namedAsIn: items) }
        request.query.append(items)
        return request
    }
}

extension RequestAdapter where Self == QueryAdapter {
    /// Adds items at the end of the query, and keeps or removes others of the same name.
    public static func query(_ items: Query, mode: QueryAdapter.Mode) -> Self { QueryAdapter(items, mode: mode) }
}

/// Sets the media types of requests and answers, for a service with its own media type.
public struct ContentAdapter: RequestAdapter, AwaitedInPlace {
    /// The `Content-Type` of every request with a body, instead of the body's own; nil keeps that.
    public var type: String?
    /// The `Accept` field of every request, instead of the call's; nil keeps that.
    public var accept: String?

    /// Takes the `Content-Type` and the `Accept` field; nil changes nothing.
    public init(type: String? = nil, accept: String? = nil) {
        self.type = type
        self.accept = accept
    }

    public func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
        if let type, request.body != nil { request.headers["Content-Type"] = type }
        if let accept { request.headers["Accept"] = accept }
        return request
    }
}

extension RequestAdapter where Self == ContentAdapter {
    /// Sets media types: `.content(type: "application/vnd.api+json", accept: "application/vnd.api+json")`.
    public static func content(type: String? = nil, accept: String? = nil) -> Self { ContentAdapter(type: type, accept: accept) }
}
