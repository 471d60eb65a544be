public import EndpointKit

public struct AccessToken: BearerToken, Codable, Hashable {
    public var bearerText: String
    /// nil, because the token is good until the server rejects it.
    public var expiry: Date? { nil }

    public init(_ text: String) { bearerText = text }

    private enum CodingKeys: String, CodingKey { case bearerText = "access_token" }
}
