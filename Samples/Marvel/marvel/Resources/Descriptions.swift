internal import CommandLineProgram
internal import EndpointKit
internal import MarvelAPI

extension MarvelAPI.Character: ListedResource {
    static let singular = "character"
    static let fields: [Field<Self>] = [
        .number("id") { $0.id }, .html("name") { $0.name }, .count("comics") { $0.comics }, .count("series") { $0.series },
        .count("stories") { $0.stories }, .count("events") { $0.events }, .date("modified") { $0.modified },
        .html("description", isInTable: false) { $0.description }, .image { $0.thumbnail }, .links { $0.urls },
    ]
    static let members = ["thumbnail", "resourceURI", "urls"]
    static let filters: [FilterOption<CharacterFilter>] = [
        .text("name", \.name, "with exactly this name"), .text("name-starts-with", \.nameStartsWith, "with a name that begins with this"),
        .ids("comics", \.comics), .ids("series", \.series), .ids("events", \.events), .ids("stories", \.stories),
    ]
}

extension Comic: ListedResource {
    static let singular = "comic"
    static let fields: [Field<Self>] = [
        .number("id") { $0.id }, .html("title") { $0.title }, .number("issueNumber", isInTable: false) { $0.issueNumber },
        .text("format") { $0.format?.rawValue }, .number("pageCount") { $0.pageCount },
        .date("onSale") { comic in comic.dates.first { $0.type == "onsaleDate" }?.date },
        .number("price") { comic in comic.prices.first { $0.type == "printPrice" }?.price },
        .html("series", isInTable: false) { $0.series?.name }, .html("variant", isInTable: false) { $0.variantDescription },
        .count("characters", isInTable: false) { $0.characters }, .count("creators", isInTable: false) { $0.creators },
        .count("events", isInTable: false) { $0.events }, .count("stories", isInTable: false) { $0.stories },
        .text("isbn", label: "ISBN", isInTable: false) { $0.isbn }, .text("upc", label: "UPC", isInTable: false) { $0.upc },
        .text("diamondCode", isInTable: false) { $0.diamondCode }, .text("ean", label: "EAN", isInTable: false) { $0.ean },
        .text("issn", label: "ISSN", isInTable: false) { $0.issn }, .date("modified", isInTable: false) { $0.modified },
        .html("description", isInTable: false) { $0.description }, .image { $0.thumbnail }, .links { $0.urls },
    ]
    static let members = [
        "digitalId", "variantDescription", "textObjects", "resourceURI", "urls", "variants", "collections", "collectedIssues", "dates",
        "prices", "thumbnail", "images",
    ]
    static let filters: [FilterOption<ComicFilter>] = [
        .choice("format", \.format, formats, "of this format"),
        .choice("format-type", \.formatType, ComicFilter.FormatType.allCases.map(\.rawValue), "single issues or collections"),
        .flag("no-variants", \.noVariants, "without alternate covers and later printings"),
        .choice("date-descriptor", \.dateDescriptor, ComicFilter.DateDescriptor.allCases.map(\.rawValue), "on sale in this period"),
        .dates("date-range", \.dateRange, "on sale between two dates: 2013-01-01,2013-01-31"),
        .text("title", \.title, "with exactly this title"),
        .text("title-starts-with", \.titleStartsWith, "with a title that begins with this"),
        .integer("start-year", \.startYear, "of a series that began in this year"),
        .number("issue-number", \.issueNumber, "with this number, such as 3 or 1.5"),
        .text("diamond-code", \.diamondCode, "with this order code"), .integer("digital-id", \.digitalId, "with this digital edition"),
        .text("upc", \.upc, "with this UPC"), .text("isbn", \.isbn, "with this ISBN"), .text("ean", \.ean, "with this EAN"),
        .text("issn", \.issn, "with this ISSN"), .flag("has-digital-issue", \.hasDigitalIssue, "with a digital edition"),
        .ids("creators", \.creators), .ids("characters", \.characters), .ids("series", \.series), .ids("events", \.events),
        .ids("stories", \.stories), .ids("shared-appearances", \.sharedAppearances, "in which all these characters appear"),
        .ids("collaborators", \.collaborators, "on which all these creators worked"),
    ]
    /// The formats, in the spelling that the service expects.
    static let formats = [
        "comic", "magazine", "trade paperback", "hardcover", "digest", "graphic novel", "digital comic", "infinite comic",
    ]
}

extension Creator: ListedResource {
    static let singular = "creator"
    static let fields: [Field<Self>] = [
        .number("id") { $0.id }, .html("name") { $0.fullName }, .count("comics") { $0.comics }, .count("series") { $0.series },
        .count("stories") { $0.stories }, .count("events") { $0.events }, .date("modified") { $0.modified },
        .text("firstName", isInTable: false) { $0.firstName }, .text("middleName", isInTable: false) { $0.middleName },
        .text("lastName", isInTable: false) { $0.lastName }, .text("suffix", isInTable: false) { $0.suffix },
        .image { $0.thumbnail }, .links { $0.urls },
    ]
    static let members = ["fullName", "thumbnail", "resourceURI", "urls"]
    static let filters: [FilterOption<CreatorFilter>] = [
        .text("first-name", \.firstName, "with this first name"), .text("middle-name", \.middleName, "with this middle name"),
        .text("last-name", \.lastName, "with this last name"), .text("suffix", \.suffix, "with this suffix, such as Jr."),
        .text("name-starts-with", \.nameStartsWith, "with a name that begins with this"),
        .text("first-name-starts-with", \.firstNameStartsWith, "with a first name that begins with this"),
        .text("middle-name-starts-with", \.middleNameStartsWith, "with a middle name that begins with this"),
        .text("last-name-starts-with", \.lastNameStartsWith, "with a last name that begins with this"),
        .ids("comics", \.comics), .ids("series", \.series), .ids("events", \.events), .ids("stories", \.stories),
    ]
}

extension Event: ListedResource {
    static let singular = "event"
    static let fields: [Field<Self>] = [
        .number("id") { $0.id }, .html("title") { $0.title }, .date("start") { $0.start }, .date("end") { $0.end },
        .count("comics") { $0.comics }, .count("series") { $0.series }, .count("characters") { $0.characters },
        .count("creators", isInTable: false) { $0.creators }, .count("stories", isInTable: false) { $0.stories },
        .html("next", isInTable: false) { $0.next?.name }, .html("previous", isInTable: false) { $0.previous?.name },
        .date("modified", isInTable: false) { $0.modified }, .html("description", isInTable: false) { $0.description },
        .image { $0.thumbnail },
        .links { $0.urls },
    ]
    static let members = ["thumbnail", "resourceURI", "urls"]
    static let filters: [FilterOption<EventFilter>] = [
        .text("name", \.name, "with exactly this name"), .text("name-starts-with", \.nameStartsWith, "with a name that begins with this"),
        .ids("creators", \.creators), .ids("characters", \.characters), .ids("series", \.series), .ids("comics", \.comics),
        .ids("stories", \.stories),
    ]
}

extension Series: ListedResource {
    /// The same as the plural.
    static let singular = "series"
    static let fields: [Field<Self>] = [
        .number("id") { $0.id }, .html("title") { $0.title }, .number("startYear") { $0.startYear }, .number("endYear") { $0.endYear },
        .text("type") { $0.type?.rawValue }, .count("comics") { $0.comics }, .count("characters") { $0.characters },
        .count("creators", isInTable: false) { $0.creators }, .count("events", isInTable: false) { $0.events },
        .count("stories", isInTable: false) { $0.stories }, .text("rating", isInTable: false) { $0.rating },
        .html("next", isInTable: false) { $0.next?.name }, .html("previous", isInTable: false) { $0.previous?.name },
        .date("modified", isInTable: false) { $0.modified }, .html("description", isInTable: false) { $0.description },
        .image { $0.thumbnail },
        .links { $0.urls },
    ]
    static let members = ["thumbnail", "resourceURI", "urls"]
    static let filters: [FilterOption<SeriesFilter>] = [
        .text("title", \.title, "with exactly this title"),
        .text("title-starts-with", \.titleStartsWith, "with a title that begins with this"),
        .integer("start-year", \.startYear, "that began in this year"),
        .choice("series-type", \.seriesType, ["collection", "one shot", "limited", "ongoing"], "of this type"),
        .choice("contains", \.contains, Comic.formats, "with comics of this format"),
        .ids("creators", \.creators), .ids("characters", \.characters), .ids("comics", \.comics), .ids("events", \.events),
        .ids("stories", \.stories),
    ]
}

extension Story: ListedResource {
    static let singular = "story"
    static let fields: [Field<Self>] = [
        .number("id") { $0.id }, .html("title") { $0.title }, .text("type") { $0.type?.rawValue },
        .html("originalIssue") { $0.originalIssue?.name }, .count("characters") { $0.characters }, .count("creators") { $0.creators },
        .count("comics", isInTable: false) { $0.comics }, .count("series", isInTable: false) { $0.series },
        .count("events", isInTable: false) { $0.events }, .date("modified", isInTable: false) { $0.modified },
        .html("description", isInTable: false) { $0.description }, .image { $0.thumbnail },
    ]
    static let members = ["thumbnail", "resourceURI"]
    static let filters: [FilterOption<StoryFilter>] = [
        .ids("comics", \.comics), .ids("series", \.series), .ids("events", \.events), .ids("creators", \.creators),
        .ids("characters", \.characters),
    ]
}

// The kinds of field that several resources have.
extension Field {
    fileprivate static func count(_ name: String, isInTable: Bool = true, _ list: @escaping @Sendable (Element) -> ResourceList) -> Field {
        number(name, isInTable: isInTable) { list($0).available }
    }

    /// A string that may contain HTML. People see only its words.
    fileprivate static func html(_ name: String, isInTable: Bool = true, _ value: @escaping @Sendable (Element) -> String?) -> Field {
        Field(name, isInTable: isInTable, { value($0).map { JSON($0) } ?? .null }) { HTMLText.plain($0.string ?? "") }
    }

    fileprivate static func image(_ thumbnail: @escaping @Sendable (Element) -> Thumbnail?) -> Field {
        text("image", isInTable: false) { thumbnail($0)?.url()?.absoluteString }
    }

    fileprivate static func links(_ links: @escaping @Sendable (Element) -> [Link]) -> Field {
        Field("links", isInTable: false, { .array(links($0).map { ["type": JSON("\($0.type)"), "url": JSON("\($0.url)")] }) }) { json in
            (json.array ?? []).compactMap { $0["url"]?.string }.joined(separator: " ")
        }
    }
}
