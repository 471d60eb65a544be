internal import EndpointKit

/// The valid parameters of a call for a list.
struct ListQuery<Element: Record> {
    private var limit = 20
    private var offset = 0
    private var conditions: [(Element) -> Bool] = []
    private var orders: [Listing<Element>.Order] = []

    private static var textLimit: Int { 250 }

    init(_ query: Query, for listing: Listing<Element>) throws(Refusal) {
        var seen: Set<String> = []
        for item in query where !Credentials.names.contains(item.name) {
            let value = item.value ?? ""
            guard listing.isPaged else { throw .invalid("\"\(item.name)\" is no parameter of this call.") }
            guard seen.insert(item.name).inserted else { throw .invalid("You may pass \"\(item.name)\" only once.") }
            try read(item.name, value, for: listing)
        }
    }

    private mutating func read(_ name: String, _ value: String, for listing: Listing<Element>) throws(Refusal) {
        switch name {
        case "limit":
            guard value.isDigits, value.contains(where: { $0 != "0" }) else {
                throw .invalid("You must pass an integer limit greater than 0.")
            }
            guard let limit = Int(value), limit <= 100 else { throw .invalid("You may not request more than 100 items.") }
            self.limit = limit
        case "offset":
            guard let offset = value.naturalNumber else {
                throw .invalid("You must pass an integer offset of 0 or more.")
            }
            self.offset = offset
        case "modifiedSince":
            guard let since = Timestamp.parse(value) else { throw .invalid("You must pass a date such as 2014-04-29T14:18:17-0400.") }
            conditions.append { $0.modified.seconds >= since }
        case "orderBy":
            for part in value.split(separator: ",", omittingEmptySubsequences: false) {
                let isDescending = part.hasPrefix("-")
                guard let order = listing.orders[String(isDescending ? part.dropFirst() : part)] else {
                    throw .invalid("\"\(part)\" is no order of this list.")
                }
                orders.append(isDescending ? { order($0, $1).reversed } : order)
            }
        default:
            guard let filter = listing.filters[name] else { throw .invalid("\"\(name)\" is no parameter of this list.") }
            guard !value.isEmpty else { throw .invalid("You may not leave \"\(name)\" empty.") }
            guard value.utf8.count <= Self.textLimit else { throw .invalid("What you pass as \"\(name)\" is too long.") }
            conditions.append(try filter(value))
        }
    }

    /// Filters and sorts the elements, and returns the page.
    func page(of elements: [Element]) -> Page<Element> {
        var chosen = conditions.isEmpty ? elements : elements.filter { element in conditions.allSatisfy { $0(element) } }
        if !orders.isEmpty {
            chosen.sort { a, b in
                for order in orders {
                    let comparison = order(a, b)
                    if comparison != .equal { return comparison == .less }
                }
                // Equal elements must have the same order on every page.
                return a.id < b.id
            }
        }
        return Page(offset: offset, limit: limit, total: chosen.count, elements: Array(chosen.dropFirst(offset).prefix(limit)))
    }
}
