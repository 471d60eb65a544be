import EndpointKit
import MarvelAPI
import Testing

@Suite struct ModelTests {
    private func decode<Value: Decodable>(_ json: String, as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(json.utf8))
    }

    @Test func `Marvel models: a character is read completely`() throws {
        let character = try decode(Fixture.character(id: 1_009_610), as: Character.self)
        #expect(character.id == 1_009_610)
        #expect(character.name == "Hero 1009610")
        #expect(character.modified == Date(timeIntervalSince1970: 1_398_795_497))
        #expect(character.comics.available == 3)
        #expect(character.comics.items.map(\.name) == ["First #1"])
        #expect(character.comics.items.first?.id == 21)
        #expect(character.stories.items.first?.type == .cover)
        #expect(character.urls.map(\.type) == [.detail, "shop"])
    }

    @Test func `Marvel models: a bad element is left out of its page and reported`() throws {
        let page = try decode(
            Fixture.page([Fixture.character(id: 1), #"{"id": "two"}"#, Fixture.character(id: 3)]), as: CharacterPage.self)
        #expect(page.results.map(\.id) == [1, 3])
        #expect(page.leftOut.map(\.index) == [1])
        #expect(page.leftOut.map(\.keyPath) == ["data.results[1].id"])
        #expect(page.data.total == 3 && page.data.count == 3)
        #expect(page.attributionText == "Data by the fixture")
    }

    @Test(arguments: [#"{"offset": 0, "limit": 20, "total": 0, "count": 0}"#, "{}", "[]"])
    func `Marvel models: a page without its parts is an error`(data: String) {
        #expect(throws: DecodingError.self) { try decode(Fixture.envelope(data: data), as: CharacterPage.self) }
    }

    @Test func `Marvel models: numbers for text, fractions, missing parts and unknown words are accepted in a comic`() throws {
        let comic = try decode(Fixture.comic, as: Comic.self)
        #expect(comic.isbn == "785110283" && comic.diamondCode == "0" && comic.ean == "0" && comic.issn == "0" && comic.upc == "")
        #expect(comic.issueNumber == 1.5)
        #expect(comic.description == nil)
        #expect(comic.format == "Digital Vertical Comic")
        #expect(comic.textObjects.map(\.type) == ["issue_preview_text."])
        #expect(comic.prices.map(\.price) == [3, 2.99])
        #expect(comic.$prices.map(\.keyPath) == ["prices[2].price"])
        #expect(comic.dates.map(\.date) == [nil, Date(timeIntervalSince1970: 1_398_795_497)])
        #expect(comic.creators.items.map(\.role) == [.penciler, .penciller, "painter"])
        #expect(comic.variants.isEmpty && comic.images.isEmpty && comic.thumbnail == nil)
    }

    @Test func `Marvel models: an event's dates have no offset`() throws {
        let event = try decode(Fixture.event, as: Event.self)
        #expect(event.start == Date(timeIntervalSince1970: 708_134_400))
        #expect(event.end == nil)
        #expect(event.next == nil)
        #expect(event.previous?.id == 7)
    }

    @Test func `Marvel models: a series and a story may lack some members`() throws {
        let series = try decode(Fixture.series, as: Series.self)
        #expect(series.type == "" && series.rating == "" && series.description == nil && series.next == nil)
        let story = try decode(Fixture.story, as: Story.self)
        #expect(story.thumbnail == nil && story.originalIssue?.name == "First #1")
    }

    @Test(arguments: [
        (#"{"code": "InvalidCredentials", "message": "no"}"#, MarvelError(code: .invalidCredentials, message: "no")),
        (#"{"code": 409, "status": "too many"}"#, MarvelError(code: "409", message: "too many")),
        (#"{"code": "Odd", "message": "said", "status": "also said"}"#, MarvelError(code: "Odd", message: "said")),
    ])
    func `Marvel models: a refusal is read in either of its forms`(json: String, error: MarvelError) throws {
        #expect(try decode(json, as: MarvelError.self) == error)
    }

    @Test(arguments: [#"{"error": "no"}"#, #"{"code": 409}"#, #"{"message": "no"}"#])
    func `Marvel models: another body isn't a refusal of the service`(json: String) {
        #expect(throws: DecodingError.self) { try decode(json, as: MarvelError.self) }
    }
}
