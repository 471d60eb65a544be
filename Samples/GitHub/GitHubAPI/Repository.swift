public import EndpointKit

/// A repository in the results of a search.
nonisolated public struct Repository: Decodable, Hashable, Sendable {
    /// GitHub's number for the repository.
    public var id: Int
    /// The name with the owner: `swiftlang/swift`.
    public var fullName: String
    /// The description; nil if there is none.
    public var description: String?
    /// The main programming language; nil if there is none.
    public var language: String?
    /// The number of users who starred it.
    public var stars: Int
    /// Every field that GitHub returns.
    public var whole: JSON

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        fullName = try container.decode(String.self, forKey: .fullName)
        description = try container.decodeIfPresent(String.self, forKey: .description)
        language = try container.decodeIfPresent(String.self, forKey: .language)
        stars = try container.decode(Int.self, forKey: .stars)
        whole = try JSON(from: decoder)
    }

    private enum CodingKeys: String, CodingKey {
        case id, description, language
        case fullName = "full_name"
        case stars = "stargazers_count"
    }
}
