struct SeriesResource: Encodable {
    var id: Int
    var title: String
    /// A text, null, or a missing key.
    var description: MixedValue?
    var resourceURI: String
    var urls: [PageLink]
    var startYear: Int
    var endYear: Int
    var rating: String
    var type: String
    var modified: String
    var thumbnail: Thumbnail
    var creators: ResourceList
    var characters: ResourceList
    var stories: ResourceList
    var comics: ResourceList
    var events: ResourceList
    var next: NullableItem?
    var previous: NullableItem?
}

extension ResourceWriter {
    func series(_ record: SeriesRecord) -> SeriesResource {
        let place = record.id - Catalogue.seriesIDs
        let uri = uri("series", record.id)
        let made = Set(record.comics.flatMap { catalogue.comics[$0].creators }).sorted()
        let text = "\(record.issueCount) numbers, begun in \(record.years.lowerBound)."
        let descriptions: [MixedValue?] = [nil, .null, .text(text), .text(text)]
        return SeriesResource(
            id: record.id, title: seriesItem(place).name, description: descriptions[place % descriptions.count], resourceURI: uri,
            urls: pages("series", record.id), startYear: record.years.lowerBound, endYear: record.years.upperBound, rating: record.rating,
            type: record.type, modified: record.modified.text, thumbnail: thumbnail(place % 7 == 5 ? nil : "series-\(record.id)"),
            creators: creators(made, of: uri, id: record.id), characters: characters(record.characters, of: uri),
            stories: stories(record.comics.flatMap { catalogue.comics[$0].stories }, of: uri), comics: comics(record.comics, of: uri),
            events: events(record.events, of: uri), next: place % 8 == 3 ? .item(seriesItem(place - 1)) : .null,
            previous: place % 8 == 2 ? .item(seriesItem(place + 1)) : nil)
    }
}
