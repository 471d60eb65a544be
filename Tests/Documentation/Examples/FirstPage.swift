import EndpointKit

/// The code of the documentation's first page.
enum FirstPage {
    static func first(_ baseURL: URL) async throws -> (String, Int) {
        // Example: EndpointKit.md#overview
        return (hero.name, heroes.count)
    }
}
