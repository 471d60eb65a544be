public import EndpointKit

/// A token of the sample's sign-in, without an expiry.
public struct AccessToken: BearerToken, Codable, Hashable {
    /// The token itself.
    public var bearerText: String
    /// nil, because the token is good until the server rejects it.
    public var expiry: Date? { nil }

    /// Takes the text of the token.
    public init(_ text: String) { bearerText = text }

    private enum CodingKeys: String, CodingKey { case bearerText = "access_token" }
}
