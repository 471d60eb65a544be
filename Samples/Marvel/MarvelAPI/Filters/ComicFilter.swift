public import EndpointKit

/// Selects and sorts the comics. Properties that are nil, and empty lists, aren't sent.
public struct ComicFilter: ListFilter {
    /// The format of the issue.
    public var format: ComicFormat?
    /// Single issues or collections.
    public var formatType: FormatType?
    /// True excludes variants: alternate covers, second printings, director's cuts. False excludes nothing, as nil does.
    public var noVariants: Bool?
    /// A range of dates relative to today.
    public var dateDescriptor: DateDescriptor?
    /// The range of dates, with both ends included.
    public var dateRange: ClosedRange<Date>?
    /// The exact title.
    public var title: String?
    /// The beginning of the title.
    public var titleStartsWith: String?
    /// The year in which the series began.
    public var startYear: Int?
    /// The number of the issue.
    public var issueNumber: Double?
    /// The order code of the distributor Diamond.
    public var diamondCode: String?
    /// The id of the digital edition.
    public var digitalId: Int?
    /// The UPC barcode.
    public var upc: String?
    /// The ISBN.
    public var isbn: String?
    /// The EAN barcode.
    public var ean: String?
    /// The ISSN.
    public var issn: String?
    /// True selects comics with a digital edition, false those without one.
    public var hasDigitalIssue: Bool?
    public var modifiedSince: Date?
    /// The ids of creators. Selects comics on which any of them worked.
    public var creators: [Int] = []
    /// The ids of characters, any of which must match.
    public var characters: [Int] = []
    /// The ids of series, any of which must match.
    public var series: [Int] = []
    /// The ids of events, any of which must match.
    public var events: [Int] = []
    /// The ids of stories, any of which must match.
    public var stories: [Int] = []
    /// The ids of characters. Selects comics in which all of them appear together.
    public var sharedAppearances: [Int] = []
    /// The ids of creators. Selects comics on which all of them worked together.
    public var collaborators: [Int] = []
    public var orderBy: ListOrder<Self>?

    public init() {}

    public static var orders: [ListOrder<Self>] { [.finalOrderCutoff, .onSale, .title, .issueNumber, .modified] }

    /// Whether a comic is a single issue or a collection.
    public enum FormatType: String, QueryValue, CaseIterable, Codable {
        /// Single issues, or collections of several.
        case comic, collection
    }

    /// A range of dates relative to today.
    public enum DateDescriptor: String, QueryValue, CaseIterable, Codable {
        /// Weeks begin on Monday.
        case lastWeek, thisWeek, nextWeek, thisMonth
    }

    var query: Query {
        [
            // The service expects the format in lower case.
            "format": format?.rawValue.lowercased(), "formatType": formatType, "noVariants": noVariants,
            "dateDescriptor": dateDescriptor, "dateRange": dateRange.map { .commaSeparated([$0.lowerBound, $0.upperBound]) },
            "title": title, "titleStartsWith": titleStartsWith, "startYear": startYear, "issueNumber": issueNumber,
            "diamondCode": diamondCode, "digitalId": digitalId, "upc": upc, "isbn": isbn, "ean": ean, "issn": issn,
            "hasDigitalIssue": hasDigitalIssue, "modifiedSince": modifiedSince, "creators": .commaSeparated(creators),
            "characters": .commaSeparated(characters), "series": .commaSeparated(series), "events": .commaSeparated(events),
            "stories": .commaSeparated(stories),
            "sharedAppearances": .commaSeparated(sharedAppearances), "collaborators": .commaSeparated(collaborators), "orderBy": orderBy,
        ]
    }
}

extension ListOrder<ComicFilter> {
    /// Sorts by the last day on which a shop could change its order, the earliest first.
    public static var finalOrderCutoff: Self { Self(keys: ["focDate"]) }
    /// Sorts by the first day of sale, the earliest first.
    public static var onSale: Self { Self(keys: ["onsaleDate"]) }
    /// Sorts by the title.
    public static var title: Self { Self(keys: ["title"]) }
    /// Sorts by the number, the lowest first.
    public static var issueNumber: Self { Self(keys: ["issueNumber"]) }
}
