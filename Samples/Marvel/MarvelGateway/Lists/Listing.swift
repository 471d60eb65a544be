/// The filters and orders of a list, besides `limit`, `offset` and `modifiedSince`.
struct Listing<Element: Record> {
    /// Turns the text of a parameter into a condition, or refuses it.
    typealias Filter = (String) throws(Refusal) -> (Element) -> Bool
    typealias Order = (Element, Element) -> Comparison

    var filters: [String: Filter]
    var orders: [String: Order]
    var isPaged = true

    static func by(_ value: @escaping (Element) -> some Comparable) -> Order {
        { Comparison(value($0), value($1)) }
    }

    /// Sorts by a text without regard to case.
    static func alphabetically(_ text: @escaping (Element) -> String) -> Order {
        by { text($0).lowercased() }
    }

    static var byModified: Order { by(\.modified.seconds) }
}

enum Comparison {
    case less, equal, greater

    init<Value: Comparable>(_ a: Value, _ b: Value) { self = a < b ? .less : a == b ? .equal : .greater }

    var reversed: Comparison {
        switch self {
        case .less: .greater
        case .equal: .equal
        case .greater: .less
        }
    }
}
