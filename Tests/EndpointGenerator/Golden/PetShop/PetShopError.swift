// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct PetShopError: Codable, Error, Hashable {
    public var code: Int?
    public var message: String
}

nonisolated extension PetShopError: CustomStringConvertible {
    public var description: String { message }
}
