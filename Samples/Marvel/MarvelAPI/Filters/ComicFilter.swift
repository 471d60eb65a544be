public import EndpointKit

/// Selects and sorts the comics of a character. Properties that are nil or empty aren't sent.
public struct ComicFilter: Hashable, Codable, Sendable {
    public var format: ComicFormat?
    public var formatType: FormatType?
    /// True excludes variants: alternate covers, second printings, director's cuts.
    public var noVariants: Bool?
    public var dateDescriptor: DateDescriptor?
    /// The range of dates, with both ends included.
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
    /// The ids of creators. Selects comics in which any of them had a part.
    public var creators: [Int] = []
    public var series: [Int] = []
    public var events: [Int] = []
    public var stories: [Int] = []
    /// The ids of characters. Selects comics in which all of them appear together.
    public var sharedAppearances: [Int] = []
    /// The ids of creators. Selects comics on which all of them worked together.
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
