extension Listing<EventRecord> {
    /// The events of one character.
    static func events(of catalogue: Catalogue) -> Self {
        Listing(
            filters: [
                "name": equals(\.title), "nameStartsWith": startsWith(\.title),
                "creators": anyID(first: CreatorTable.firstID) { $0.comics.flatMap { catalogue.comics[$0].creators } },
                "series": anyID(first: Catalogue.seriesIDs, \.series), "comics": anyID(first: Catalogue.comicIDs, \.comics),
                "stories": anyID(first: Catalogue.storyIDs) { $0.comics.flatMap { catalogue.comics[$0].stories } },
            ],
            orders: ["name": alphabetically(\.title), "startDate": by { $0.start ?? "" }, "modified": byModified])
    }
}

extension Listing<SeriesRecord> {
    /// The series of one character.
    static func series(of catalogue: Catalogue) -> Self {
        let types = ["collection", "one shot", "limited", "ongoing"].map { type in (type, { (series: SeriesRecord) in series.type == type })
        }
        let contents = ["comic", "magazine", "trade paperback", "hardcover", "digest", "graphic novel", "digital comic", "infinite comic"]
            .map { format in
                (format, { (series: SeriesRecord) in series.comics.contains { catalogue.comics[$0].format.lowercased() == format } })
            }
        return Listing(
            filters: [
                "title": equals(\.title), "titleStartsWith": startsWith(\.title), "startYear": number(\.years.lowerBound),
                "seriesType": choice(Dictionary(types) { first, _ in first }),
                "contains": choice(Dictionary(contents) { first, _ in first }),
                "creators": anyID(first: CreatorTable.firstID) { $0.comics.flatMap { catalogue.comics[$0].creators } },
                "comics": anyID(first: Catalogue.comicIDs, \.comics), "events": anyID(first: Catalogue.eventIDs, \.events),
                "stories": anyID(first: Catalogue.storyIDs) { $0.comics.flatMap { catalogue.comics[$0].stories } },
            ],
            orders: ["title": alphabetically(\.title), "startYear": by(\.years.lowerBound), "modified": byModified])
    }
}

extension Listing<StoryRecord> {
    /// The stories of one character.
    static func stories(of catalogue: Catalogue) -> Self {
        Listing(
            filters: [
                "comics": anyID(first: Catalogue.comicIDs) { [$0.comic] },
                "series": anyID(first: Catalogue.seriesIDs) { [catalogue.comics[$0.comic].series] },
                "events": anyID(first: Catalogue.eventIDs) { catalogue.comics[$0.comic].events },
                "creators": anyID(first: CreatorTable.firstID) { catalogue.comics[$0.comic].creators },
            ],
            orders: ["id": by(\.id), "modified": byModified])
    }
}
