import EndpointCassettes
import EndpointKit
import EndpointKitTesting
import Testing

/// The code of the comments on stubs, servers, clocks, recordings and faults. It must compile.
enum TestingComments {
    nonisolated struct Character: Decodable, Sendable { let name: String }

    final class CharactersClient: APIClient, @unchecked Sendable {
        func characters() -> Call<[Character]> { call(.get("characters")) }
    }

    static func recorded(_ configuration: APIConfiguration, in file: URL) throws -> APIClient {
        // Example: CassetteTransport.swift
        return client
    }

    static func faulty(_ stub: StubTransport, _ clock: ManualClock) -> FaultTransport {
        // Example: FaultTransport.swift
        return transport
    }

    static func served() throws -> APIClient {
        // Example: LoopbackServer.swift
        return client
    }

    static func timed(_ client: CharactersClient) async throws {
        // Example: ManualClock.swift
        _ = try await answer
    }

    static func watched(_ configuration: APIConfiguration, _ stub: StubTransport) async throws {
        // Example: CallRecorder.swift
    }

    nonisolated struct Price: Decodable, Equatable, Sendable { let amount: Int }

    static func held(_ configuration: APIConfiguration) async throws {
        // Example: HeldTransport.swift
    }

    static func stubbed(_ configuration: APIConfiguration) -> (APIClient, StubTransport) {
        // Example: StubTransport.swift
        return (client, other)
    }
}
