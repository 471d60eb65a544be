/// A repository in the results of a search.
public struct Repository: Decodable, Hashable, Sendable {
    /// GitHub's number for the repository.
    public var id: Int
    /// The name with the owner: `swiftlang/swift`.
    public var fullName: String
    /// The description; nil for none.
    public var description: String?
    /// The main programming language; nil for none.
    public var language: String?
    /// The number of users who starred it.
    public var stars: Int

    private enum CodingKeys: String, CodingKey {
        case id, description, language
        case fullName = "full_name"
        case stars = "stargazers_count"
    }
}
