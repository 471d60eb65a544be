import EndpointKit
import MarvelAPI
import MarvelGateway
import Testing

/// The code of the comments in the Marvel sample, and what it does.
@Suite struct MarvelComments {
    @Test func `Marvel comments: the examples with the gateway, the client and its lists work`() async throws {
        #expect(try await Self.refusal()?.response?.status == 409)
        _ = Self.configured("abcd")
        #expect(Self.orders().compactMap { $0 as? CharacterFilter }.count == 2)
        #expect(Self.Book(isbn: "1", modified: nil).isbn == "1")
    }

    @Test func `Marvel comments: the examples with any resource and whole lists work`() async throws {
        let gateway = try MarvelGateway(publicKey: "1234", privateKey: "abcd")
        let client = MarvelClient(configuration: MarvelConfiguration(publicKey: "1234", privateKey: "abcd", baseURL: gateway.url))
        var shown: [[String]] = []
        try await Self.everyKind(client) { shown.append($0) }
        #expect(shown.count == 6 && shown.allSatisfy { !$0.isEmpty })
        #expect(try await !Self.wholeLists(client).isEmpty)
    }

    /// The gateway's answer to a request without keys.
    private static func refusal() async throws -> APIError? {
        let gateway = try MarvelGateway(publicKey: "1234", privateKey: "abcd")
        let client = APIClient(configuration: APIConfiguration(baseURL: gateway.url, basePath: "/v1/public"))
        do { _ = try await client.data(.get("characters")).value } catch let error as APIError { return error }
        return nil
    }

    private static func configured(_ privateKey: Secret) -> APIClient {
        let client = CharactersClient(configuration: MarvelConfiguration(publicKey: "1234", privateKey: privateKey))
        return client
    }

    struct Book {
        @TextOrNumber var isbn: String?
        @SentinelDate var modified: Date?
    }

    @Values private static func orders() -> [Any?] {
        CharacterFilter(orderBy: .name)
        CharacterFilter(orderBy: [.name, .modified.descending])
    }

    /// It needs the service's keys, so it is compiled but not run.
    @Values private static func pages(publicKey: String, privateKey: Secret) async throws -> [Any?] {
        let client = MarvelClient(configuration: MarvelConfiguration(publicKey: publicKey, privateKey: privateKey))
        let page = try await client.characters(CharacterFilter(nameStartsWith: "Spi"), limit: 50).value
        page.results.first?.name
        let creators = try await client.creators(of: .event(29)).value
        creators
    }

    private static func wholeLists(_ client: MarvelClient) async throws -> [Comic] {
        for try await character in client.elements(of: .characters()) { print(character.name) }
        let comics = try await client.elements(of: .comics(of: .character(1_009_610))).collect().get()
        return comics
    }

    private static func everyKind(_ client: MarvelClient, show: ([String]) async throws -> Void) async throws {
        func page<Resource: MarvelResource>(_ type: Resource.Type, in client: MarvelClient) async throws -> [String] {
            let page: DataWrapper<Resource> = try await client.call(Resource.list(of: nil, Resource.Filter(), offset: 0, limit: 20)).value
            return page.results.map { "\($0.id) \($0.title)" }
        }
        for kind in MarvelClient.resources { try await show(page(kind, in: client)) }
    }
}

/// Accepts the values of a comment's lines, which are otherwise unused.
@resultBuilder enum Values {
    static func buildBlock(_ values: Any?...) -> [Any?] { values }
}
