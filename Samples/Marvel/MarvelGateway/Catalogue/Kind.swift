/// A kind of resource. The raw value is its name in paths, parameters and JSON.
enum Kind: String, CaseIterable {
    case characters, comics, creators, events, series, stories

    /// The singular, as in "We couldn't find that character".
    var noun: String {
        switch self {
        case .characters: "character"
        case .comics: "comic"
        case .creators: "creator"
        case .events: "event"
        case .series: "series"
        case .stories: "story"
        }
    }

    /// The kinds that a resource of this kind has lists of. Its own list can be filtered by their ids.
    var lists: [Kind] {
        switch self {
        case .characters: [.comics, .series, .stories, .events]
        case .comics: [.creators, .characters, .stories, .events]
        case .creators: [.comics, .series, .stories, .events]
        case .events: [.creators, .characters, .stories, .comics, .series]
        case .series: [.creators, .characters, .stories, .comics, .events]
        case .stories: [.creators, .characters, .series, .comics, .events]
        }
    }

    /// The filters, except those by id and `modifiedSince`, which every kind has.
    var filters: [String: Filter] {
        switch self {
        case .characters: ["name": .text("name"), "nameStartsWith": .start("name")]
        case .comics:
            [
                "format": .choice("format", Self.formats), "formatType": .choice("formatType", ["comic", "collection"]),
                "noVariants": .exclusion("isVariant"), "dateDescriptor": .period("onsaleDate"), "dateRange": .days("onsaleDate"),
                "title": .text("seriesTitle"), "titleStartsWith": .start("seriesTitle"), "startYear": .integer("startYear"),
                "issueNumber": .decimal("issueNumber"), "diamondCode": .text("diamondCode"), "digitalId": .integer("digitalId"),
                "upc": .text("upc"), "isbn": .text("isbn"), "ean": .text("ean"), "issn": .text("issn"),
                "hasDigitalIssue": .flag("hasDigitalIssue"), "series": .anyOf(.series), "sharedAppearances": .allOf(.characters),
                "collaborators": .allOf(.creators),
            ]
        case .creators:
            [
                "firstName": .text("firstName"), "middleName": .text("middleName"), "lastName": .text("lastName"),
                "suffix": .text("suffix"), "nameStartsWith": .start("fullName"), "firstNameStartsWith": .start("firstName"),
                "middleNameStartsWith": .start("middleName"), "lastNameStartsWith": .start("lastName"),
            ]
        case .events: ["name": .text("name"), "nameStartsWith": .start("name")]
        case .series:
            [
                "title": .text("seriesTitle"), "titleStartsWith": .start("seriesTitle"), "startYear": .integer("startYear"),
                "seriesType": .choice("type", ["collection", "one shot", "limited", "ongoing"]),
                "contains": .choice("contains", Self.formats),
            ]
        case .stories: [:]
        }
    }

    var orders: [String] {
        switch self {
        case .characters: ["name", "modified"]
        case .comics: ["focDate", "onsaleDate", "title", "issueNumber", "modified"]
        case .creators: ["lastName", "firstName", "middleName", "suffix", "modified"]
        case .events: ["name", "startDate", "modified"]
        case .series: ["title", "startYear", "modified"]
        case .stories: ["id", "modified"]
        }
    }

    private static let formats = [
        "comic", "magazine", "trade paperback", "hardcover", "digest", "graphic novel", "digital comic", "infinite comic",
    ]

    /// The filter of a parameter in a list of this kind; nil if there is none, or if the list belongs to a `parent` of that kind.
    func filter(_ name: String, in parent: Kind?) -> Filter? {
        if name == "modifiedSince" { return .since("modified") }
        if name == parent?.rawValue { return nil }
        return filters[name] ?? lists.first { $0.rawValue == name }.map { .anyOf($0) }
    }
}
