// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct PetList: Codable, Hashable, Sendable {
    public var pets: [Pet]
    public var next: String?
}
