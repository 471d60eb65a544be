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
