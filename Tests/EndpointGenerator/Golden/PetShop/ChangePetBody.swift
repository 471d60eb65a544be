// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct ChangePetBody: Codable, Hashable, Sendable {
    public var name: String?
    public var price: Double?

    public init(name: String? = nil, price: Double? = nil) {
        self.name = name
        self.price = price
    }
}
