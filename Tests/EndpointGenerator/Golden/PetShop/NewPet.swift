// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public struct NewPet: Codable, Hashable, Sendable {
    /// The name, as its owner calls it.
    public var name: String
    /// Whether a pet can be bought.
    public var status: PetStatus
    public var price: Double?
    public var bornAt: Date?
    public var category: Category?
    public var owner: Owner?
    public var labels: [String: String]?
    public var extra: JSON?

    public init(
        name: String, status: PetStatus, price: Double? = nil, bornAt: Date? = nil, category: Category? = nil, owner: Owner? = nil,
        labels: [String: String]? = nil, extra: JSON? = nil
    ) {
        self.name = name
        self.status = status
        self.price = price
        self.bornAt = bornAt
        self.category = category
        self.owner = owner
        self.labels = labels
        self.extra = extra
    }

    private enum CodingKeys: String, CodingKey {
        case name, status, price, category, owner, labels, extra
        case bornAt = "born_at"
    }

    nonisolated public struct Owner: Codable, Hashable, Sendable {
        public var email: String
        public var homeURL: String?

        public init(email: String, homeURL: String? = nil) {
            self.email = email
            self.homeURL = homeURL
        }

        private enum CodingKeys: String, CodingKey {
            case email
            case homeURL = "home_url"
        }
    }
}
