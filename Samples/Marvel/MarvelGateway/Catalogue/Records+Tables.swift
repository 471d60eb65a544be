extension CharacterRecord {
    /// The records sorted by name, without regard to case.
    static var all: [CharacterRecord] {
        CharacterTable.text.split(separator: "\n").enumerated().compactMap { CharacterRecord(line: $0.element, place: $0.offset) }
            .map { (key: $0.name.lowercased(), record: $0) }
            .sorted { ($0.key, $0.record.id) < ($1.key, $1.record.id) }
            .map(\.record)
    }

    private init?(line: Substring, place: Int) {
        let fields = line.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map { String(Substring($0)) }
        guard fields.count == 5, let id = Int(fields[0]), let popularity = Int(fields[2]) else { return nil }
        self.init(
            id: id, name: fields[1], description: fields[4],
            // Every fifth, so that a page shows some.
            modified: place % 5 == 3 ? .unknown : .drawn(id),
            slug: fields[3] == "+" ? Self.slug(fields[1]) : nil, popularity: popularity)
    }

    /// `spider-man-peter-parker`
    private static func slug(_ name: String) -> String {
        let letters = name.lowercased().utf8.map { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte ? byte : UInt8(ascii: " ")
        }
        return letters.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    }
}

extension SeriesRecord {
    static var all: [SeriesRecord] {
        SeriesTable.text.split(separator: "\n").enumerated().compactMap { place, line in
            let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 6, let first = Int(fields[1]), let last = Int(fields[2]), first <= last, let count = Int(fields[5]) else {
                return nil
            }
            let id = Catalogue.seriesIDs + place
            return SeriesRecord(
                id: id, title: fields[0], years: first...last, type: fields[3], rating: fields[4],
                modified: place % 5 == 4 ? .unknown : .drawn(id), issueCount: count)
        }
    }
}

extension EventRecord {
    static var all: [EventRecord] {
        EventTable.text.split(separator: "\n").enumerated().compactMap { place, line in
            let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 4 else { return nil }
            let id = Catalogue.eventIDs + place
            return EventRecord(
                id: id, title: fields[0], description: fields[3], start: fields[1].isEmpty ? nil : fields[1],
                end: fields[2].isEmpty ? nil : fields[2], modified: place % 5 == 2 ? .unknown : .drawn(id))
        }
    }
}

extension Moment {
    /// Some time between 2010 and 2019.
    static func drawn(_ id: Int) -> Moment {
        let number = draw(.modified, id)
        return Moment(
            year: 2010 + number % 10, month: 1 + number / 10 % 12, day: 1 + number / 120 % 28, secondOfDay: number / 3360 % 86_400)
    }
}
