extension Listing<CharacterRecord> {
    static func characters(of catalogue: Catalogue) -> Self {
        Listing(
            filters: [
                "name": equals(\.name), "nameStartsWith": startsWith(\.name),
                "comics": anyID(first: Catalogue.comicIDs, \.comics), "series": anyID(first: Catalogue.seriesIDs, \.series),
                "events": anyID(first: Catalogue.eventIDs, \.events), "stories": anyID(first: Catalogue.storyIDs, \.stories),
            ],
            orders: ["name": alphabetically(\.name), "modified": byModified])
    }
}
