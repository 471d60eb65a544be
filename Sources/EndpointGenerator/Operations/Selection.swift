internal import EndpointHTTP

/// The operations to generate. Only the models that they need are generated.
package struct Selection: Hashable, Sendable {
    /// Operations whose first tag is one of these.
    package var tags: Set<String>
    /// Operations whose path is one of these, or below one of them.
    package var paths: Set<String>
    /// Operations with one of these ids.
    package var operations: Set<String>

    /// An operation is selected if it matches any of the sets. Three empty sets select all operations.
    package init(tags: Set<String> = [], paths: Set<String> = [], operations: Set<String> = []) {
        self.tags = tags
        self.paths = paths
        self.operations = operations
    }

    /// Whether all three sets are empty.
    var isEmpty: Bool { tags.isEmpty && paths.isEmpty && operations.isEmpty }

    /// The members of the sets that select an operation.
    func matches(id: String?, tag: String?, path: String) -> Selection {
        Selection(
            tags: tags.filter { $0 == tag }, paths: paths.filter { path == $0 || path.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") },
            operations: operations.filter { $0 == id })
    }

    /// The members that `other` lacks.
    func subtracting(_ other: Selection) -> Selection {
        Selection(
            tags: tags.subtracting(other.tags), paths: paths.subtracting(other.paths), operations: operations.subtracting(other.operations))
    }
}
