// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

/// A pet in the shop.
nonisolated public struct Pet: Codable, Hashable, Sendable {
    /// The name, as its owner calls it.
    public var name: String
    /// Whether a pet can be bought.
    public var status: PetStatus
    public var price: Double?
    public var bornAt: Date?
    public var category: Category?
    public var owner: NewPet.Owner?
    public var labels: [String: String]?
    public var extra: JSON?
    public var id: Int
    public var selfValue: String?
    public var photos: [Photo]?

    private enum CodingKeys: String, CodingKey {
        case name, status, price, category, owner, labels, extra, id, photos
        case bornAt = "born_at"
        case selfValue = "self"
    }

    nonisolated public struct Photo: Codable, Hashable, Sendable {
        public var url: String?
    }
}
