import EndpointKit

/// The code of the article "The values of an API".
enum MuseumValues {
    nonisolated struct RateLimit: Decodable, Error { let seconds: Int }
    nonisolated struct Refusal: Decodable, Error { let reason: String }

    static func errors() -> [any ResponseDecision] {
        // Example: ValuesOfAnAPI.md#errors-by-status
    }

    static func bodies(_ pet: [String: String]?, filter: [String: Int], order: [String: String]) -> [Route] {
        // Example: ValuesOfAnAPI.md#bodies-that-may-be-missing-or-fail
    }

    nonisolated struct Painting: Codable, Equatable, Sendable { let id: Int }
    nonisolated struct Canvas: Codable, Equatable, Sendable { let width: Int }
    nonisolated struct Sculpture: Codable, Equatable, Sendable { let height: Int }
    nonisolated struct Move: Codable, Equatable, Sendable { let to: Int }
    struct Sorting: OpenEnum {
        let rawValue: String
        static let newest: Sorting = "-date"
    }

    static func order(_ id: UUID, _ customer: UUID) -> Route {
        // Example: ValuesOfAnAPI.md#uuids
    }

    // Example: ValuesOfAnAPI.md#days

    static func overdue(_ loans: [Loan], _ now: Date, _ timeZone: TimeZone) -> [Date] {
        // Example: ValuesOfAnAPI.md#days
    }

    // Example: ValuesOfAnAPI.md#null-missing-or-a-value

    static func change() -> Route {
        // Example: ValuesOfAnAPI.md#null-missing-or-a-value
    }

    // Example: ValuesOfAnAPI.md#one-of-several-types

    // Example: ValuesOfAnAPI.md#one-of-several-types

    // Example: ValuesOfAnAPI.md#sets-that-the-server-may-extend

    static func list(_ id: UUID, _ date: Date, _ room: Int?) -> Route {
        // Example: ValuesOfAnAPI.md#header-fields
    }

    static func strings(_ configuration: inout APIConfiguration) {
        // Example: ValuesOfAnAPI.md#strings-as-json
    }

    // Example: ValuesOfAnAPI.md#a-body-with-its-header-fields
}
