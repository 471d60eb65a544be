/// Sends a POST where a proxy on the way lets no other method pass, and says in `X-HTTP-Method-Override` which one is meant.
///
/// Whether the request may be sent twice stays what its own method says.
public struct MethodOverrideAdapter: SynchronousAdapter {
    public static let field = "X-HTTP-Method-Override"

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
