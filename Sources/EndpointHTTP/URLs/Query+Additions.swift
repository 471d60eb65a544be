// Additions are recognized by their position, unless the query was rewritten.
extension Query {
    /// Only items that are added from now on count as additions. In a new query, all items are additions.
    package mutating func beginAdditions() {
        settledCount = bytes.count
        if !rewritten.isEmpty { rewritten = [] }
    }

    package var hasAdditions: Bool { settledCount != bytes.count && (rewritten.isEmpty || !rawAdditions.isEmpty) }

    var additions: [Item] { rawAdditions.map(decoded) }

    /// The additions as a query.
    package var added: Query {
        var query = Query()
        query.bytes = Array(rawAdditions.joined(separator: CollectionOfOne(UInt8(ascii: "&"))))
        return query
    }

    private var rawAdditions: [ArraySlice<UInt8>] {
        let items = bytes[settledCount...].split(separator: UInt8(ascii: "&"))
        var rest = rewritten
        return rest.isEmpty ? items : items.filter { !rest.take(decoded($0)) }
    }

    package mutating func removeAdditions() -> [Item] {
        let additions = additions
        removeItems { _, isAddition in isAddition }
        return additions
    }

    /// Unmarks the additions that `earlier` contains too, because the query was assigned as a whole, or parts of it were rewritten.
    mutating func settleAdditions(in earlier: Query) {
        // Usually the query still begins with all earlier items.
        if settledCount == bytes.count || earlier.isEmpty || bytes[..<settledCount] == earlier.bytes[...] { return }
        var left = Array(earlier)
        for item in bytes[..<settledCount].split(separator: UInt8(ascii: "&")) { _ = left.take(decoded(item)) }
        rewritten = additions.filter { left.take($0) }
    }
}

extension [Query.Item] {
    /// Removes one item that equals `item`; returns false if there is none.
    mutating func take(_ item: Query.Item) -> Bool {
        guard let index = firstIndex(of: item) else { return false }
        remove(at: index)
        return true
    }
}
