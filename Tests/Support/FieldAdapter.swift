public import EndpointKit

/// Sets a field, or appends query items, without waiting.
public struct FieldAdapter: RequestAdapter, AwaitedInPlace {
    let edit: @Sendable (inout HTTPRequest) -> Void

    public func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
        edit(&request)
        return request
    }
}

extension RequestAdapter where Self == FieldAdapter {
    public static func header(_ name: String, _ value: String) -> Self { FieldAdapter { $0.headers[name] = value } }

    public static func appending(_ items: Query) -> Self { FieldAdapter { $0.query.append(items) } }
}
