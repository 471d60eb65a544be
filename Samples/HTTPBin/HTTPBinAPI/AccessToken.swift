public import EndpointKit

/// A token of the sample's sign-in, without an expiry.
nonisolated public struct AccessToken: BearerToken, Codable, Hashable {
    /// The token itself.
    public var bearerText: String
    /// nil, because the token is valid until the server rejects it.
    public var expiry: Date? { nil }

    /// Creates a token from its text.
    public init(_ text: String) { bearerText = text }

    private enum CodingKeys: String, CodingKey { case bearerText = "access_token" }
}
