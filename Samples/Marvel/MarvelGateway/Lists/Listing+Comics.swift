internal import EndpointKit

extension Listing<ComicRecord> {
    private static let formats = [
        "comic", "magazine", "trade paperback", "hardcover", "digest", "graphic novel", "digital comic", "infinite comic",
    ]
    private static let collections: Set<String> = ["trade paperback", "hardcover", "digest", "graphic novel"]

    /// The comics of one character. `time` is today, for date descriptors such as "this week".
    static func comics(of catalogue: Catalogue, time: Date) -> Self {
        let series = catalogue.series
        let formats = Self.formats.map { format in (format, { (comic: ComicRecord) in comic.format.lowercased() == format }) }
        let isCollection = { (comic: ComicRecord) in collections.contains(comic.format.lowercased()) }
        return Listing(
            filters: [
                "format": choice(Dictionary(formats) { first, _ in first }),
                "formatType": choice(["comic": { !isCollection($0) }, "collection": isCollection]),
                "noVariants": choice(["true": { $0.original == nil }, "false": { _ in true }]),
                "dateDescriptor": choice(descriptors(time)), "dateRange": dateRange,
                "title": equals { series[$0.series].title }, "titleStartsWith": startsWith { series[$0.series].title },
                "startYear": number { series[$0.series].years.lowerBound }, "issueNumber": issueNumber,
                "diamondCode": equals(\.diamondCode.text), "digitalId": number(\.digitalID), "upc": equals(\.upc),
                "isbn": equals(\.isbn.text), "ean": equals(\.ean.text), "issn": equals(\.issn.text),
                "hasDigitalIssue": flag { $0.digitalID != 0 },
                "creators": anyID(first: CreatorTable.firstID, \.creators),
                "series": anyID(first: Catalogue.seriesIDs) { [$0.series] },
                "events": anyID(first: Catalogue.eventIDs, \.events), "stories": anyID(first: Catalogue.storyIDs, \.stories),
                "sharedAppearances": everyID { $0.characters.map { catalogue.characters[$0].id } },
                "collaborators": everyID { $0.creators.map { CreatorTable.firstID + $0 } },
            ],
            orders: [
                "focDate": by(\.focDate.seconds), "onsaleDate": by(\.onsale.seconds), "title": alphabetically(\.title),
                "issueNumber": by(\.issueNumber), "modified": byModified,
            ])
    }

    private static var issueNumber: Filter {
        { (value) throws(Refusal) in
            guard let wanted = Double(value) else { throw .invalid("\"\(value)\" is no issue number.") }
            return { $0.issueNumber == wanted }
        }
    }

    /// A range such as `2013-01-01,2013-01-31`, with both days included.
    private static var dateRange: Filter {
        { (value) throws(Refusal) in
            let ends = value.split(separator: ",", omittingEmptySubsequences: false)
            guard ends.count == 2, let first = Timestamp.parse(String(ends[0])), let last = Timestamp.parse(String(ends[1])), first <= last
            else { throw .invalid("You must pass a range of dates such as 2013-01-01,2013-01-31.") }
            return { (first..<(last + 86_400)).contains($0.onsale.seconds) }
        }
    }

    /// Weeks begin on Monday.
    private static func descriptors(_ time: Date) -> [String: (ComicRecord) -> Bool] {
        let today = Moment.secondsSince1970(time) / 86_400
        let monday = today - (((today + 3) % 7) + 7) % 7
        let month = { (day: Int) in
            let date = Day.civil(day)
            return date.year * 12 + date.month
        }
        func week(from day: Int) -> (ComicRecord) -> Bool {
            { (day..<(day + 7)).contains($0.onsale.seconds / 86_400) }
        }
        return [
            "lastWeek": week(from: monday - 7), "thisWeek": week(from: monday), "nextWeek": week(from: monday + 7),
            "thisMonth": { month($0.onsale.seconds / 86_400) == month(today) },
        ]
    }
}
