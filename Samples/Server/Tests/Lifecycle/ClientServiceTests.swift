import EndpointKit
import EndpointKitServer
import EndpointKitTesting
import Foundation
import Logging
import ServiceLifecycle
import ServiceLifecycleTestKit
import Synchronization
import Testing

@Suite struct ClientServiceTests {
    /// Signals when a request has arrived, and answers it when the test allows that.
    private final class Gate: Transport {
        private let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        private let (answers, answered) = AsyncStream<Void>.makeStream()

        func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
            arrived.yield()
            for await _ in answers { return HTTPResponse() }
            throw CancellationError()
        }

        func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
            HTTPResponseStream(try await send(request, in: context))
        }

        func arrival() async { for await _ in arrivals { return } }
        func answer() { answered.yield() }
    }

    private let gate = Gate()
    private let clock = ManualClock()

    private func makeClient() throws -> APIClient {
        APIClient(
            configuration: APIConfiguration(baseURL: try #require(URL(string: "https://shop.example.com"))), transport: gate, clock: clock)
    }

    @Test func `ClientService: a call in flight finishes, and a later call isn't sent`() async throws {
        let client = try makeClient()
        try await testGracefulShutdown { trigger in
            async let service: Void = ClientService(client, gracePeriod: .seconds(10)).run()
            async let call = client.data(.get("items")).response
            await gate.arrival()
            trigger.triggerGracefulShutdown()
            // The service waits for the call.
            await clock.sleepers(1)
            let late = await #expect(throws: APIError.self) { try await client.data(.get("late")).value }
            #expect(late?.code == .cancelled && late?.message == "The call wasn't made: its client has been shut down.")
            gate.answer()
            #expect(try await call.status == .ok)
            try await service
        }
    }

    @Test func `ClientService: a call that is still in flight after the grace period is cancelled`() async throws {
        let client = try makeClient()
        try await testGracefulShutdown { trigger in
            async let service: Void = ClientService(client, gracePeriod: .seconds(10)).run()
            async let call = client.data(.get("items")).result
            await gate.arrival()
            trigger.triggerGracefulShutdown()
            await clock.sleepers(1)
            clock.advance(by: .seconds(10))
            try await service
            guard case .failure(let error as APIError) = await call else { throw APIError(.custom, "The call should have failed.") }
            #expect(error.code == .cancelled)
        }
    }

    @Test func `ClientService: a cancelled group cancels the calls at once`() async throws {
        let client = try makeClient()
        let service = Task { try await ClientService(client, gracePeriod: .seconds(10)).run() }
        async let call = client.data(.get("items")).result
        await gate.arrival()
        service.cancel()
        try await service.value
        guard case .failure(let error as APIError) = await call else { throw APIError(.custom, "The call should have failed.") }
        #expect(error.code == .cancelled)
    }

    @Test func `ClientService: in a service group, the services that use a client end before the client does`() async throws {
        let client = try makeClient()
        struct Server: Service {
            let client: APIClient
            let gate: Gate
            let statuses: AsyncStream<HTTPStatus>.Continuation

            func run() async throws {
                try? await gracefulShutdown()
                // The server's last request still needs the client.
                async let last = client.data(.get("last")).response
                await gate.arrival()
                gate.answer()
                statuses.yield(try await last.status)
            }
        }
        let (statuses, continuation) = AsyncStream<HTTPStatus>.makeStream()
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [
                    .init(service: ClientService(client)),
                    .init(service: Server(client: client, gate: gate, statuses: continuation), successTerminationBehavior: .ignore),
                ], logger: .init(label: "group")))
        async let run: Void = group.run()
        await group.triggerGracefulShutdown()
        try await run
        for await status in statuses {
            #expect(status == .ok)
            break
        }
    }
}
