public import EndpointKit

public struct AccessToken: BearerToken, Codable, Hashable {
    public var bearerText: String
    /// Good until the server says otherwise.
    public var expiry: Date? { nil }

    public init(_ text: String) { bearerText = text }

    private enum CodingKeys: String, CodingKey { case bearerText = "access_token" }
}
