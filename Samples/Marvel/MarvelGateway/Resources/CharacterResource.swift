struct CharacterResource: Encodable {
    var id: Int
    var name: String
    /// The description; empty for none.
    var description: String
    var modified: String
    var thumbnail: Thumbnail
    var resourceURI: String
    var comics: ResourceList
    var series: ResourceList
    var stories: ResourceList
    var events: ResourceList
    var urls: [PageLink]
}

extension ResourceWriter {
    func character(_ record: CharacterRecord) -> CharacterResource {
        let uri = uri("characters", record.id)
        return CharacterResource(
            id: record.id, name: record.name, description: record.description, modified: record.modified.text,
            thumbnail: thumbnail(record.slug), resourceURI: uri, comics: comics(record.comics, of: uri),
            series: series(record.series, of: uri),
            stories: stories(record.stories, of: uri), events: events(record.events, of: uri), urls: pages("characters", record.id))
    }
}
