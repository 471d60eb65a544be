internal import EndpointHTTP

/// Names that a document doesn't give: for operations without an id, and for two things with one name, or with one that can't be used.
package struct InventedNames: Hashable, Sendable {
    /// By the method and the path, or by the id that was no name.
    package internal(set) var operations: [String: String] = [:]
    /// By the names or the places of their schemas.
    package internal(set) var types: [String: String] = [:]
    /// By the types, and the members' names in JSON.
    package internal(set) var members: [String: [String: String]] = [:]

    var isEmpty: Bool { operations.isEmpty && types.isEmpty && members.isEmpty }

    var json: JSON {
        var root = JSON.Object()
        if !operations.isEmpty { root["operations"] = Self.json(operations) }
        if !types.isEmpty { root["types"] = Self.json(types) }
        if !members.isEmpty {
            var all = JSON.Object()
            for (type, names) in members.sorted(by: { $0.key < $1.key }) { all[type] = Self.json(names) }
            root["members"] = .object(all)
        }
        return .object(root)
    }

    private static func json(_ names: [String: String]) -> JSON {
        var object = JSON.Object()
        for (key, name) in names.sorted(by: { $0.key < $1.key }) { object[key] = .string(name) }
        return .object(object)
    }
}
