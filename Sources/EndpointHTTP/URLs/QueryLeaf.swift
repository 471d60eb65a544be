/// A scalar value inside a value that is encoded as a query, with its path.
package struct QueryLeaf: Sendable {
    package enum Step: Hashable, Sendable {
        /// A key: the name of a type's member, or a dictionary's own key, which is data.
        case key(String, isName: Bool)
        case element(Int)
    }

    package enum Value: Sendable {
        case value(any QueryValue)
        case bool(Bool)
        case date(Date)
        case data(Data)
        case null
    }

    package let path: [Step]
    package let value: Value

    package init(path: [Step], value: Value) {
        self.path = path
        self.value = value
    }
}

/// The items of a query that were encoded from a value, until the convention for writing them is known.
struct EncodedPart: Sendable {
    /// The position of the first byte of the items, and the number of their bytes.
    private(set) var start: Int
    private(set) var count: Int
    let leaves: [QueryLeaf]
    /// The names of items that have been removed since.
    private var removed: Set<ExactText> = []

    init(start: Int, count: Int, leaves: [QueryLeaf]) {
        (self.start, self.count, self.leaves) = (start, count, leaves)
    }

    func moved(by offset: Int) -> EncodedPart {
        var part = self
        part.start += offset
        return part
    }

    /// The part in a query that keeps only some items; nil if none of the part's items remain.
    func reduced(to kept: [ArraySlice<UInt8>], without removed: [(start: Int, name: String)]) -> EncodedPart? {
        let range = start..<start + count
        let own = kept.filter { range.contains($0.startIndex) }
        if own.isEmpty, count > 0 { return nil }
        let before = kept.prefix { $0.startIndex < start }
        var part = self
        part.start = before.reduce(own.isEmpty ? max(0, before.count - 1) : before.count) { $0 + $1.count }
        part.count = own.reduce(max(0, own.count - 1)) { $0 + $1.count }
        part.removed.formUnion(removed.filter { range.contains($0.start) }.map { ExactText($0.name) })
        return part
    }

    /// The values that are still to be written.
    var remaining: [QueryLeaf] {
        removed.isEmpty ? leaves : leaves.filter { !removed.contains(ExactText($0.path.name(QueryStyle()))) }
    }
}

extension [QueryLeaf.Step] {
    /// The name of an item: `filter[id]`.
    ///
    /// - Parameter key: converts a key of a type.
    package func name(_ style: QueryStyle, key: (String) -> String = { $0 }) -> String {
        var name = ""
        for (index, step) in enumerated() {
            switch step {
            case .key(let text, let isName):
                let text = isName ? key(text) : text
                name += index == 0 ? text : style.nesting == .dots ? ".\(text)" : "[\(text)]"
            case .element(let place):
                switch style.arrays {
                case .brackets: name += "[]"
                case .indexed: name += "[\(place)]"
                case .repeated, .commaSeparated: if index < count - 1 { name += "[\(place)]" }
                }
            }
        }
        return name
    }
}
