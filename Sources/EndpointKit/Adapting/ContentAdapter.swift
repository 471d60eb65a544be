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
