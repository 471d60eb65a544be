internal import EndpointKit

/// The valid parameters of a call for a list.
struct ListQuery {
    private var limit = 20
    private var offset = 0
    private var conditions: [(Resource) -> Bool] = []
    private var orders: [(key: String, isDescending: Bool)] = []

    private static let textLimit = 250

    /// - Parameters:
    ///   - kind: the kind of the list's resources; nil for a single resource, which has no parameters.
    ///   - parent: the kind of the resource that the list belongs to.
    init(_ query: Query, for kind: Kind?, of parent: Kind?, in catalogue: Catalogue, at time: Date) throws(Refusal) {
        guard !query.encoded.contains(/%(?![0-9A-Fa-f]{2})/) else {
            throw .invalid("A parameter has a % that is not followed by two hexadecimal digits.")
        }
        var seen: Set<String> = []
        for item in query where !Credentials.names.contains(item.name) {
            let (name, value) = (item.name, item.value ?? "")
            guard let kind else { throw .invalid("\"\(name)\" is not a parameter of this call.") }
            guard seen.insert(name).inserted else { throw .invalid("You may pass \"\(name)\" only once.") }
            switch name {
            case "limit":
                guard value.isDigits, value.utf8.contains(where: { $0 != UInt8(ascii: "0") }) else {
                    throw .invalid("You must pass an integer limit greater than 0.")
                }
                guard let limit = Int(value), limit <= 100 else { throw .invalid("You may not request more than 100 items.") }
                self.limit = limit
            case "offset":
                guard let offset = value.naturalNumber else { throw .invalid("You must pass an integer offset of 0 or more.") }
                self.offset = offset
            case "orderBy":
                for part in value.split(separator: ",", omittingEmptySubsequences: false) {
                    let isDescending = part.hasPrefix("-")
                    let key = String(part.trimmingPrefix("-"))
                    guard kind.orders.contains(key), !orders.contains(where: { $0.key == key }) else {
                        throw .invalid("\"\(part)\" is not an order of this list.")
                    }
                    orders.append((key, isDescending))
                }
            default:
                guard let filter = kind.filter(name, in: parent) else { throw .invalid("\"\(name)\" is not a parameter of this list.") }
                guard !value.isEmpty else { throw .invalid("You may not leave \"\(name)\" empty.") }
                guard value.utf8.count <= Self.textLimit else { throw .invalid("The value of \"\(name)\" is too long.") }
                conditions.append(try filter.condition(for: value, in: catalogue, at: time))
            }
        }
    }

    /// Filters and sorts the resources, and returns the page in JSON with its digest. `write` returns the JSON and the digest of one resource.
    func page(of resources: [Resource], _ write: (Resource) throws -> ResourceWriter.Written) rethrows -> ResourceWriter.Written {
        let chosen = sorted(resources.filter { resource in conditions.allSatisfy { $0(resource) } })
        let results = try chosen.dropFirst(offset).prefix(limit).map(write)
        let head = #"{"offset":\#(offset),"limit":\#(limit),"total":\#(chosen.count),"count":\#(results.count),"results":["#
        var page = Data(head.utf8)
        for (place, result) in results.enumerated() {
            if place > 0 { page.append(UInt8(ascii: ",")) }
            page.append(result.text)
        }
        page.append(Data("]}".utf8))
        return (page, MD5.hexDigest(of: results.reduce(head) { $0 + $1.digest }))
    }

    private enum SortKey: Comparable {
        case text(String), number(Double)

        init(_ value: JSON) { self = value.double.map(SortKey.number) ?? .text(value.text.lowercased()) }
    }

    private func sorted(_ resources: [Resource]) -> [Resource] {
        if orders.isEmpty { return resources }
        let keyed = resources.map { resource in (keys: orders.map { SortKey(resource[$0.key]) }, resource: resource) }
        return keyed.sorted { a, b in
            for (place, order) in orders.enumerated() where a.keys[place] != b.keys[place] {
                return (a.keys[place] < b.keys[place]) != order.isDescending
            }
            // Resources with equal keys must be in the same order on every page.
            return a.resource.id < b.resource.id
        }.map(\.resource)
    }
}
