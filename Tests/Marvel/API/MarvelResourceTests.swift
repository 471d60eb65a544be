import EndpointKit
import MarvelAPI
import Testing

/// The models against every field that the service's documentation names: a document with all of them is read, written and compared.
@Suite struct MarvelResourceTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let fields: String
        var testDescription: String { name }
    }

    static let table = [
        Row(name: "characters", fields: "id name description modified thumbnail resourceURI comics series stories events urls"),
        Row(
            name: "comics",
            fields: """
                id digitalId title issueNumber variantDescription description modified isbn upc diamondCode ean issn format pageCount \
                textObjects resourceURI urls series variants collections collectedIssues dates prices thumbnail images creators characters \
                stories events
                """),
        Row(
            name: "creators",
            fields: """
                id firstName middleName lastName suffix fullName modified thumbnail resourceURI comics series stories events urls
                """),
        Row(
            name: "events",
            fields: """
                id title description resourceURI urls modified start end thumbnail creators characters stories comics series next previous
                """),
        Row(
            name: "series",
            fields: """
                id title description resourceURI urls startYear endYear rating type modified thumbnail creators characters stories comics \
                events next previous
                """),
        Row(
            name: "stories",
            fields: """
                id title description resourceURI type modified thumbnail creators characters series comics events originalIssue
                """),
    ]

    /// A value for a field, with each member that the documentation names. Open sets get words that they don't know.
    private static func value(of field: String, in resource: String) -> JSON {
        let word = JSON("some \(field) of \(resource)<br>\r\n")
        let summary: JSON = ["resourceURI": "http://host/\(field)/3", "name": word, "role": "whittler", "type": "mural"]
        return switch (field, resource) {
        case ("id", _), ("digitalId", _), ("pageCount", _), ("startYear", _), ("endYear", _): JSON(field.utf8.count)
        case ("issueNumber", _): 1.5
        case ("modified", _), ("start", _), ("end", _): "2014-04-\(JSON(10 + field.utf8.count))T18:18:17Z"
        case ("thumbnail", _): ["path": word, "extension": "jpg"]
        case ("images", _): [["path": word, "extension": "png"], ["path": "b", "extension": "gif"]]
        case ("urls", _): [["type": "shop", "url": word]]
        case ("textObjects", _): [["type": "issue_preview_text.", "language": "en-us", "text": word]]
        case ("dates", _): [["type": "launch", "date": "2014-04-29T18:18:17Z"]]
        case ("prices", _): [["type": "auction", "price": 2.99], ["type": "printPrice", "price": 3]]
        case ("next", _), ("previous", _), ("originalIssue", _), ("series", "comics"): summary
        case ("variants", _), ("collections", _), ("collectedIssues", _): [summary, summary]
        case ("characters", _), ("comics", _), ("creators", _), ("events", _), ("series", _), ("stories", _):
            ["available": 30, "returned": 1, "collectionURI": word, "items": [summary]]
        default: word
        }
    }

    private static func page(_ row: Row) -> JSON {
        var object = JSON.Object()
        for field in row.fields.split(separator: " ") { object["\(field)"] = value(of: "\(field)", in: row.name) }
        return [
            "code": 200, "status": "Ok", "copyright": "c", "attributionText": "t", "attributionHTML": "h", "etag": "e",
            "data": ["offset": 1, "limit": 2, "total": 3, "count": 1, "results": [.object(object)]],
        ]
    }

    private static func readAndWritten<Resource: MarvelResource>(_ document: JSON, as type: Resource.Type) throws -> (JSON, Set<String>) {
        let page = try JSONDecoder().decode(DataWrapper<Resource>.self, from: JSONEncoder().encode(document))
        let written = try JSONEncoder().encode(page)
        #expect(try JSONDecoder().decode(DataWrapper<Resource>.self, from: written) == page)
        let properties = Mirror(reflecting: try #require(page.results.first)).children.compactMap { $0.label?.trimmingPrefix("_") }
        return (try JSONDecoder().decode(JSON.self, from: written), Set(properties.map(String.init)))
    }

    @Test(arguments: table)
    func `MarvelResource: a page with every field is written as it was read`(row: Row) throws {
        let kind = try #require(MarvelClient.resources.first { $0.name == row.name })
        let document = Self.page(row)
        let (written, properties) = try Self.readAndWritten(document, as: kind)
        #expect(written == document)
        #expect(properties == Set(row.fields.split(separator: " ").map(String.init)))
    }

    private func rewritten<Value: Codable & Equatable>(_ json: String, as type: Value.Type) throws {
        let first = try JSONDecoder().decode(type, from: Data(json.utf8))
        let written = try JSONEncoder().encode(first)
        let second = try JSONDecoder().decode(type, from: written)
        // A fixture may have bad elements, which only the first report names.
        let third = try JSONDecoder().decode(type, from: JSONEncoder().encode(second))
        #expect(second == third)
        #expect(try JSONDecoder().decode(JSON.self, from: JSONEncoder().encode(second)) == JSONDecoder().decode(JSON.self, from: written))
    }

    @Test func `MarvelResource: unusual members of real responses are kept too`() throws {
        try rewritten(Fixture.character(id: 7), as: MarvelAPI.Character.self)
        try rewritten(Fixture.comic, as: Comic.self)
        try rewritten(Fixture.creator, as: Creator.self)
        try rewritten(Fixture.event, as: Event.self)
        try rewritten(Fixture.series, as: Series.self)
        try rewritten(Fixture.story, as: Story.self)
    }

    @Test(arguments: ["0001-01-01T00:00:00+0400", "9999-12-31T23:59:59-0400", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
    func `MarvelResource: a date at the end of the calendar can be written again`(date: String) throws {
        let json = #"{"type": "onsaleDate", "date": "\#(date)"}"#
        let read = try JSONDecoder().decode(ComicDate.self, from: Data(json.utf8))
        #expect(try JSONDecoder().decode(ComicDate.self, from: JSONEncoder().encode(read)) == read)
    }
}
