public struct Repository: Decodable, Hashable, Sendable {
    public var id: Int
    /// The name with the owner: `swiftlang/swift`.
    public var fullName: String
    public var description: String?
    public var language: String?
    public var stars: Int

    private enum CodingKeys: String, CodingKey {
        case id, description, language
        case fullName = "full_name"
        case stars = "stargazers_count"
    }
}
