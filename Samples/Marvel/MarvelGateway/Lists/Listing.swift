/// What a list can be asked for besides `limit`, `offset` and `modifiedSince`.
struct Listing<Element: Record> {
    /// Makes a condition of a parameter's text, or refuses it.
    typealias Filter = (String) throws(Refusal) -> (Element) -> Bool
    typealias Order = (Element, Element) -> Comparison

    var filters: [String: Filter]
    var orders: [String: Order]
    var isPaged = true

    static func by(_ value: @escaping (Element) -> some Comparable) -> Order {
        { Comparison(value($0), value($1)) }
    }

    /// Letters compare without their case.
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
