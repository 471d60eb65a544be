public import EndpointKit

/// The order of a list by one or more keys. Each key sorts the elements that are equal by the previous keys.
///
///     CharacterFilter(orderBy: .name)
///     CharacterFilter(orderBy: [.name, .modified.descending])
///
/// The raw value is the parameter's value: `name,-modified`.
public struct ListOrder<Filter: ListFilter>: Hashable, Sendable {
    /// The service's names of the keys, with `-` before a descending one.
    let keys: [String]

    /// Sorts by the date of the last change, the oldest first.
    public static var modified: Self { Self(keys: ["modified"]) }

    /// Sorts by the same keys, with the highest values first.
    public var descending: Self { Self(keys: keys.map { $0.hasPrefix("-") ? $0 : "-\($0)" }) }
}

extension ListOrder: ExpressibleByArrayLiteral {
    /// The first order has the highest precedence. An empty array means the service's own order.
    public init(arrayLiteral orders: Self...) { self.init(keys: orders.flatMap(\.keys)) }
}

extension ListOrder: RawRepresentable, Codable {
    /// nil if the value contains a key by which the list can't be sorted.
    public init?(rawValue: String) {
        keys = rawValue.isEmpty ? [] : rawValue.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard Set(keys).isSubset(of: Self.allCases.flatMap(\.keys)) else { return nil }
    }

    public var rawValue: String { keys.joined(separator: ",") }
}

extension ListOrder: CaseIterable {
    /// The orders by a single key, the ascending ones first.
    public static var allCases: [Self] { Filter.orders + Filter.orders.map(\.descending) }
}

extension ListOrder: QueryValue {
    public func append(to query: inout Query, name: String) { QueryList.commaSeparated(keys).append(to: &query, name: name) }
}
