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
