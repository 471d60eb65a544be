// Generated from comics.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

/// The client for The Comics API, version 1.
///
/// - The configuration's authentication: the key "apikey" in the query.
public final class ComicsClient: APIClient, @unchecked Sendable {}
