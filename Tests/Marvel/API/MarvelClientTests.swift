import EndpointKit
import MarvelAPI
import MarvelGateway
import Testing

/// The client against the local gateway: two implementations of one protocol.
@Suite struct MarvelClientTests {
    private let gateway: MarvelGateway
    private let client: CharactersClient

    init() throws {
        gateway = try GatewayCaller.shared().gateway
        client = CharactersClient(configuration: MarvelConfiguration(publicKey: "1234", privateKey: "abcd", baseURL: gateway.url))
    }

    @Test func `MarvelClient: pages of every kind are read completely`() async throws {
        let characters = try await client.characters(limit: 100).value
        #expect(characters.results.count == 100 && characters.leftOut.isEmpty)
        let id = try #require(characters.results.max { $0.events.available < $1.events.available }?.id)

        let comics = try await client.comics(of: .character(id), limit: 100).value
        #expect(!comics.results.isEmpty && comics.leftOut.isEmpty)
        #expect(comics.results.allSatisfy { $0.$prices.isEmpty && $0.$dates.isEmpty && $0.creators.$items.isEmpty })
        let events = try await client.events(of: .character(id), limit: 100).value
        #expect(!events.results.isEmpty && events.leftOut.isEmpty)
        let series = try await client.series(of: .character(id), limit: 100).value
        #expect(!series.results.isEmpty && series.leftOut.isEmpty)
        let stories = try await client.stories(of: .character(id), limit: 100).value
        #expect(!stories.results.isEmpty && stories.leftOut.isEmpty)
    }

    @Test func `MarvelClient: a complete character filter is accepted`() async throws {
        let filter = CharacterFilter(
            nameStartsWith: "S", modifiedSince: Date(timeIntervalSince1970: 0), comics: [1], series: [1], events: [1], stories: [1],
            orderBy: [.name, .modified.descending])
        #expect(try await client.characters(filter, offset: 3, limit: 7).value.data.limit == 7)
    }

    @Test func `MarvelClient: an image arrives without credentials`() async throws {
        let character = try #require(try await client.characters(limit: 1).value.results.first)
        let thumbnail = try #require(character.thumbnail)
        for variant in ImageVariant.allCases {
            #expect(try await !client.image(of: thumbnail, variant: variant).value.isEmpty)
        }
    }

    @Test func `MarvelClient: each refusal is readable`() async throws {
        let unknown = await #expect(throws: APIError.self) { try await client.character(id: 1).value }
        #expect(unknown?.response?.status == 404)
        #expect(unknown?.serverError(as: MarvelError.self)?.code == "404")

        let limit = await #expect(throws: APIError.self) { try await client.characters(limit: 101).value }
        #expect(limit?.serverError(as: MarvelError.self)?.code == "409")

        let stranger = CharactersClient(
            configuration: MarvelConfiguration(publicKey: "1234", privateKey: "wrong", baseURL: gateway.url))
        let refusal = await #expect(throws: APIError.self) { try await stranger.characters().value }
        #expect(refusal?.serverError(as: MarvelError.self)?.code == .invalidCredentials)
    }
}
