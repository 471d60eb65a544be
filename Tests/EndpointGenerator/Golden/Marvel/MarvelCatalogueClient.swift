// Generated from marvel.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

/// The client for Marvel Catalogue, version 1.
///
/// - The configuration's authentication: the key "apikey" in the query.
public final class MarvelCatalogueClient: APIClient, @unchecked Sendable {
    /// The service's address.
    public static var server: URL? { URL(string: "https://gateway.marvel.com") }
}
