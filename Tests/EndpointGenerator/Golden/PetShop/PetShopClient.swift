// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

/// The client for Pet Shop API, version 2.1.
///
/// - The configuration's authentication: a bearer token.
/// - Its credentials "admin_key": the key "X-Admin-Key" in the header.
public final class PetShopClient: APIClient, @unchecked Sendable {
    /// The service's address.
    public static var server: URL? { URL(string: "https://eu.petshop.example/v2") }
    /// The address of some operations. Credentials are sent there if `otherOrigins` of the policies has it.
    public static var uploadServer: URL? { URL(string: "https://upload.petshop.example") }
    /// How JSON is written and read.
    public static let json = JSONConvention(dates: .iso8601)
}
