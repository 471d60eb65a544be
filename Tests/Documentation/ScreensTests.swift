import EndpointKit
import EndpointKitTesting
import Foundation
import Observation
import TestSupport
import Testing

/// The models of the article "Screens".
@MainActor @Suite struct ScreensTests {
    private func client(_ stub: StubTransport) throws -> Screens.HeroesClient {
        var configuration = APIConfiguration(baseURL: try #require(URL(string: "https://example.com")))
        configuration.policies.retry = .never
        return Screens.HeroesClient(configuration: configuration, transport: stub)
    }

    @Test func `Screens: a model shows that it is loading, and keeps its value if a refresh fails`() async throws {
        let model = Screens.HeroModel(
            1,
            of: try client(
                StubTransport([
                    .get("heroes/1"): .sequence(
                        .json(["id": 1, "name": "Thor"]), .status(503), .status(404), .json(["id": 1, "name": "Loki"]))
                ])))
        let changes = Counter()
        withObservationTracking {
            _ = model.isLoading
        } onChange: {
            changes.next()
        }
        await model.load()
        #expect(changes.count == 1)
        #expect(model.hero?.name == "Thor" && !model.isLoading && model.problem == nil)
        await model.load()
        #expect(model.hero?.name == "Thor" && model.problem == "Something went wrong. Try again.")
        await model.load()
        #expect(model.problem == "This is not there any more.")
        await model.load()
        #expect(model.hero?.name == "Loki" && model.problem == nil)
    }

    @Test func `Screens: a screen that disappears closes the connection, and shows no error`() async throws {
        let (asked, closed) = (Signal(), Signal())
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            asked.give()
            connection.waitForClose()
            closed.give()
        })
        let model = Screens.HeroModel(1, of: Screens.HeroesClient(configuration: server.configuration))
        let task = Task { await model.load() }
        await asked.wait()
        #expect(model.isLoading)
        task.cancel()
        await task.value
        await closed.wait()
        #expect(model.hero == nil && model.problem == nil && !model.isLoading)
    }

    @Test func `Screens: a list loads once, loads further pages, cancels, and reports failures`() async throws {
        let stub = StubTransport { request in
            switch request.query["page"] {
            case nil, "1": HTTPResponse(body: Data(#"[{"id":1,"name":"Thor"},{"id":2,"name":"Loki"}]"#.utf8))
            case "2": HTTPResponse(status: 401)
            default: HTTPResponse(body: Data("[]".utf8))
            }
        }
        let model = Screens.HeroesModel(try client(stub))
        model.appear()
        model.disappear()
        #expect(!model.list.isLoading && model.problem == nil)
        model.appear()
        await model.list.loadNextPage().value
        try #require(model.list.elements.map(\.id) == [1, 2])
        model.appear()
        model.showed(model.list.elements[0])
        #expect(!model.list.isLoading)
        model.showed(model.list.elements[1])
        #expect(model.list.isLoading)
        await model.list.loadNextPage().value
        #expect(model.problem == "Sign in again." && model.list.elements.count == 2)
        model.retry()
        await model.list.loadNextPage().value
        #expect(model.problem != nil)
        await model.refresh()
        #expect(model.problem == nil && model.list.elements.count == 2)
    }

    @Test func `Screens: a message says what people can do`() {
        #expect(text(of: APIError(.timeout, "x")) == "The service can't be reached. Try again.")
        #expect(text(of: APIError(.authentication, "x")) == "Sign in again.")
        #expect(text(of: APIError(.badStatus, "x", response: HTTPResponse(status: 401))) == "Sign in again.")
        #expect(text(of: CancellationError()) == "Something went wrong. Try again.")
    }
}
