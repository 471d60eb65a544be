import EndpointKit
import MarvelGateway
import Testing

@Suite struct SublistTests {
    @Test(arguments: ["comics", "events", "series", "stories"])
    func `paging through a character's list meets each element once`(kind: String) async throws {
        let caller = try GatewayCaller()
        let character = try #require(try await caller.page("/characters/1009351", of: CharacterBody.self).results.first)
        let list = try #require(
            [
                "comics": character.comics, "series": character.series, "events": character.events, "stories": character.stories,
            ][kind])
        var ids: [Int] = []
        repeat {
            let query = "limit=7&offset=\(ids.count)&orderBy=-modified"
            let page = try await caller.page("/characters/1009351/\(kind)", query, of: IdentifiedBody.self)
            #expect(page.total == list.available)
            try #require(!page.results.isEmpty)
            ids += page.results.map(\.id)
        } while ids.count < list.available
        #expect(ids.count == list.available && Set(ids).count == ids.count)
    }

    @Test func `what a character refers to stops at 20 items, however many there are`() async throws {
        let caller = try GatewayCaller()
        let characters = try await caller.all("/characters", of: CharacterBody.self)
        let lists = characters.flatMap { [$0.comics, $0.series, $0.events, $0.stories] }
        #expect(lists.allSatisfy { $0.returned == $0.items.count && $0.returned == min(20, $0.available) })
        #expect(lists.contains { $0.available > 20 } && lists.contains { $0.available == 0 })
    }

    @Test func `a reference leads to what it names`() async throws {
        let caller = try GatewayCaller()
        let character = try #require(try await caller.page("/characters/1009664", of: CharacterBody.self).results.first)
        #expect(character.resourceURI == "\(caller.gateway.url)/v1/public/characters/1009664")
        #expect(character.comics.collectionURI == character.resourceURI + "/comics")
        let comics = try await caller.page("/characters/1009664/comics", of: ComicBody.self).results
        #expect(comics.map(\.title) == character.comics.items.map(\.name))
        #expect(comics.allSatisfy { comic in comic.characters.items.contains { $0.name == "Thor" } || comic.characters.available > 20 })
    }

    private struct Filtered: Sendable, CustomTestStringConvertible {
        var query: String
        var holds: @Sendable (ComicBody) -> Bool
        var testDescription: String { query }
    }

    @Test(arguments: [
        Filtered(query: "format=comic") { $0.format == "Comic" },
        Filtered(query: "format=trade%20paperback") { $0.format == "Trade Paperback" },
        Filtered(query: "formatType=collection") { $0.format == "Trade Paperback" },
        Filtered(query: "formatType=comic") { $0.format != "Trade Paperback" },
        Filtered(query: "noVariants=true") { $0.variantDescription.isEmpty },
        Filtered(query: "issueNumber=3") { $0.issueNumber == 3 },
        Filtered(query: "hasDigitalIssue=true") { $0.digitalId != 0 },
        Filtered(query: "hasDigitalIssue=false") { $0.digitalId == 0 },
        Filtered(query: "titleStartsWith=the%20") { $0.title.hasPrefix("The ") },
        Filtered(query: "dateRange=2000-01-01,2009-12-31") { $0.onsaleYear == "200" },
        Filtered(query: "creators=8001") { comic in comic.creators.items.contains { $0.name == "#O" } },
        Filtered(query: "sharedAppearances=1009165") { comic in comic.characters.items.contains { $0.name == "Avengers" } },
    ])
    private func `a filter of comics keeps those it names, and all of them`(filter: Filtered) async throws {
        let caller = try GatewayCaller()
        let all = try await caller.all("/characters/1009610/comics", of: ComicBody.self)
        let found = try await caller.all("/characters/1009610/comics", filter.query, of: ComicBody.self)
        #expect(found.map(\.id) == all.filter(filter.holds).map(\.id))
        #expect(!found.isEmpty && found.count < all.count)
    }

    @Test func `an issue number may be a fraction`() async throws {
        let comics = try await GatewayCaller().page("/characters/1011334/comics", "issueNumber=0.5", of: ComicBody.self).results
        #expect(comics.map(\.issueNumber) == [0.5])
    }

    @Test(arguments: ["format=vhs", "noVariants=maybe", "issueNumber=x", "dateRange=2001-01-01,2000-01-01", "dateDescriptor=yesterday"])
    func `a filter of comics with a value it can't have is a conflict`(query: String) async throws {
        #expect(try await GatewayCaller().call("/characters/1009610/comics", query).status == 409)
    }

    @Test(arguments: ["lastWeek", "thisWeek", "nextWeek", "thisMonth"])
    func `a date descriptor is understood`(descriptor: String) async throws {
        #expect(try await GatewayCaller().call("/characters/1009610/comics", "dateDescriptor=\(descriptor)").status == 200)
    }
}

struct ComicBody: Decodable, Sendable {
    var id: Int
    var title: String
    var digitalId: Int
    var issueNumber: Double
    var variantDescription: String
    var format: String
    var dates: [DateBody]
    var creators: ResourceListBody
    var characters: ResourceListBody

    struct DateBody: Decodable, Sendable {
        var type: String
        var date: String
    }

    /// The first three digits of the year.
    var onsaleYear: String? { dates.first { $0.type == "onsaleDate" }.map { String($0.date.prefix(3)) } }
}
