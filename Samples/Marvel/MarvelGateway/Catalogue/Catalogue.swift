internal import EndpointKit
internal import Synchronization

/// Characters, and made-up comics for them. The catalogue is generated from the tables, and is always the same, except for the dates of
/// the series that run now, which depend on the day.
struct Catalogue: Sendable {
    private static let generated = Mutex<[Int: Catalogue]>([:])

    /// The catalogue for the day of `time`, in UTC; for 1970-01-01 if the time can't be written.
    static func of(_ time: Date) -> Catalogue {
        let today = ISO8601.format(time).map { day("\($0.prefix(10))") } ?? 0
        return generated.withLock { generated in
            let catalogue = generated[today] ?? Catalogue(today: today)
            generated[today] = catalogue
            return catalogue
        }
    }

    private var resources: [Kind: [Resource]]
    private var places: [Kind: [Int: Int]] = [:]
    /// The names of all pictures. A name is part of the picture's path, and determines how it is drawn.
    private(set) var pictures: Set<String> = []

    /// The resources of a kind, in the default order of lists.
    subscript(kind: Kind) -> [Resource] { resources[kind] ?? [] }

    func place(of id: Int, in kind: Kind) -> Int? { places[kind]?[id] }

    private init(today: Int) {
        var press = Press(
            characters: Self.characters(), series: Self.series(today: today), creators: Self.creators(), events: Self.events())
        resources = press.publish()
        for kind in Kind.allCases {
            places[kind] = Dictionary(resources[kind, default: []].enumerated().map { ($1.id, $0) }) { first, _ in first }
            pictures.formUnion(self[kind].map(\.picture))
        }
    }
}

extension Catalogue {
    private static func rows(_ text: String) -> [[String]] {
        text.split(separator: "\n").map { $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init) }
    }

    /// The characters sorted by name, ignoring case.
    private static func characters() -> [Resource] {
        let characters = rows(CharacterTable.text).compactMap { row -> Resource? in
            guard row.count == 5, let id = Int(row[0]) else { return nil }
            let fields: JSON = ["id": JSON(id), "name": JSON(row[1]), "description": JSON(row[4])]
            var character = Resource(name: row[1], fields)
            character.keys["popularity"] = JSON(Int(row[2]) ?? 0)
            if row[3] == "+" { character.picture = slug(row[1]) }
            return character
        }
        return characters.map { ($0.name.lowercased(), $0) }.sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }.map(\.1)
    }

    /// `spider-man-peter-parker`
    private static func slug(_ name: String) -> String {
        name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
    }

    private static func creators() -> [Resource] {
        CreatorTable.text.split(separator: "; ").enumerated().map { place, text in
            let (name, suffix) = text.firstRange(of: ", ").map { (text[..<$0.lowerBound], text[$0.upperBound...]) } ?? (text, "")
            let names = name.split(separator: " ")
            var creator = Resource(
                name: String(text),
                [
                    "id": JSON(8001 + place), "firstName": JSON(String(names[0])),
                    "middleName": JSON(names.dropFirst().dropLast().joined(separator: " ")),
                    "lastName": JSON(names.dropFirst().last.map(String.init) ?? ""), "suffix": JSON(String(suffix)),
                    "fullName": JSON(String(text)),
                ])
            if place % 3 == 1 { creator.picture = "creator-\(creator.id)" }
            return creator
        }
    }

    /// The events, in the order in which they begin. The key `next` is null for the last one, and `previous` is missing for the first one.
    private static func events() -> [Resource] {
        var events = rows(EventTable.text).filter { $0.count == 4 }.enumerated().map { place, row in
            let days = day(row[1])...day(row[2])
            // The dates of some events are unknown.
            let start: JSON = place % 20 == 6 ? nil : JSON("\(row[1]) 00:00:00")
            let end: JSON = place % 20 == 6 || place % 10 == 4 ? nil : JSON("\(row[2]) 00:00:00")
            var event = Resource(
                name: row[0], since: days.lowerBound,
                [
                    "id": JSON(901 + place), "title": JSON(row[0]), "description": JSON(row[3]), "start": start, "end": end, "next": nil,
                ])
            event.days = days
            event.keys["name"] = JSON(row[0])
            event.keys["startDate"] = start
            event.picture = "event-\(event.id)"
            return event
        }
        succeed(events.indices.sorted { events[$0].days.lowerBound < events[$1].days.lowerBound }, .events, &events)
        return events
    }

    /// The series, a few of which have a successor. Series without years run now, with an issue each week until some weeks after `today`.
    private static func series(today: Int) -> [Resource] {
        var series = rows(SeriesTable.text).filter { $0.count == 6 }.enumerated().map { place, row in
            let isCurrent = row[1].isEmpty
            let count = Int(row[5]) ?? 1
            let last = wednesday(isCurrent ? today + 20 : day("\(row[2])-10-01"))
            let days = (isCurrent ? last - 7 * (count - 1) : wednesday(day("\(row[1])-03-01")))...last
            let (start, end) = (year(of: days.lowerBound), year(of: days.upperBound))
            let name = "\(row[0]) (\(start == end ? start : "\(start) - \(end)"))"
            var series = Resource(
                name: name, since: days.lowerBound, until: isCurrent ? today - 1 : nil,
                [
                    "id": JSON(24_001 + place), "title": JSON(name), "description": nil, "startYear": JSON(Int(start) ?? 0),
                    "endYear": JSON(Int(end) ?? 0),
                    "rating": JSON(row[4]), "type": JSON(row[3]), "next": nil,
                ])
            series.days = days
            if place % 4 == 0 { series.fields["description"] = nil }
            if place % 4 > 1 { series.fields["description"] = "\(count) numbers, begun in \(start)." }
            series.keys["seriesTitle"] = JSON(row[0])
            series.keys["issueCount"] = JSON(count)
            if isCurrent { series.keys["yesterday"] = JSON(today - 1) }
            if place % 7 != 5 { series.picture = "series-\(series.id)" }
            return series
        }
        for place in stride(from: 2, to: series.count - 1, by: 3) where series[place].days.upperBound < series[place + 1].days.lowerBound {
            succeed([place, place + 1], .series, &series)
        }
        return series
    }

    private static func succeed(_ places: [Int], _ kind: Kind, _ resources: inout [Resource]) {
        for (place, next) in zip(places, places.dropFirst()) {
            resources[place].references.append(("next", .one(kind, next)))
            resources[next].references.append(("previous", .one(kind, place)))
        }
    }
}
