import EndpointKit
import EndpointKitTesting
import MarvelAPI
import TestSupport
import Testing

@Suite struct CharactersClientTests {
    /// The client of a server that answers with `body`.
    private func start(_ body: @escaping @Sendable (HTTPRequest) -> String) throws -> (client: CharactersClient, server: RecordingServer) {
        let server = try RecordingServer { HTTPResponse(body: Data(body($0).utf8)) }
        return (CharactersClient(configuration: MarvelConfiguration(publicKey: "1234", privateKey: "wxyz", baseURL: server.url)), server)
    }

    private static let date = Date(timeIntervalSince1970: 1_398_795_497)

    private static let queries: [(CharactersEndpoint, String, String)] = [
        (.characters(), "characters", "offset=0&limit=20"),
        (.characters(limit: 5), "characters", "offset=0&limit=5"),
        (
            .characters(
                CharacterFilter(
                    name: "A & B", nameStartsWith: "#", modifiedSince: date, comics: [1, 2], series: [3], events: [4], stories: [5],
                    orderBy: [.name, .modified.descending]), offset: 40, limit: 100),
            "characters",
            "name=A%20%26%20B&nameStartsWith=%23&modifiedSince=2014-04-29T18%3A18%3A17Z&comics=1,2&series=3&events=4&stories=5"
                + "&orderBy=name,-modified&offset=40&limit=100"
        ),
        (.character(id: 7), "characters/7", ""),
        (
            .comics(
                of: .character(7),
                ComicFilter {
                    $0.format = .tradePaperback
                    $0.formatType = .collection
                    $0.noVariants = true
                    $0.dateRange = date...date.addingTimeInterval(86_400)
                    $0.issueNumber = 1.5
                    $0.sharedAppearances = [8, 9]
                    $0.orderBy = .onSale.descending
                }), "characters/7/comics",
            "format=trade%20paperback&formatType=collection&noVariants=true"
                + "&dateRange=2014-04-29T18%3A18%3A17Z,2014-04-30T18%3A18%3A17Z&issueNumber=1.5&sharedAppearances=8,9"
                + "&orderBy=-onsaleDate&offset=0&limit=20"
        ),
        (
            .events(of: .character(7), EventFilter { $0.orderBy = .startDate }, limit: 1), "characters/7/events",
            "orderBy=startDate&offset=0&limit=1"
        ),
        (
            .series(
                of: .character(7),
                SeriesFilter {
                    $0.seriesType = .oneShot; $0.contains = .hardcover
                }), "characters/7/series",
            "seriesType=one%20shot&contains=hardcover&offset=0&limit=20"
        ),
        (.stories(of: .character(7), StoryFilter { $0.creators = [1] }, offset: 3), "characters/7/stories", "creators=1&offset=3&limit=20"),
    ]

    @Test(arguments: queries)
    func `CharactersClient: an endpoint is one path and one query`(endpoint: CharactersEndpoint, path: String, query: String) {
        #expect(endpoint.route.path.encoded == path)
        #expect(endpoint.route.query.encoded == query)
        #expect(endpoint.isAuthenticated)
    }

    @Test func `CharactersClient: a call is signed, and returns a page`() async throws {
        let (client, server) = try start { _ in Fixture.page([Fixture.character(id: 7)]) }
        let page = try await client.characters(CharacterFilter(name: "Hero 7"), limit: 3).value
        #expect(page.results.map(\.id) == [7])
        let request = try #require(server.requests.first)
        #expect(request.path.encoded == "/v1/public/characters")
        #expect(request.query.map(\.name) == ["name", "offset", "limit", "ts", "apikey", "hash"])
        let timestamp = try #require(request.query["ts"])
        #expect(request.query["apikey"] == "1234")
        #expect(request.query["hash"] == HashedQueryAuthentication.hash(timestamp: timestamp, publicKey: "1234", privateKey: "wxyz"))
        #expect(!request.urlText.contains("wxyz"))
    }

    @Test func `CharactersClient: each list of a character has its own operation`() async throws {
        let (client, server) = try start { request in
            switch request.path.encoded.split(separator: "/").last {
            case "comics": Fixture.page([Fixture.comic])
            case "events": Fixture.page([Fixture.event])
            case "series": Fixture.page([Fixture.series])
            case "stories": Fixture.page([Fixture.story])
            default: Fixture.page([Fixture.character(id: 7)])
            }
        }
        #expect(try await client.character(id: 7).value.results.map(\.id) == [7])
        #expect(try await client.comics(of: .character(7)).value.results.map(\.id) == [21])
        #expect(try await client.events(of: .character(7)).value.results.map(\.id) == [8])
        #expect(try await client.series(of: .character(7)).value.results.map(\.id) == [4])
        #expect(try await client.stories(of: .character(7)).value.results.map(\.id) == [5])
        #expect(server.requests.count == 5)
    }

    @Test func `CharactersClient: an image carries no credentials, even on the API's own host`() async throws {
        let (client, server) = try start { _ in "bytes" }
        let thumbnail = Thumbnail(path: "\(server.url.absoluteString)images/a", extension: "png")
        #expect(try await client.image(of: thumbnail, variant: .portraitXLarge).value == Data("bytes".utf8))
        let request = try #require(server.requests.first)
        #expect(request.path.encoded == "/images/a/portrait_xlarge.png")
        #expect(request.query.isEmpty)
    }

    @Test func `CharactersClient: an image without a URL is rejected before anything is sent`() async throws {
        let (client, server) = try start { _ in "" }
        let error = await #expect(throws: APIError.self) { try await client.image(of: Thumbnail(path: "nowhere", extension: "png")).value }
        #expect(error?.code == .invalidRequest)
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: [
        (409, #"{"code": 409, "status": "You may not."}"#, "The server answered 409 Conflict: You may not."),
        (401, #"{"code": "InvalidCredentials", "message": "No."}"#, "The server answered 401 Unauthorized: No."),
        (
            404, #"{"code": "ResourceNotFound", "message": "/v1?ts=1&apikey=hunter2&hash=hunter2 does not exist"}"#,
            "The server answered 404 Not Found: /v1?ts=<1 character>&apikey=<7 characters>&hash=<7 characters> does not exist"
        ),
        (500, "<html>", "The server answered 500 Internal Server Error."),
    ])
    func `CharactersClient: the error of a rejected call contains the service's text without secrets`(
        status: Int, body: String, message: String
    ) async throws {
        let stub = StubTransport(HTTPResponse(status: HTTPStatus(rawValue: status), body: Data(body.utf8)))
        let client = MarvelClient(
            configuration: MarvelConfiguration(publicKey: "1", privateKey: "2"), transport: stub, clock: ManualClock(skipsSleeps: true))
        let calls: [@Sendable () async throws -> Void] = [
            { _ = try await client.characters(limit: 0).value }, { _ = try await client.story(id: 1).value },
            { _ = try await client.elements(of: .comics(of: .event(1))).collect().get() },
        ]
        for call in calls {
            let error = await #expect(throws: APIError.self) { try await call() }
            #expect(error?.code == .badStatus && error?.message == message)
            #expect(error?.underlying as? MarvelError == (try? JSONDecoder().decode(MarvelError.self, from: Data(body.utf8))))
            #expect(error.map { "\($0)" + String(reflecting: $0) }?.contains("hunter2") == false)
        }
    }

    @Test(arguments: [(429, 1), (503, 3)])
    func `CharactersClient: a rejected call isn't repeated, because it counts against the quota`(status: Int, sent: Int) async throws {
        let stub = StubTransport(HTTPResponse(status: HTTPStatus(rawValue: status), headers: ["Retry-After": "1"]))
        let client = CharactersClient(
            configuration: MarvelConfiguration(publicKey: "1", privateKey: "2"), transport: stub, clock: ManualClock(skipsSleeps: true))
        let error = await #expect(throws: APIError.self) { try await client.characters().value }
        #expect(error?.response?.status.rawValue == status)
        #expect(stub.requests.count == sent)
    }
}

protocol Settable { init() }
extension Settable {
    init(_ set: (inout Self) -> Void) {
        self.init()
        set(&self)
    }
}
extension ComicFilter: Settable {}
extension EventFilter: Settable {}
extension SeriesFilter: Settable {}
extension StoryFilter: Settable {}
