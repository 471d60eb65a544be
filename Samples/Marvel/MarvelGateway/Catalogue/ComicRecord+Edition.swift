/// One publication of a series.
struct Edition {
    var number: Double
    var kind: Kind

    enum Kind {
        case issue
        /// The same issue with another cover.
        case variant
        case collection
    }
}

extension SeriesRecord {
    /// The issues of the series. Some series also have a half issue after the first, a second cover of the first, and a collection at the
    /// end.
    var editions: [Edition] {
        var editions = (1...max(1, issueCount)).map { Edition(number: Double($0), kind: .issue) }
        if id % 4 == 1 { editions.insert(Edition(number: 1, kind: .variant), at: 1) }
        if id % 6 == 2 { editions.insert(Edition(number: 0.5, kind: .issue), at: 1) }
        if id % 3 == 0 { editions.append(Edition(number: 0, kind: .collection)) }
        return editions
    }
}

extension ComicRecord {
    private static let formats = ["Comic", "Comic", "Comic", "Comic", "Comic", "Digital Comic", "Digital Vertical Comic", "Magazine", ""]

    init(_ edition: Edition, of series: SeriesRecord, at seriesPlace: Int, place: Int, characters: [Int]) {
        id = Catalogue.comicIDs + place
        self.series = seriesPlace
        issueNumber = edition.number
        self.characters = characters
        stories = [2 * place, 2 * place + 1]
        creators = (0..<3).map { (draw(.creator, seriesPlace, $0) + ($0 == 2 ? place : 0)) % CreatorTable.names.count }

        let number = edition.number == edition.number.rounded() ? String(Int(edition.number)) : String(edition.number)
        switch edition.kind {
        case .issue:
            title = "\(series.title) (\(series.years.lowerBound)) #\(number)"
            format = Self.formats[draw(.format, place) % Self.formats.count]
        case .variant:
            title = "\(series.title) (\(series.years.lowerBound)) #\(number) (Mirror Variant)"
            format = "Comic"
            original = place - 1
        case .collection:
            title = "\(series.title) (Trade Paperback)"
            format = "Trade Paperback"
        }

        let month = Int(edition.number) + 2
        onsale =
            place % 5 == 1
            ? .unknown : Moment(year: series.years.lowerBound + month / 12, month: 1 + month % 12, day: 1 + draw(.date, place) % 28)
        focDate = place % 5 == 3 ? .unknown : Moment(year: series.years.lowerBound + month / 12, month: 1 + month % 12, day: 1)
        modified = place % 5 == 0 ? .unknown : .drawn(id)

        // As in the real service, some of these are numbers instead of texts.
        let code = draw(.barcode, place)
        let isCollection = edition.kind == .collection
        diamondCode = [.integer(0), .text("JUL\(100_000 + code % 100_000)"), .text("")][code % 3]
        isbn = isCollection ? .integer(785_100_000 + code % 99_999) : .text(code % 7 == 0 ? "978-0-7851-\(1000 + code % 9000)-1" : "")
        upc = isCollection ? "" : "759606\(100_000_000_000 + code % 99_999_999_999)"
        ean = isCollection ? .text("9780785 \(100_000 + code % 100_000)") : .integer(0)
        issn = code % 4 == 0 ? .text("1941-\(1000 + code % 9000)") : .integer(0)
        digitalID = code % 3 == 1 ? 30_000 + place : 0
    }
}

extension StoryRecord {
    init(of comic: ComicRecord, at comicPlace: Int, place: Int) {
        let isCover = place % 2 == 0
        id = Catalogue.storyIDs + place
        title = isCover ? "Cover #\(id)" : "Interior #\(id)"
        // A few stories have no type.
        type = isCover ? "cover" : place % 7 == 3 ? "" : "interiorStory"
        self.comic = comicPlace
        characters = isCover ? Array(comic.characters.prefix(3)) : comic.characters
        modified = place % 5 == 2 ? .unknown : .drawn(id)
    }
}
