// Generated from lists.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

/// The client for Lists, version 1.
public final class ListsClient: APIClient, @unchecked Sendable {
    /// The service's address.
    public static var server: URL? { URL(string: "https://lists.example") }
}
