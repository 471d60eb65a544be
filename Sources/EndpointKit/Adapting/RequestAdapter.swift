/// Edits a request before it is sent: once for every attempt, so that what it adds is fresh.
///
///     struct TraceAdapter: RequestAdapter {
///         func adapt(_ request: HTTPRequest) async throws -> HTTPRequest {
///             var request = request
///             request.headers["X-Trace"] = UUID().uuidString
///             return request
///         }
///     }
///
/// An ``APIError`` thrown here ends the call as it is; another error ends it as the `underlying` one.
public protocol RequestAdapter: Sendable {
    func adapt(_ request: HTTPRequest) async throws -> HTTPRequest
}

/// An adapter made from a closure.
public struct AnyAdapter: RequestAdapter {
    private let edit: @Sendable (inout HTTPRequest) async throws -> Void

    public init(_ edit: @escaping @Sendable (inout HTTPRequest) async throws -> Void) { self.edit = edit }

    public func adapt(_ request: HTTPRequest) async throws -> HTTPRequest {
        var request = request
        try await edit(&request)
        return request
    }
}
