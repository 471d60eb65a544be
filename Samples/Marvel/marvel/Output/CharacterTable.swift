internal import CommandLineProgram
internal import EndpointKit
internal import MarvelAPI

enum CharacterTable {
    static func table(_ characters: [MarvelAPI.Character]) -> Table {
        Table(
            columns: [
                .init(title: "ID", isNumber: true), .init(title: "NAME", limit: 40), .init(title: "COMICS", isNumber: true),
                .init(title: "SERIES", isNumber: true), .init(title: "STORIES", isNumber: true), .init(title: "EVENTS", isNumber: true),
                .init(title: "MODIFIED"),
            ],
            rows: rows(characters))
    }

    static func rows(_ characters: [MarvelAPI.Character]) -> [[String]] {
        characters.map { character in
            [
                "\(character.id)", character.name, "\(character.comics.available)", "\(character.series.available)",
                "\(character.stories.available)", "\(character.events.available)", day(character.modified),
            ]
        }
    }

    /// One character, with a line for each fact.
    static func details(_ character: MarvelAPI.Character) -> String {
        let facts: [(String, String?)] =
            [
                ("ID", "\(character.id)"), ("Name", character.name), ("Modified", day(character.modified)),
                ("Comics", "\(character.comics.available)"), ("Series", "\(character.series.available)"),
                ("Stories", "\(character.stories.available)"), ("Events", "\(character.events.available)"),
                ("Image", character.thumbnail?.url()?.absoluteString),
            ] + character.urls.map { ("Link", "\($0.type): \($0.url)") } + [("About", character.description.map(withoutBreaks))]
        return facts.compactMap { name, value in
            guard let value = value.map(\.visibleWords), !value.isEmpty else { return nil }
            return name + String(repeating: " ", count: 10 - name.count) + value + "\n"
        }.joined()
    }

    /// A date such as `2014-04-29` in UTC; a dash for none.
    private static func day(_ date: Date?) -> String {
        date.flatMap(ISO8601.format).map { String($0.prefix(10)) } ?? "-"
    }

    private static func withoutBreaks(_ html: String) -> String {
        html.replacing("<br>", with: " ").replacing("<br/>", with: " ").replacing("<br />", with: " ")
    }
}
