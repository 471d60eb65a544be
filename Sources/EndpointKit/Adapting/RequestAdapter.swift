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
    /// When the call is ended meanwhile it doesn't wait for this.
    func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest

    /// The same, of an adapter that doesn't have to wait: see ``SynchronousAdapter``. False, the default, asks ``adapt(_:)``.
    func adaptNow(_ request: inout HTTPRequest) throws -> Bool
}

extension RequestAdapter {
    public func adaptNow(_ request: inout HTTPRequest) throws -> Bool { false }
}

/// An adapter that never waits. It is asked in the task of the call, which takes another one for those that may wait.
///
///     struct TraceAdapter: SynchronousAdapter {
///         func edit(_ request: inout HTTPRequest) { request.headers["X-Trace"] = UUID().uuidString }
///     }
public protocol SynchronousAdapter: RequestAdapter {
    func edit(_ request: inout HTTPRequest) throws
}

extension SynchronousAdapter {
    public func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
        try edit(&request)
        return request
    }

    public func adaptNow(_ request: inout HTTPRequest) throws -> Bool {
        try edit(&request)
        return true
    }
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
