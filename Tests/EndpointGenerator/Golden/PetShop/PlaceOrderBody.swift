// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public struct PlaceOrderBody: Codable, Hashable, Sendable {
    public var petID: Int
    public var `class`: Class?

    public init(petID: Int, `class`: Class? = nil) {
        self.petID = petID
        self.class = `class`
    }

    private enum CodingKeys: String, CodingKey {
        case `class`
        case petID = "pet_id"
    }

    nonisolated public enum Class: String, CaseIterable, Codable, QueryValue {
        case fast
        case `default`
    }
}
