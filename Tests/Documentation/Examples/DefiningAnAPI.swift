import EndpointKit

/// The code of the article "Defining an API".
enum Museum {
    nonisolated struct Painting: Codable, Equatable, Sendable {
        let id: Int
        let title: String
    }
    nonisolated struct Artist: Codable, Sendable { let name: String }
    nonisolated struct NewPainting: Encodable, Sendable { let title: String }

    // Example: DefiningAnAPI.md#a-client-that-the-compiler-checks

    // Example: DefiningAnAPI.md#overview

    // Example: DefiningAnAPI.md#endpoints-as-an-enum

    static func cancelImages(_ client: MuseumClient) {
        // Example: DefiningAnAPI.md#endpoints-as-an-enum
    }

    // Example: DefiningAnAPI.md#a-request-with-its-response-type

    static func requested(_ client: MuseumClient) async throws -> Painting {
        // Example: DefiningAnAPI.md#a-request-with-its-response-type
        return painting
    }

    static func queries(_ since: Date) -> Query {
        // Example: DefiningAnAPI.md#values-in-a-query
    }

    // Example: DefiningAnAPI.md#values-in-a-query

    static func convention(_ configuration: inout APIConfiguration) {
        // Example: DefiningAnAPI.md#dates-keys-and-bytes-the-json-convention
    }

    // Example: DefiningAnAPI.md#dates-keys-and-bytes-the-json-convention

    // Example: DefiningAnAPI.md#lists-with-bad-elements
}
