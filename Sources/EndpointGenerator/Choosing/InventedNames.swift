internal import EndpointHTTP

/// Names that a document doesn't contain: for operations without an id, for two things with the same name, and for names that can't be used.
package struct InventedNames: Hashable, Sendable {
    /// By method and path, or by an id that isn't a valid name.
    package internal(set) var operations: [String: String] = [:]
    /// By the name or location of the schema.
    package internal(set) var types: [String: String] = [:]
    /// By type, and by the member's name in JSON.
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
