struct StoryResource: Encodable {
    var id: Int
    var title: String
    var description: String
    var resourceURI: String
    var type: String
    var modified: String
    /// Null, or a missing key.
    var thumbnail: MixedValue?
    var creators: ResourceList
    var characters: ResourceList
    var series: ResourceList
    var comics: ResourceList
    var events: ResourceList
    var originalIssue: ResourceList.Item
}

extension ResourceWriter {
    func story(_ record: StoryRecord) -> StoryResource {
        let comic = catalogue.comics[record.comic]
        let uri = uri("stories", record.id)
        return StoryResource(
            id: record.id, title: record.title, description: "", resourceURI: uri, type: record.type, modified: record.modified.text,
            thumbnail: record.id % 4 == 0 ? nil : .null, creators: creators(comic.creators, of: uri, id: record.id),
            characters: characters(record.characters, of: uri), series: series([comic.series], of: uri),
            comics: comics([record.comic], of: uri), events: events(comic.events, of: uri),
            originalIssue: ResourceList.Item(resourceURI: self.uri("comics", comic.id), name: comic.title))
    }
}
