internal import EndpointKit

/// Characters, and made-up comics for them. It is generated from the tables at its first use, and is the same every time.
struct Catalogue: Sendable {
    static let shared = Catalogue()

    private var resources: [Kind: [Resource]]
    private var places: [Kind: [Int: Int]] = [:]
    /// The names of all pictures, which are part of their paths, and from which they are drawn.
    private(set) var pictures: Set<String> = []

    /// The resources of a kind, in the order in which they are listed unless another is asked for.
    subscript(kind: Kind) -> [Resource] { resources[kind] ?? [] }

    func place(of id: Int, in kind: Kind) -> Int? { places[kind]?[id] }

    private init() {
        var press = Press(characters: Self.characters(), series: Self.series(), creators: Self.creators(), events: Self.events())
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

    /// The characters sorted by name, without regard to case.
    private static func characters() -> [Resource] {
        let characters = rows(CharacterTable.text).enumerated().compactMap { place, row -> Resource? in
            guard row.count == 5, let id = Int(row[0]) else { return nil }
            let fields: JSON = ["name": JSON(row[1]), "description": JSON(row[4])]
            var character = Resource(id: id, name: row[1], modifiedIsKnown: place % 5 != 3, fields)
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
                id: 8001 + place, name: String(text), modifiedIsKnown: place % 5 != 1,
                [
                    "firstName": JSON(String(names[0])), "middleName": JSON(names.dropFirst().dropLast().joined(separator: " ")),
                    "lastName": JSON(names.dropFirst().last.map(String.init) ?? ""), "suffix": JSON(String(suffix)),
                    "fullName": JSON(String(text)),
                ])
            if place % 3 == 1 { creator.picture = "creator-\(creator.id)" }
            return creator
        }
    }

    /// The events, one after the other. The key `next` is null at the end, and `previous` is missing at the beginning.
    private static func events() -> [Resource] {
        let rows = Self.rows(EventTable.text).filter { $0.count == 4 }
        return rows.enumerated().map { place, row in
            let (start, end) = (row[1].isEmpty ? JSON.null : JSON(row[1]), row[2].isEmpty ? JSON.null : JSON(row[2]))
            var event = Resource(
                id: 901 + place, name: row[0], modifiedIsKnown: place % 5 != 2,
                ["title": JSON(row[0]), "description": JSON(row[3]), "start": start, "end": end, "next": nil])
            event.keys["name"] = JSON(row[0])
            event.keys["startDate"] = start
            event.picture = "event-\(event.id)"
            if place + 1 < rows.count { event.references.append(("next", .one(.events, place + 1))) }
            if place > 0 { event.references.append(("previous", .one(.events, place - 1))) }
            return event
        }
    }

    /// The series, a few of which have a successor.
    private static func series() -> [Resource] {
        rows(SeriesTable.text).filter { $0.count == 6 }.enumerated().map { place, row in
            let name = "\(row[0]) (\(row[1] == row[2] ? row[1] : "\(row[1]) - \(row[2])"))"
            var series = Resource(
                id: 24_001 + place, name: name, modifiedIsKnown: place % 5 != 4,
                [
                    "title": JSON(name), "description": nil, "startYear": JSON(Int(row[1]) ?? 0), "endYear": JSON(Int(row[2]) ?? 0),
                    "rating": JSON(row[4]), "type": JSON(row[3]), "next": nil,
                ])
            if place % 4 == 0 { series.fields["description"] = nil }
            if place % 4 > 1 { series.fields["description"] = "\(row[5]) numbers, begun in \(row[1])." }
            series.keys["seriesTitle"] = JSON(row[0])
            series.keys["issueCount"] = JSON(Int(row[5]) ?? 1)
            if place % 7 != 5 { series.picture = "series-\(series.id)" }
            if place % 8 == 2 { series.references.append(("next", .one(.series, place + 1))) }
            if place % 8 == 3 { series.references.append(("previous", .one(.series, place - 1))) }
            return series
        }
    }
}
