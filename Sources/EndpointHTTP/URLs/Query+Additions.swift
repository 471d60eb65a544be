// Additions are known by their position.
extension Query {
    /// Marks later items as additions, but not the present ones. In a new query, all items are additions.
    package mutating func beginAdditions() { settledCount = bytes.count }

    package var hasAdditions: Bool { settledCount != bytes.count }

    var additions: [Item] { bytes[settledCount...].split(separator: UInt8(ascii: "&")).map(decoded) }

    /// The additions as a query.
    package var added: Query {
        var query = Query()
        query.bytes += bytes[settledCount...].drop { $0 == UInt8(ascii: "&") }
        return query
    }

    package mutating func removeAdditions() -> [Item] {
        defer { bytes.removeSubrange(settledCount...) }
        return additions
    }
}
