import EndpointKit
import EndpointKitTesting
import MarvelAPI
import Testing

/// The 39 endpoints and all their parameters, compared with the service's documentation.
@Suite struct MarvelEndpointTests {
    /// A parameter's value in a filter's JSON and in a URL.
    typealias Sample = (json: String, sent: String)

    private static let text = [(json: #""A & B""#, sent: "A%20%26%20B")]
    private static let ids = [(json: "[1,2]", sent: "1,2")]
    private static let flag = [(json: "true", sent: "true"), (json: "false", sent: "false")]
    private static let year = [(json: "2001", sent: "2001")]
    private static let date = [(json: "420488297", sent: "2014-04-29T18%3A18%3A17Z")]
    private static let formats = words(
        "Comic", "Magazine", "Trade Paperback", "Hardcover", "Digest", "Graphic Novel", "Digital Comic", "Infinite Comic"
    ).map { (json: $0.json, sent: $0.sent.lowercased()) }

    private static func words(_ words: String...) -> [Sample] {
        words.map { (json: "\"\($0)\"", sent: $0.replacing(" ", with: "%20")) }
    }

    private static func orders(_ names: String...) -> [Sample] {
        names.flatMap { [(json: "\"\($0)\"", sent: $0), (json: "\"-\($0)\"", sent: "-\($0)")] }
    }

    /// A kind of resource: its sub-lists, and the parameters of its own list.
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let lists: [String]
        let parameters: [(names: String, samples: [Sample])]
        var testDescription: String { name }
    }

    static let table = [
        Row(
            name: "characters", lists: ["comics", "events", "series", "stories"],
            parameters: [
                ("name nameStartsWith", text), ("comics series events stories", ids), ("modifiedSince", date),
                ("orderBy", orders("name", "modified")),
            ]),
        Row(
            name: "comics", lists: ["characters", "creators", "events", "stories"],
            parameters: [
                ("format", formats), ("formatType", words("comic", "collection")), ("noVariants hasDigitalIssue", flag),
                ("dateDescriptor", words("lastWeek", "thisWeek", "nextWeek", "thisMonth")),
                ("dateRange", [("[420488297,420574697]", "2014-04-29T18%3A18%3A17Z,2014-04-30T18%3A18%3A17Z")]),
                ("title titleStartsWith diamondCode upc isbn ean issn", text), ("startYear", year),
                ("issueNumber", [("1.5", "1.5"), ("2", "2")]),
                ("digitalId", [("7", "7")]),
                ("creators characters series events stories sharedAppearances collaborators", ids), ("modifiedSince", date),
                ("orderBy", orders("focDate", "onsaleDate", "title", "issueNumber", "modified")),
            ]),
        Row(
            name: "creators", lists: ["comics", "events", "series", "stories"],
            parameters: [
                (
                    "firstName middleName lastName suffix nameStartsWith firstNameStartsWith middleNameStartsWith lastNameStartsWith",
                    text
                ),
                ("comics series events stories", ids), ("modifiedSince", date),
                ("orderBy", orders("lastName", "firstName", "middleName", "suffix", "modified")),
            ]),
        Row(
            name: "events", lists: ["characters", "comics", "creators", "series", "stories"],
            parameters: [
                ("name nameStartsWith", text), ("creators characters series comics stories", ids), ("modifiedSince", date),
                ("orderBy", orders("name", "startDate", "modified")),
            ]),
        Row(
            name: "series", lists: ["characters", "comics", "creators", "events", "stories"],
            parameters: [
                ("title titleStartsWith", text), ("startYear", year),
                ("seriesType", words("collection", "one shot", "limited", "ongoing")), ("contains", formats),
                ("creators characters comics events stories", ids), ("modifiedSince", date),
                ("orderBy", orders("title", "startYear", "modified")),
            ]),
        Row(
            name: "stories", lists: ["characters", "comics", "creators", "events", "series"],
            parameters: [
                ("comics series events creators characters", ids), ("modifiedSince", date), ("orderBy", orders("id", "modified")),
            ]),
    ]

    private static func kind(_ name: String) throws -> any MarvelResource.Type {
        try #require(MarvelClient.resources.first { $0.name == name })
    }

    /// The query of a list, and how many properties its filter has.
    private static func query<Resource: MarvelResource>(
        _ type: Resource.Type, of parent: (any MarvelResource.Type)? = nil, _ parameters: [(name: String, sample: Sample)]
    ) throws -> (route: Route, propertyCount: Int) {
        var json = try JSONDecoder().decode([String: JSON].self, from: JSONEncoder().encode(Resource.Filter()))
        for (name, sample) in parameters { json[name] = try JSONDecoder().decode(JSON.self, from: Data(sample.json.utf8)) }
        let filter = try JSONDecoder().decode(Resource.Filter.self, from: JSONEncoder().encode(json))
        let route = Resource.list(of: parent.flatMap { Parent($0, id: 7) }, filter, offset: 40, limit: 5).route
        return (route, Mirror(reflecting: filter).children.count)
    }

    @Test(arguments: table)
    func `MarvelEndpoint: each parameter of a list is sent as the service expects it, and there is no other`(row: Row) throws {
        let kind = try Self.kind(row.name)
        let parameters = row.parameters.flatMap { names, samples in names.split(separator: " ").map { (name: String($0), samples: samples) }
        }
        for (name, samples) in parameters {
            for sample in samples {
                let (route, propertyCount) = try Self.query(kind, [(name, sample)])
                #expect(route.path.encoded == row.name)
                #expect(route.query.encoded == "\(name)=\(sample.sent)&offset=40&limit=5")
                #expect(propertyCount == parameters.count)
            }
        }
    }

    @Test(arguments: table)
    func `MarvelEndpoint: a parent's list is under its path, with all parameters except the one for the parent`(row: Row) throws {
        let parent = try Self.kind(row.name)
        for child in Self.table {
            let kind = try Self.kind(child.name)
            #expect(parent.has(kind) == row.lists.contains(child.name))
            guard parent.has(kind) else { continue }
            let parameters = child.parameters.flatMap { names, samples in names.split(separator: " ").map { (String($0), samples[0]) } }
            let (route, _) = try Self.query(kind, of: parent, parameters)
            #expect(route.path.encoded == "\(row.name)/7/\(child.name)")
            #expect(Set(route.query.map(\.name)) == Set(parameters.map(\.0) + ["offset", "limit"]).subtracting([row.name]))
        }
    }

    private static func orders<Resource: MarvelResource>(of type: Resource.Type) -> [String] {
        Resource.Filter.Order.allCases.map(\.rawValue)
    }

    @Test(arguments: table)
    func `MarvelEndpoint: a list can be sorted by each of its keys, in both directions`(row: Row) throws {
        let documented = try #require(row.parameters.first { $0.names == "orderBy" }).samples.map(\.sent)
        #expect(Set(try Self.orders(of: Self.kind(row.name))) == Set(documented))
    }

    private static let orders: [(ComicFilter.Order, String)] = [
        (.onSale, "orderBy=onsaleDate&"), (.title.descending.descending, "orderBy=-title&"),
        ([.title, .finalOrderCutoff.descending], "orderBy=title,-focDate&"),
        ([.title, [.issueNumber, .modified.descending]], "orderBy=title,issueNumber,-modified&"), ([], ""),
        (.onSale.descending, "orderBy=-onsaleDate&"), (.modified.descending, "orderBy=-modified&"),
    ]

    @Test(arguments: orders)
    func `MarvelEndpoint: an order may have any number of keys, and can be encoded and decoded`(
        order: ComicFilter.Order, sent: String
    ) throws {
        var filter = ComicFilter()
        filter.orderBy = order
        #expect(MarvelEndpoint.comics(filter).route.query.encoded == sent + "offset=0&limit=20")
        #expect(try JSONDecoder().decode(ComicFilter.self, from: JSONEncoder().encode(filter)) == filter)
        #expect(ComicFilter.Order(rawValue: order.rawValue) == order)
    }

    @Test(arguments: ["name", "title,", ",title", "title,name", "--title", "Title", "title, modified"])
    func `MarvelEndpoint: an order with an unknown key is rejected`(text: String) {
        #expect(ComicFilter.Order(rawValue: text) == nil)
    }

    private static let endpoints: [(MarvelEndpoint, String)] = [
        (.characters(), "characters"), (.character(id: 7), "characters/7"), (.comics(of: .character(7)), "characters/7/comics"),
        (.events(of: .character(7)), "characters/7/events"), (.series(of: .character(7)), "characters/7/series"),
        (.stories(of: .character(7)), "characters/7/stories"),
        (.comics(), "comics"), (.comic(id: 7), "comics/7"), (.characters(of: .comic(7)), "comics/7/characters"),
        (.creators(of: .comic(7)), "comics/7/creators"), (.events(of: .comic(7)), "comics/7/events"),
        (.stories(of: .comic(7)), "comics/7/stories"),
        (.creators(), "creators"), (.creator(id: 7), "creators/7"), (.comics(of: .creator(7)), "creators/7/comics"),
        (.events(of: .creator(7)), "creators/7/events"), (.series(of: .creator(7)), "creators/7/series"),
        (.stories(of: .creator(7)), "creators/7/stories"),
        (.events(), "events"), (.event(id: 7), "events/7"), (.characters(of: .event(7)), "events/7/characters"),
        (.comics(of: .event(7)), "events/7/comics"), (.creators(of: .event(7)), "events/7/creators"),
        (.series(of: .event(7)), "events/7/series"), (.stories(of: .event(7)), "events/7/stories"),
        (.series(), "series"), (.oneSeries(id: 7), "series/7"), (.characters(of: .series(7)), "series/7/characters"),
        (.comics(of: .series(7)), "series/7/comics"), (.creators(of: .series(7)), "series/7/creators"),
        (.events(of: .series(7)), "series/7/events"), (.stories(of: .series(7)), "series/7/stories"),
        (.stories(), "stories"), (.story(id: 7), "stories/7"), (.characters(of: .story(7)), "stories/7/characters"),
        (.comics(of: .story(7)), "stories/7/comics"), (.creators(of: .story(7)), "stories/7/creators"),
        (.events(of: .story(7)), "stories/7/events"), (.series(of: .story(7)), "stories/7/series"),
    ]

    @Test func `MarvelEndpoint: each endpoint has its path, is signed, and can be encoded and decoded`() throws {
        let paths = Self.table.flatMap { row in ["", "/7"].map { row.name + $0 } + row.lists.map { "\(row.name)/7/\($0)" } }
        #expect(Set(Self.endpoints.map(\.1)) == Set(paths) && paths.count == 39 && Self.endpoints.count == 39)
        for (endpoint, path) in Self.endpoints {
            #expect(endpoint.route.path.encoded == path)
            #expect(endpoint.route.query.encoded == (path.hasSuffix("/7") ? "" : "offset=0&limit=20"))
            #expect(endpoint.isAuthenticated)
            let stored = try JSONDecoder().decode(MarvelEndpoint.self, from: JSONEncoder().encode(endpoint))
            #expect(stored.route.path == endpoint.route.path && stored.route.query == endpoint.route.query)
        }
    }

    private let stub = StubTransport(HTTPResponse(body: Data(Fixture.page([]).utf8)))
    private var client: MarvelClient {
        MarvelClient(configuration: MarvelConfiguration(publicKey: "1", privateKey: "2"), transport: stub)
    }
    private var paths: [String] { stub.requests.map { $0.path.encoded.replacing("/v1/public/", with: "") } }

    @Test func `MarvelEndpoint: each operation of the client calls its endpoint`() async throws {
        _ = try await client.characters(of: .comic(7)).value
        _ = try await client.character(id: 7).value
        _ = try await client.comics(of: .event(7)).value
        _ = try await client.comic(id: 7).value
        _ = try await client.creators(of: .series(7)).value
        _ = try await client.creator(id: 7).value
        _ = try await client.events(of: .creator(7)).value
        _ = try await client.event(id: 7).value
        _ = try await client.series(of: .story(7)).value
        _ = try await client.series(id: 7).value
        _ = try await client.stories(of: .comic(7)).value
        _ = try await client.story(id: 7).value
        #expect(
            paths == [
                "comics/7/characters", "characters/7", "events/7/comics", "comics/7", "series/7/creators", "creators/7",
                "creators/7/events",
                "events/7", "stories/7/series", "series/7", "comics/7/stories", "stories/7",
            ])
    }

    @Test func `MarvelEndpoint: each whole list calls its endpoint, with the largest pages`() async throws {
        _ = try await client.elements(of: .characters(of: .comic(7))).collect().get()
        _ = try await client.elements(of: .comics(of: .event(7))).collect().get()
        _ = try await client.elements(of: .creators(of: .series(7))).collect().get()
        _ = try await client.elements(of: .events(of: .creator(7))).collect().get()
        _ = try await client.elements(of: .series(of: .story(7))).collect().get()
        _ = try await client.elements(of: .stories(of: .comic(7))).collect().get()
        #expect(
            paths == [
                "comics/7/characters", "events/7/comics", "series/7/creators", "creators/7/events", "stories/7/series", "comics/7/stories",
            ])
        #expect(stub.requests.allSatisfy { $0.query["limit"] == "100" })
    }
}
