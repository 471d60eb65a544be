internal import EndpointKit

/// Publishes the series: creates their comics and stories, and links all resources. Two resources are related if they share a story.
struct Press {
    private var characters: [Resource]
    private var series: [Resource]
    private var creators: [Resource]
    private var events: [Resource]
    private var comics: [Resource] = []
    private var stories: [Resource] = []
    // For each story, the indices of all related resources.
    private var groups: [[Kind: [Int]]] = []

    init(characters: [Resource], series: [Resource], creators: [Resource], events: [Resource]) {
        self.characters = characters
        self.series = series
        self.creators = creators
        self.events = events
    }

    /// All resources with their links.
    mutating func publish() -> [Kind: [Resource]] {
        for (place, cast) in casts().enumerated() { publish(place, cast: cast) }
        var resources: [Kind: [Resource]] = [
            .characters: characters, .comics: comics, .creators: creators, .events: events, .series: series, .stories: stories,
        ]
        for (kind, all) in links() {
            for (place, related) in all.enumerated() { resources[kind]?[place].links = related.mapValues { $0.sorted() } }
        }
        return resources
    }

    /// The characters of each series. A popular character appears in more series.
    private func casts() -> [[Int]] {
        var casts = [[Int]](repeating: [], count: series.count)
        for (place, character) in characters.enumerated() {
            let drawn = series.indices.map { (draw(.membership, character.id, $0), $0) }.sorted { $0 < $1 }
            for (_, series) in drawn.prefix(character["popularity"].int ?? 0) { casts[series].append(place) }
        }
        return casts
    }

    enum Edition { case issue, variant, collection }

    /// The issues of a series, evenly distributed from its first day to its last. Some series also have a half issue after the first, a
    /// second cover of the first, and a collection. A collection follows all of its issues, so a series that runs now has none.
    private func editions(of series: Resource) -> [(number: Double, kind: Edition, day: Int)] {
        var numbers = (1...max(1, series["issueCount"].int ?? 1)).map(Double.init)
        if series.id % 6 == 2 { numbers.insert(0.5, at: 1) }
        let days = series.days
        var editions = numbers.enumerated().map { place, number in
            (number, Edition.issue, wednesday(days.lowerBound + (days.upperBound - days.lowerBound) * place / max(1, numbers.count - 1)))
        }
        if series.id % 4 == 1 { editions.insert((1, .variant, days.lowerBound), at: 1) }
        if series.id % 3 == 0, series["yesterday"].isNull { editions.append((0, .collection, days.upperBound + 56)) }
        return editions
    }

    private mutating func publish(_ place: Int, cast: [Int]) {
        let editions = self.editions(of: series[place])
        let (first, firstStory) = (comics.count, stories.count)
        for (index, edition) in editions.enumerated() {
            let comic = comics.count
            var group: [Kind: [Int]] = [.series: [place], .comics: [comic]]
            group[.characters] = cast.filter { index == 0 || draw(.appearance, characters[$0].id, comic) % 4 != 0 }
            // Two creators stay the same, and the third changes.
            group[.creators] = (0..<3).map { (draw(.creator, place, $0) + ($0 == 2 ? comic : 0)) % creators.count }
            // An event includes all issues of its period.
            group[.events] = edition.kind == .collection ? [] : events.indices.filter { events[$0].days.contains(edition.day) }
            var cover = group
            cover[.characters] = group[.characters].map { Array($0.prefix(3)) }
            tell(cover, in: series[place], on: edition.day, isCover: true)
            switch edition.kind {
            case .issue: tell(group, in: series[place], on: edition.day, isCover: false)
            case .variant: groups[firstStory + 1][.comics]?.append(comic)
            case .collection:
                for story in firstStory..<(stories.count - 1) where stories[story]["isCover"] == false {
                    groups[story][.comics]?.append(comic)
                }
            }

            let hero = group[.characters]?.first.map { characters[$0].name } ?? "Nobody"
            var made = Self.comic(comic, of: series[place], number: edition.number, edition.kind, on: edition.day, hero: hero)
            let others = editions.indices.filter { $0 != index }
            func all(_ kind: Edition) -> [Int] { others.filter { editions[$0].kind == kind }.map { first + $0 } }
            let variants = edition.kind == .variant ? [first] : index == 0 ? all(.variant) : []
            made.references = [
                ("series", .one(.series, place)), ("variants", .many(.comics, variants)),
                ("collections", .many(.comics, edition.kind == .issue ? all(.collection) : [])),
                ("collectedIssues", .many(.comics, edition.kind == .collection ? all(.issue) : [])),
            ]
            series[place].keys["contains"] = .array((series[place]["contains"].array ?? []) + [made["format"]])
            comics.append(made)
        }
    }

    private mutating func tell(_ group: [Kind: [Int]], in series: Resource, on day: Int, isCover: Bool) {
        let place = stories.count
        let id = 150_001 + place
        let title = "\(isCover ? "Cover" : "Interior") #\(id)"
        // A few stories have no type.
        let type: JSON = isCover ? "cover" : place % 7 == 3 ? "" : "interiorStory"
        var story = Resource(
            name: title, since: day - Self.notice, until: series["yesterday"].int,
            ["id": JSON(id), "title": JSON(title), "description": "", "type": type, "thumbnail": nil])
        if place % 4 == 3 { story.fields["thumbnail"] = nil }
        story.keys["isCover"] = JSON(isCover)
        story.references = (group[.comics] ?? []).map { ("originalIssue", .one(.comics, $0)) }
        stories.append(story)
        groups.append(group.merging([.stories: [place]]) { $1 })
    }

    private func links() -> [Kind: [[Kind: Set<Int>]]] {
        var links: [Kind: [[Kind: Set<Int>]]] = [:]
        let counts: [Kind: Int] = [
            .characters: characters.count, .comics: comics.count, .creators: creators.count, .events: events.count,
            .series: series.count, .stories: stories.count,
        ]
        for (kind, count) in counts { links[kind] = Array(repeating: [:], count: count) }
        for group in groups {
            for (kind, places) in group {
                for (other, related) in group where other != kind {
                    for place in places { links[kind]?[place][other, default: []].formUnion(related) }
                }
            }
        }
        return links
    }
}
