public import EndpointKit

/// Which of a character's comics, and in which order. What is nil or empty isn't asked for.
public struct ComicFilter: Hashable, Codable, Sendable {
    public var format: ComicFormat?
    public var formatType: FormatType?
    /// True leaves out variants: alternate covers, second printings, director's cuts.
    public var noVariants: Bool?
    public var dateDescriptor: DateDescriptor?
    /// Both ends belong to it.
    public var dateRange: ClosedRange<Date>?
    public var title: String?
    public var titleStartsWith: String?
    public var startYear: Int?
    public var issueNumber: Double?
    public var diamondCode: String?
    public var digitalId: Int?
    public var upc: String?
    public var isbn: String?
    public var ean: String?
    public var issn: String?
    public var hasDigitalIssue: Bool?
    public var modifiedSince: Date?
    /// Ids: comics that any of these had a part in.
    public var creators: [Int] = []
    public var series: [Int] = []
    public var events: [Int] = []
    public var stories: [Int] = []
    /// Ids: comics in which all of these characters appear together.
    public var sharedAppearances: [Int] = []
    /// Ids: comics on which all of these creators worked together.
    public var collaborators: [Int] = []
    public var orderBy: ComicOrder?

    public init() {}

    public enum FormatType: String, QueryValue, CaseIterable, Codable {
        case comic, collection
    }

    public enum DateDescriptor: String, QueryValue, CaseIterable, Codable {
        case lastWeek, thisWeek, nextWeek, thisMonth
    }

    var query: Query {
        [
            // The service names a format in lower case when it is asked for one.
            "format": format?.rawValue.lowercased(), "formatType": formatType, "noVariants": noVariants,
            "dateDescriptor": dateDescriptor, "dateRange": dateRange.map { .commaSeparated([$0.lowerBound, $0.upperBound]) },
            "title": title, "titleStartsWith": titleStartsWith, "startYear": startYear, "issueNumber": issueNumber,
            "diamondCode": diamondCode, "digitalId": digitalId, "upc": upc, "isbn": isbn, "ean": ean, "issn": issn,
            "hasDigitalIssue": hasDigitalIssue, "modifiedSince": modifiedSince, "creators": .commaSeparated(creators),
            "series": .commaSeparated(series), "events": .commaSeparated(events), "stories": .commaSeparated(stories),
            "sharedAppearances": .commaSeparated(sharedAppearances), "collaborators": .commaSeparated(collaborators), "orderBy": orderBy,
        ]
    }
}

public enum ComicOrder: String, QueryValue, CaseIterable, Codable {
    case finalOrderCutoff = "focDate"
    case onSale = "onsaleDate"
    case title, issueNumber, modified
    case finalOrderCutoffDescending = "-focDate"
    case onSaleDescending = "-onsaleDate"
    case titleDescending = "-title"
    case issueNumberDescending = "-issueNumber"
    case modifiedDescending = "-modified"
}
