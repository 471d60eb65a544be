/// Edits a request before it is sent: once for every attempt, so that what it adds is fresh.
///
///     struct TraceAdapter: RequestAdapter {
///         func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
///             request.headers["X-Trace"] = UUID().uuidString
///             return request
///         }
///     }
///
/// The parameter may be declared without `consuming` as well; with it, fields and items are added in place instead of to a copy.
///
/// There are some already: ``HeaderAdapter``, ``QueryAdapter``, ``ContentAdapter``, ``MethodOverrideAdapter``. A client's run first, then the
/// endpoint's own (``Endpoint/adapters``), and the configuration's authentication last.
///
/// An error thrown here ends the call as it is. What the configuration's authentication throws, unless it is an ``APIError``, is the
/// `underlying` one of ``APIError/Code/authentication``.
public protocol RequestAdapter: Sendable {
    func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest
}

/// An adapter made from a closure.
public struct AnyAdapter: RequestAdapter {
    private let edit: @Sendable (inout HTTPRequest) async throws -> Void

    public init(_ edit: @escaping @Sendable (inout HTTPRequest) async throws -> Void) { self.edit = edit }

    public func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
        try await edit(&request)
        return request
    }
}
