// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct Category: Codable, Hashable, Sendable {
    public var name: String
    public var parent: Boxed<Category>?
    public var children: [Category]?

    public init(name: String, parent: Boxed<Category>? = nil, children: [Category]? = nil) {
        self.name = name
        self.parent = parent
        self.children = children
    }
}
