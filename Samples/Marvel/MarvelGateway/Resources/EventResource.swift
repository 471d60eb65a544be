struct EventResource: Encodable {
    var id: Int
    var title: String
    var description: String
    var resourceURI: String
    var urls: [PageLink]
    var modified: String
    /// The start in the format of events; null where it isn't known.
    var start: MixedValue
    var end: MixedValue
    var thumbnail: Thumbnail
    var creators: ResourceList
    var characters: ResourceList
    var stories: ResourceList
    var comics: ResourceList
    var series: ResourceList
    /// Null at one end of the series of events, a missing key at the other.
    var next: NullableItem?
    var previous: NullableItem?
}

/// A neighbour, or null where there is none.
enum NullableItem: Encodable {
    case item(ResourceList.Item)
    case null

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .item(let item): try container.encode(item)
        case .null: try container.encodeNil()
        }
    }
}

extension ResourceWriter {
    func event(_ record: EventRecord) -> EventResource {
        let place = record.id - Catalogue.eventIDs
        let uri = uri("events", record.id)
        let made = Set(record.comics.flatMap { catalogue.comics[$0].creators }).sorted()
        return EventResource(
            id: record.id, title: record.title, description: record.description, resourceURI: uri, urls: pages("events", record.id),
            modified: record.modified.text, start: record.start.map(MixedValue.text) ?? .null,
            end: record.end.map(MixedValue.text) ?? .null,
            thumbnail: thumbnail("event-\(record.id)"), creators: creators(made, of: uri, id: record.id),
            characters: characters(record.characters, of: uri),
            stories: stories(record.comics.flatMap { catalogue.comics[$0].stories }, of: uri), comics: comics(record.comics, of: uri),
            series: series(record.series, of: uri), next: neighbour(place + 1).map(NullableItem.item) ?? .null,
            previous: neighbour(place - 1).map(NullableItem.item))
    }

    private func neighbour(_ place: Int) -> ResourceList.Item? {
        guard catalogue.events.indices.contains(place) else { return nil }
        return ResourceList.Item(resourceURI: uri("events", catalogue.events[place].id), name: catalogue.events[place].title)
    }
}
