public import EndpointKit

/// Selects and sorts creators. Properties that are nil, and empty lists, aren't sent.
public struct CreatorFilter: ListFilter {
    /// The exact first name.
    public var firstName: String?
    /// The exact middle name.
    public var middleName: String?
    /// The exact last name.
    public var lastName: String?
    /// The exact suffix.
    public var suffix: String?
    /// The beginning of the whole name.
    public var nameStartsWith: String?
    /// The beginning of the first name.
    public var firstNameStartsWith: String?
    /// The beginning of the middle name.
    public var middleNameStartsWith: String?
    /// The beginning of the last name.
    public var lastNameStartsWith: String?
    public var modifiedSince: Date?
    /// The ids of comics. Selects creators who worked on any of them.
    public var comics: [Int] = []
    /// The ids of series, any of which must match.
    public var series: [Int] = []
    /// The ids of events, any of which must match.
    public var events: [Int] = []
    /// The ids of stories, any of which must match.
    public var stories: [Int] = []
    public var orderBy: ListOrder<Self>?

    public init() {}

    public static var orders: [ListOrder<Self>] { [.lastName, .firstName, .middleName, .suffix, .modified] }

    var query: Query {
        [
            "firstName": firstName, "middleName": middleName, "lastName": lastName, "suffix": suffix, "nameStartsWith": nameStartsWith,
            "firstNameStartsWith": firstNameStartsWith, "middleNameStartsWith": middleNameStartsWith,
            "lastNameStartsWith": lastNameStartsWith, "modifiedSince": modifiedSince, "comics": .commaSeparated(comics),
            "series": .commaSeparated(series), "events": .commaSeparated(events), "stories": .commaSeparated(stories), "orderBy": orderBy,
        ]
    }
}

extension ListOrder<CreatorFilter> {
    /// Sorts by the last name.
    public static var lastName: Self { Self(keys: ["lastName"]) }
    /// Sorts by the first name.
    public static var firstName: Self { Self(keys: ["firstName"]) }
    /// Sorts by the middle name.
    public static var middleName: Self { Self(keys: ["middleName"]) }
    /// Sorts by the suffix.
    public static var suffix: Self { Self(keys: ["suffix"]) }
}
