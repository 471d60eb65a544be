/// Characters, and made-up comics for them. It is generated from the tables at its first use, and is the same every time.
struct Catalogue: Sendable {
    static let shared = Catalogue()

    /// The characters, sorted by name.
    private(set) var characters: [CharacterRecord]
    private(set) var series: [SeriesRecord]
    private(set) var comics: [ComicRecord] = []
    private(set) var stories: [StoryRecord] = []
    private(set) var events: [EventRecord]
    /// The names of all pictures, which are part of their paths, and from which they are drawn.
    private(set) var pictures: Set<String> = []

    static let comicIDs = 70_001
    static let storyIDs = 150_001
    static let seriesIDs = 24_001
    static let eventIDs = 901

    private let placesByID: [Int: Int]

    private init() {
        characters = CharacterRecord.all
        series = SeriesRecord.all
        events = EventRecord.all
        placesByID = Dictionary(characters.indices.map { [characters] in (characters[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
        let casts = Self.casts(of: series.count, from: characters)
        for place in series.indices { publish(place, cast: casts[place]) }
        for place in events.indices { stage(place) }

        pictures.formUnion(characters.compactMap(\.slug))
        pictures.formUnion(series.map { "series-\($0.id)" })
        pictures.formUnion(events.map { "event-\($0.id)" })
        pictures.formUnion(comics.map { "comic-\($0.id)" })
    }

    func character(id: Int?) throws(Refusal) -> CharacterRecord {
        guard let id, let place = placesByID[id] else { throw .unknownCharacter }
        return characters[place]
    }

    /// The characters of each series. A popular character appears in more series.
    private static func casts(of seriesCount: Int, from characters: [CharacterRecord]) -> [[Int]] {
        var casts = [[Int]](repeating: [], count: seriesCount)
        for (place, character) in characters.enumerated() {
            let drawn = (0..<seriesCount).map { (draw(.membership, character.id, $0), $0) }.sorted { $0 < $1 }
            for (_, series) in drawn.prefix(character.popularity) { casts[series].append(place) }
        }
        return casts
    }

    private mutating func publish(_ place: Int, cast: [Int]) {
        for (issue, edition) in series[place].editions.enumerated() {
            let comicPlace = comics.count
            let appearing = cast.filter { issue == 0 || draw(.appearance, characters[$0].id, comicPlace) % 4 != 0 }
            let comic = ComicRecord(edition, of: series[place], at: place, place: comicPlace, characters: appearing)
            series[place].comics.append(comicPlace)
            for storyPlace in comic.stories {
                let story = StoryRecord(of: comic, at: comicPlace, place: storyPlace)
                for character in story.characters { characters[character].stories.append(storyPlace) }
                stories.append(story)
            }
            for character in appearing { characters[character].comics.append(comicPlace) }
            comics.append(comic)
        }
        series[place].characters = cast
        for character in cast { characters[character].series.append(place) }
    }

    /// Adds an event, which runs through the first issues of a few series.
    private mutating func stage(_ place: Int) {
        let drawn = series.indices.map { (draw(.event, place, $0), $0) }.sorted { $0 < $1 }
        var appearing: Set<Int> = []
        for seriesPlace in drawn.prefix(3 + place % 3).map(\.1).sorted() {
            events[place].series.append(seriesPlace)
            series[seriesPlace].events.append(place)
            for comic in series[seriesPlace].comics.prefix(4) {
                events[place].comics.append(comic)
                comics[comic].events.append(place)
                appearing.formUnion(comics[comic].characters)
            }
        }
        events[place].characters = appearing.sorted()
        for character in events[place].characters { characters[character].events.append(place) }
    }
}
