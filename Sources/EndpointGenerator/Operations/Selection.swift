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

    /// Whether it is three empty sets.
    package var isEmpty: Bool { tags.isEmpty && paths.isEmpty && operations.isEmpty }

    func contains(id: String?, tag: String?, path: String) -> Bool { isEmpty || matches(id: id, tag: tag, path: path) != Selection() }

    /// The members of the sets that select an operation.
    func matches(id: String?, tag: String?, path: String) -> Selection {
        Selection(
            tags: tags.filter { $0 == tag }, paths: paths.filter { path == $0 || path.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") },
            operations: operations.filter { $0 == id })
    }

    /// The members of the sets that select no operation.
    func subtracting(_ other: Selection) -> Selection {
        Selection(
            tags: tags.subtracting(other.tags), paths: paths.subtracting(other.paths), operations: operations.subtracting(other.operations))
    }
}
