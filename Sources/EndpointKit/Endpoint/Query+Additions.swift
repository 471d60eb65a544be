// What was added is known from what was there without keeping a copy of that, which every call would pay for.
extension Query {
    /// What is here is no addition, what comes in after this is one. All of a new query is.
    mutating func beginAdditions() { settledCount = bytes.count }

    var hasAdditions: Bool { settledCount != bytes.count }

    var additions: [Item] { bytes[settledCount...].split(separator: UInt8(ascii: "&")).map(decoded) }

    mutating func removeAdditions() -> [Item] {
        defer { bytes.removeSubrange(settledCount...) }
        return additions
    }

    mutating func removeItems(where isRemoved: (Item) -> Bool) { removeItems { item, _ in isRemoved(item) } }

    mutating func removeItems(where isRemoved: (_ item: Item, _ isAddition: Bool) -> Bool) {
        let items = rawItems
        let kept = items.filter { !isRemoved(decoded($0), $0.startIndex >= settledCount) }
        guard kept.count < items.count else { return }
        let settled = kept.prefix { $0.endIndex <= settledCount }
        settledCount = settled.isEmpty ? 0 : settled.reduce(settled.count - 1) { $0 + $1.count }
        bytes = Array(kept.joined(separator: CollectionOfOne(UInt8(ascii: "&"))))
    }

    // By what goes on the wire: what is settled is no part of a query's value.
    public static func == (a: Query, b: Query) -> Bool { a.bytes == b.bytes && a.fault == b.fault }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytes)
        hasher.combine(fault)
    }
}
