import EndpointKit
import EndpointKitTesting
import Testing

/// The code of the comments on stubs, servers, clocks, recordings and faults. It must compile.
enum TestingComments {
    struct Character: Decodable, Sendable { let name: String }

    final class CharactersClient: APIClient, @unchecked Sendable {
        func characters() -> Call<[Character]> { call(.get("characters")) }
    }

    static func recorded(_ configuration: APIConfiguration, in file: URL) throws -> APIClient {
        let cassette = try CassetteTransport(file, .replayOrRecord)
        let client = CharactersClient(configuration: configuration, transport: cassette)
        return client
    }

    static func faulty(_ stub: StubTransport, _ clock: ManualClock) -> FaultTransport {
        let transport = FaultTransport(around: stub, seed: 7, faults: Faults(status: 0.2, truncation: 0.05), clock: clock)
        return transport
    }

    static func served() throws -> APIClient {
        let server = try LoopbackServer { request in HTTPResponse(body: Data("hello".utf8)) }
        let client = APIClient(configuration: APIConfiguration(baseURL: server.url))
        return client
    }

    static func timed(_ client: CharactersClient) async throws {
        let clock = ManualClock()
        async let answer = client.characters().value  // answered with 503, and so retried after a while
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        _ = try await answer
    }

    static func watched(_ configuration: APIConfiguration, _ stub: StubTransport) async throws {
        let recorder = CallRecorder()
        let client = APIClient(configuration: configuration, transport: stub, observers: [recorder], clock: ManualClock(skipsSleeps: true))
        _ = try await client.call(.get("characters")).value
        #expect(recorder.calls.map(\.description) == ["GET /characters: 503, waited 1s, 200"])
    }

    static func stubbed(_ configuration: APIConfiguration) -> (APIClient, StubTransport) {
        let stub = StubTransport([
            .get("characters/1"): .json(["id": 1, "name": "Hulk"]),
            .get("characters", query: ["offset": 20]): .status(503),
        ])
        let other = StubTransport { request in HTTPResponse(status: request.path.encoded == "/missing" ? 404 : 200) }
        let client = APIClient(configuration: configuration, transport: stub)
        return (client, other)
    }
}
