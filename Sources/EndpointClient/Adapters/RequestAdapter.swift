/// Edits a request before it is sent: once for every attempt, so that a timestamp or a token is fresh.
///
///     struct TraceAdapter: RequestAdapter {
///         func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
///             request.headers["X-Trace"] = UUID().uuidString
///             return request
///         }
///     }
///
/// The parameter may also be declared without `consuming`, but then the request is copied instead of edited in place.
///
/// ``AnyAdapter`` creates an adapter from a closure. The client's adapters run first, then the endpoint's own (``Endpoint/adapters``), and
/// the configuration's authentication last. A field that is the same in every request needs no adapter: see ``APIConfigurable/headers``.
///
/// An error thrown here ends the call, and the caller gets it unchanged. If the configuration's authentication throws an error that isn't
/// an ``APIError``, that error becomes the `underlying` error of an ``APIError`` of code ``APIError/Code/authentication``.
public protocol RequestAdapter: Sendable {
    /// Returns the edited request. This method runs in a task that is cancelled when the call ends; the call then stops waiting.
    func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest
}

/// An adapter made from a closure.
public struct AnyAdapter: RequestAdapter {
    private let edit: @Sendable (inout HTTPRequest) async throws -> Void

    /// Creates an adapter from a closure that edits the request in place. An error that the closure throws ends the call.
    public init(_ edit: @escaping @Sendable (inout HTTPRequest) async throws -> Void) { self.edit = edit }

    public func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
        try await edit(&request)
        return request
    }
}
