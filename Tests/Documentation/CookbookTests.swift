import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// The recipes in the article "Cookbook", run against a server on this machine.
@Suite struct CookbookTests {
    private let requests = Recorder<HTTPRequest>()
    private let server: LoopbackServer
    private let folder: Folder

    init() throws {
        folder = try Folder()
        let requests = requests
        server = try LoopbackServer { request in
            requests.record(request)
            return Self.answer(to: request)
        }
    }

    private static func answer(to request: HTTPRequest) -> HTTPResponse {
        switch (request.method, request.path) {
        case (.post, "/heroes"): HTTPResponse(status: 201, body: request.sentBody)
        case (.patch, "/heroes/7"), (.delete, "/heroes/7"), (.get, "/heroes/7/sidekick"): HTTPResponse(status: 204)
        case (.head, "/heroes/7"): HTTPResponse(headers: ["ETag": "\"1\""])
        case (.get, "/heroes/1"), (.get, "/heroes/2"): HTTPResponse(body: Data(#"{"id":1,"name":"Thor"}"#.utf8))
        case (.get, "/terms.txt"): HTTPResponse(headers: ["Content-Type": "text/plain"], body: Data("none".utf8))
        case (.get, "/image"): HTTPResponse(body: Data("picture".utf8))
        case (.post, "/heroes/search"), (.post, "/heroes/7/photos"): HTTPResponse(status: 204)
        case (.delete, "/heroes/1"): HTTPResponse(status: 409, body: Data(#"{"reason":"on a mission"}"#.utf8))
        case (.post, "/session"):
            HTTPResponse(body: Data(#"{"accessToken":"new"}"#.utf8))
        case (.get, "/me"):
            request.headers["Authorization"] == "Bearer new" ? HTTPResponse(body: Data("me".utf8)) : HTTPResponse(status: 401)
        case (.get, "/birthday"): HTTPResponse(body: Data(#"{"birth_day":"2000-01-01T00:00:00Z"}"#.utf8))
        default: HTTPResponse(status: 404)
        }
    }

    private var client: Cookbook.HeroesClient { Cookbook.HeroesClient(configuration: server.configuration) }

    @Test func `Cookbook: calls with and without a response body work`() async throws {
        #expect(try await Cookbook.calls(client) == ["Hulk", "no sidekick"])
        #expect(
            requests.values.map { "\($0.method) \($0.path)" } == [
                "POST /heroes", "PATCH /heroes/7", "GET /heroes/7/sidekick", "DELETE /heroes/7",
            ])
        #expect(requests.values[1].sentBody == Data(#"{"name":"The Hulk"}"#.utf8))
    }

    @Test func `Cookbook: a status, bytes and text can be requested`() async throws {
        #expect(try await Cookbook.status(client) == "fresh")
        let (picture, terms) = try await Cookbook.bytes(client, image: server.url.appending(path: "image"))
        #expect(picture == Data("picture".utf8) && terms == "none")
    }

    @Test func `Cookbook: a download and its progress work`() async throws {
        let fractions = Recorder<Double>()
        let file = try await Cookbook.photo(of: server.url.appending(path: "image"), in: folder.url, client) { fractions.record($0) }
        #expect(try Data(contentsOf: file) == Data("picture".utf8))
        #expect(fractions.last == 1)
    }

    @Test func `Cookbook: a form and a multipart form work`() async throws {
        try await Cookbook.form(client)
        #expect(requests.last?.sentBody == Data("name=Hulk&power=strength&power=anger".utf8))
        try folder.write(Array("picture".utf8), to: "photo.jpg")
        let shown = Recorder<String>()
        try await Cookbook.upload(folder.file("photo.jpg"), client) { shown.record($0) }
        let body = try String(decoding: #require(requests.last?.sentBody), as: UTF8.self)
        #expect(body.contains("At work") && body.contains("picture") && body.contains(#"{"city":"Dayton"}"#))
        #expect(shown.last == "\(body.utf8.count) bytes")
    }

    @Test func `Cookbook: server errors work`() async throws {
        #expect(try await Cookbook.refused(client) == "on a mission")
        let error = await #expect(throws: APIError.self) { try await Cookbook.strictClient(server.configuration).remove(1).value }
        #expect((error?.underlying as? Cookbook.Refusal)?.reason == "on a mission")
        #expect(try await Cookbook.caught(client) == "Thor")
    }

    @Test func `Cookbook: GraphQL works, and a problem that the service names is thrown`() async throws {
        let stub = StubTransport([
            .post("graphql"): .sequence(
                .text(#"{"data":{"hero":{"id":7,"name":"Thor"}}}"#), .text(#"{"data":null,"errors":[{"message":"no such hero"}]}"#))
        ])
        let service = Cookbook.GraphQLService(client: APIClient(configuration: server.configuration, transport: stub))
        #expect(try await Cookbook.graphQL(service) == Cookbook.Hero(id: 7, name: "Thor"))
        let body = try #require(stub.requests.first?.sentBody)
        #expect(try JSON(parsing: body)["variables"] == ["id": "7"])
        let problem = await #expect(throws: Cookbook.GraphQLProblem.self) { try await Cookbook.graphQL(service) }
        #expect(problem?.message == "no such hero")
    }

    @Test func `Cookbook: a refreshed token works`() async throws {
        try folder.write(Array(#"{"accessToken":"old","refreshToken":"a"}"#.utf8), to: "session.json")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.file("session.json").path)
        let signedIn = Cookbook.signedIn(server.configuration, sessions: folder.file("session.json"))
        #expect(try await signedIn.string(.get("me").authenticated()).value == "me")
        #expect(requests.values.map(\.path) == ["/me", "/session", "/me"])
        #expect(try FileTokenStore<Cookbook.Session>(folder.file("session.json")).load()?.refreshToken == "a")
    }

    @Test func `Cookbook: observers work`() async throws {
        let (lines, shown) = (Recorder<String>(), Recorder<String>())
        let client = Cookbook.observed(server.configuration, write: { lines.record($0.text) }, show: { shown.record($0) })
        _ = try await client.hero(1).value
        await #expect(throws: APIError.self) { try await client.remove(1).value }
        #expect(lines.values.contains { $0.contains("GET") } && shown.count == 2)
    }

    @Test func `Cookbook: groups, secrets and dates work`() async throws {
        #expect(try await Cookbook.together(client).count == 2)
        #expect(!"\(Cookbook.secret(["HEROES_KEY": "planted"], baseURL: server.url))".contains("planted"))
        struct Birthday: Decodable { let birthDay: Date }
        let birthday: Birthday = try await Cookbook.dates(server.configuration).call(.get("birthday")).value
        #expect(birthday.birthDay == Date(timeIntervalSince1970: 946_684_800))
    }
}

extension HTTPRequest {
    /// The bytes that a server received.
    var sentBody: Data {
        if case .data(let data)? = body?.content { return data }
        return Data()
    }
}
