import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

/// The behavior of the examples in the README.
@Suite struct ReadmeTests {
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer { request in
            let isOpen = !request.path.encoded.hasPrefix("/v1/")
            guard isOpen || request.query["apikey"] == "1234" else { return HTTPResponse(status: 401) }
            switch request.path {
            case "/heroes/7": return HTTPResponse(body: Data(#"{"id":7,"name":"Thor"}"#.utf8))
            case "/heroes" where request.method == .post: return HTTPResponse(status: 409)
            case "/heroes": return HTTPResponse(body: Data(#"[{"id":1,"name":"Spider-Man"}]"#.utf8))
            case "/v1/characters": return HTTPResponse(body: Data(#"[{"id":1,"name":"Spider-Man"},{"id":2,"name":"Spider-Woman"}]"#.utf8))
            case "/v1/characters/1", "/v1/characters/2": return HTTPResponse(body: Data(#"{"id":1,"name":"Spider-Man"}"#.utf8))
            default: return HTTPResponse(status: 404)
            }
        }
    }

    @Test func `README: its first example works`() async throws {
        let heroes = try await Readme().example(server.url)
        #expect(heroes == [Readme.Hero(id: 7, name: "Thor"), Readme.Hero(id: 1, name: "Spider-Man")])
        #expect(try await Readme().names(server.url) == "Spider-Man, Spider-Woman")
    }

    @Test func `README: its example of all call styles works`() async throws {
        let shown = Recorder<String>()
        let service = Readme.HeroesService(
            client: APIClient(
                configuration: APIConfiguration(
                    baseURL: server.url, basePath: "/v1", authentication: .hashedQuery(publicKey: "1234", privateKey: "abcd"))))
        let (ended, end) = AsyncStream<Void>.makeStream()
        try await Readme().styles(service) { text in
            shown.record(text)
            end.yield()
        }
        // Five calls end, and the cancelled one may be the last.
        for await _ in ended.prefix(5) {}
        let texts = shown.values
        #expect(texts.first == "2 heroes, the first is Spider-Man: 200 OK")
        #expect(texts.contains("cancelled") && texts.contains("one") && texts.contains("two"))
        #expect(texts.contains("Spider-Man, Spider-Woman"))
    }
}
