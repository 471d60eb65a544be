/// The operations to generate. Only the models that they need are generated.
package struct Selection: Hashable, Sendable {
    /// Operations with one of these tags first.
    package var tags: Set<String>
    /// Operations whose path is one of these or below one of them.
    package var paths: Set<String>
    /// Operations with these ids.
    package var operations: Set<String>

    /// An operation is selected if it is in one of the sets. Three empty sets select all operations.
    package init(tags: Set<String> = [], paths: Set<String> = [], operations: Set<String> = []) {
        self.tags = tags
        self.paths = paths
        self.operations = operations
    }

    func contains(id: String?, tag: String?, path: String) -> Bool {
        if tags.isEmpty, paths.isEmpty, operations.isEmpty { return true }
        return tag.map(tags.contains) == true || id.map(operations.contains) == true
            || paths.contains { path == $0 || path.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }
    }
}
