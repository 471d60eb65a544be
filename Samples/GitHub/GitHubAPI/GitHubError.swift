/// The body of an error response, such as a 422 for a search without text, or a 403 when the hour's quota is used up.
nonisolated public struct GitHubError: Error, Decodable, Hashable, Sendable {
    /// The explanation, to show to people.
    public var message: String
    /// The page of the documentation that explains the error.
    public var documentationURL: String?

    private enum CodingKeys: String, CodingKey {
        case message
        case documentationURL = "documentation_url"
    }
}

nonisolated extension GitHubError: CustomStringConvertible {
    public var description: String { message }
}
