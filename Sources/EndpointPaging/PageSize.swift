/// The number of elements in a full page.
///
///     let own = Route.get("items").paged(by: .number(size: 100), as: [Item].self)
///     let asked = Route.get("items").paged(by: .number(size: .item("limit", 100)), as: [Item].self)  // ?limit=100
public struct PageSize: Codable, Hashable, Sendable, ExpressibleByIntegerLiteral {
    private var count: Int?
    private var name: String?

    public init(integerLiteral value: Int) { count = value }

    private init(count: Int?, name: String?) {
        self.count = count
        self.name = name
    }

    /// The size of the service's pages.
    public static func elements(_ count: Int) -> PageSize { PageSize(count: count, name: nil) }

    /// The size that a query item requests: `count`, or the value in the endpoint's own query.
    public static func item(_ name: String, _ count: Int? = nil) -> PageSize { PageSize(count: count, name: name) }

    func apply(to list: inout Route) {
        if let name, let count { list.setPageItem(name, to: count) }
    }

    func count(in list: Route) -> Int? { count ?? name.flatMap { list[pageItem: $0] }.flatMap { Int($0) } }
}
