import EndpointKit
import Foundation
import MarvelAPI
import MarvelGateway
import Testing

/// The client generated from a description of Marvel's API reads the same data from the gateway as the hand-written client.
@Suite struct MarvelCatalogueTests {
    private let gateway: MarvelGateway
    private let written: MarvelAPI.MarvelClient
    private let generated: MarvelCatalogueClient

    init() throws {
        gateway = try MarvelGateway(publicKey: "1234", privateKey: "abcd")
        written = MarvelAPI.MarvelClient(
            configuration: MarvelConfiguration(publicKey: "1234", privateKey: "abcd", baseURL: gateway.url))
        generated = MarvelCatalogueClient(
            configuration: APIConfiguration(
                baseURL: gateway.url, authentication: .hashedQuery(publicKey: "1234", privateKey: "abcd")))
    }

    @Test("Generated Marvel client: a page of characters has the same values as in the hand-written client")
    func page() async throws {
        let page = try await generated.characters(nameStartsWith: "Sp", orderBy: .minusName, limit: 5).value
        var filter = CharacterFilter(nameStartsWith: "Sp")
        filter.orderBy = .name.descending
        let other = try await written.characters(filter, limit: 5).value
        #expect(!page.elements.isEmpty)
        #expect(
            page.elements.map { "\($0.id) \($0.name) \($0.description) \($0.resourceURI)" }
                == other.results.map { "\($0.id) \($0.name) \($0.description ?? "") \($0.resourceURI)" })
        #expect(page.elements.map { $0.comics?.available } == other.results.map { $0.comics.available })
        #expect(page.elements.map { $0.comics?.items.map(\.name) } == other.results.map { $0.comics.items.map(\.name) })
        #expect(page.elements.map { $0.urls?.map(\.url) } == other.results.map { $0.urls.map(\.url) })
        #expect((page.totalCount, page.offset, page.attributionText) == (other.totalCount, other.offset, other.attributionText))
    }

    @Test("Generated Marvel client: all six kinds of list have the same elements, on all pages")
    func lists() async throws {
        let characters = try await generated.allCharacters(limit: 100).collect().get().map { "\($0.id) \($0.name)" }
        #expect(try await written.elements(of: .characters()).collect().get().map { "\($0.id) \($0.name)" } == characters)
        #expect(characters.count > 100)
        let limits = PageLimits(maxElements: 150)
        let comics = try await generated.allComics(limit: 100, limits: limits).collect().get()
        let otherComics = try await written.elements(of: .comics(), limits: limits).collect().get()
        #expect(comics.map { "\($0.id) \($0.title)" } == otherComics.map { "\($0.id) \($0.title)" })
        #expect(comics.map { Optional($0.issueNumber) } == otherComics.map(\.issueNumber))
        #expect(comics.map { $0.prices?.map(\.price) } == otherComics.map { $0.prices.map(\.price) })
        let creators = try await generated.allCreators(limit: 100, limits: limits).collect().get().map { "\($0.id) \($0.fullName)" }
        #expect(try await written.elements(of: .creators(), limits: limits).collect().get().map { "\($0.id) \($0.fullName)" } == creators)
        let events = try await generated.allEvents(limit: 100, limits: limits).collect().get().map { "\($0.id) \($0.title)" }
        #expect(try await written.elements(of: .events(), limits: limits).collect().get().map { "\($0.id) \($0.title)" } == events)
        let series = try await generated.allSeries(limit: 100, limits: limits).collect().get().map { "\($0.id) \($0.title)" }
        #expect(try await written.elements(of: .series(), limits: limits).collect().get().map { "\($0.id) \($0.title)" } == series)
        let stories = try await generated.allStories(limit: 100, limits: limits).collect().get().map { "\($0.id) \($0.title)" }
        #expect(try await written.elements(of: .stories(), limits: limits).collect().get().map { "\($0.id) \($0.title)" } == stories)
        #expect(
            [comics.isEmpty, creators.isEmpty, events.isEmpty, series.isEmpty, stories.isEmpty] == [false, false, false, false, false])
    }

    @Test("Generated Marvel client: a parent's list, one resource and a refusal are the same")
    func others() async throws {
        let one = try await generated.character(id: 1_009_610).value.elements
        #expect(one.map(\.name) == (try await written.character(id: 1_009_610).value.results.map(\.name)))
        let comics = try await generated.allCharacterComics(characterID: 1_009_610, limit: 100).collect().get().map(\.id)
        #expect(try await written.elements(of: .comics(of: .character(1_009_610))).collect().get().map(\.id) == comics)
        let error = await #expect(throws: APIError.self) { try await generated.characters(limit: 101).value }
        #expect(error?.response?.status == 409)
        #expect((error?.underlying as? MarvelRefusal)?.status == "You may not request more than 100 items.")
        #expect((error?.underlying as? MarvelRefusal)?.code == .number(409))
    }
}
