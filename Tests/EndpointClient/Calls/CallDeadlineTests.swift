import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct CallDeadlineTests {
    private let clock = ManualClock()

    private func client(_ transport: any Transport, deadline: Duration?, decisions: [any ResponseDecision]? = nil) throws -> APIClient {
        var configuration = APIConfiguration(baseURL: try exampleURL())
        configuration.policies.deadline = deadline
        return APIClient(configuration: configuration, transport: transport, decisions: decisions, clock: clock)
    }

    /// Signaled when a silent server receives a request.
    private let isSent = Signal()

    private var silent: StubTransport {
        StubTransport { [isSent] _ in
            isSent.give()
            try await untilCancelled()
        }
    }

    @Test func `Call deadline: a call that takes longer fails at the deadline, and the error says so`() async throws {
        let call = try client(silent, deadline: .seconds(5)).data(.get("items"))
        let task = Task { try await call.value }
        // The deadline and the attempt may begin in any order.
        await clock.sleepers(1)
        await isSent.wait()
        clock.advance(by: .seconds(5))
        let outcome = await task.result
        let error = #expect(throws: APIError.self) { try outcome.get() }
        #expect(error?.code == .deadline)
        #expect(error?.message.contains("5.0 seconds") == true)
        #expect(error?.attempts.map(\.outcome) == [.cancelled])
        #expect(error?.attempts.first?.duration == .seconds(5))
    }

    @Test func `Call deadline: the call's deadline replaces the policies' deadline`() async throws {
        let call = try client(silent, deadline: .seconds(500)).data(.get("items")).deadline(.seconds(1))
        let task = Task { try await call.value }
        await clock.sleepers(1)
        #expect(clock.remainingSleeps == [.seconds(1)])
        clock.advance(by: .seconds(1))
        let outcome = await task.result
        #expect(throws: APIError.self) { try outcome.get() }
    }

    @Test func `Call deadline: it covers all attempts and the waits between them`() async throws {
        let again = Restarting { _, _ in .restart(after: .seconds(4)) }
        let stub = StubTransport()
        let call = try client(stub, deadline: .seconds(10), decisions: [again]).data(.get("items"))
        let task = Task { try await call.value }
        for step in [4, 4, 2] {
            // One sleeper is the deadline, the other the wait.
            await clock.sleepers(2)
            clock.advance(by: .seconds(step))
        }
        let outcome = await task.result
        let error = #expect(throws: APIError.self) { try outcome.get() }
        #expect(error?.code == .deadline)
        #expect(stub.requests.count == 3)
        #expect(error?.attempts.map(\.start) == [.zero, .seconds(4), .seconds(8)])
    }

    @Test func `Call deadline: any number of calls that end in time leave only one timer behind`() async throws {
        let client = try client(StubTransport(), deadline: .seconds(5))
        for _ in 0..<100 { _ = try await client.data(.get("items")).value }
        await eventually { clock.remainingSleeps == [.seconds(5)] }
        #expect(client.activeCalls.isEmpty)
        clock.advance(by: .seconds(5))
        await eventually { clock.remainingSleeps.isEmpty }
    }

    @Test func `Call deadline: calls of one client end at their own deadlines, the shortest first`() async throws {
        let client = try client(silent, deadline: .seconds(5))
        let long = Task { await failure { try await client.data(.get("long")).value } }
        await eventually { clock.remainingSleeps == [.seconds(5)] }
        let short = Task { await failure { try await client.data(.get("short")).deadline(.seconds(2)).value } }
        await eventually { clock.remainingSleeps == [.seconds(2)] }
        clock.advance(by: .seconds(2))
        #expect(await short.value?.message.contains("2.0 seconds") == true)
        #expect(client.activeCalls.map(\.endpoint.path) == ["long"])
        await eventually { clock.remainingSleeps == [.seconds(3)] }
        clock.advance(by: .seconds(3))
        #expect(await long.value?.message.contains("5.0 seconds") == true)
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func `Call deadline: a call whose deadline has already passed gets no response`(deadline: Duration) async throws {
        let call = try client(silent, deadline: nil).data(.get("items")).deadline(deadline)
        let error = await #expect(throws: APIError.self) { try await call.value }
        #expect(error?.code == .deadline)
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func `Call deadline: a call whose deadline has already passed isn't sent, however fast the response would be`(
        deadline: Duration
    ) async throws {
        let stub = StubTransport()
        let client = try client(stub, deadline: deadline)
        // A deadline that merely races with the response would lose at least once.
        for _ in 0..<100 {
            let error = await failure { try await client.data(.get("items")).value }
            #expect(error?.code == .deadline)
        }
        #expect(stub.requests.isEmpty)
    }

    @Test func `Call deadline: the call's deadline covers the body of a stream, and the client's doesn't`() async throws {
        let transport = ChunkTransport { _, _ in HTTPResponseStream(body: HTTPResponseStream.Body { Data("chunk".utf8) }) }
        let client = try APIClient.example(transport, clock: clock) { $0.policies.deadline = .seconds(1) }
        var lasting = try await client.stream(.get("items")).value.body.makeAsyncIterator()
        var bounded = try await client.stream(.get("items")).deadline(.seconds(5)).value.body.makeAsyncIterator()
        await eventually { clock.remainingSleeps == [.seconds(1)] }
        clock.advance(by: .seconds(1))
        #expect(try await lasting.next() != nil)
        #expect(try await bounded.next() != nil)
        await eventually { clock.remainingSleeps == [.seconds(4)] }
        clock.advance(by: .seconds(4))
        let error = await failure { while true { _ = try await bounded.next() } }
        #expect(error?.code == .deadline)
        #expect(try await lasting.next() != nil)
    }

    @Test func `Call deadline: a stream that is released after its deadline has failed`() async throws {
        final class Token: Sendable {
            private let gone: Signal
            init(_ gone: Signal) { self.gone = gone }
            deinit { gone.give() }
        }
        struct Holding: Transport {
            let gone: Signal

            func send(_ request: HTTPRequest, in context: TransferContext) throws -> HTTPResponse { HTTPResponse() }
            func stream(_ request: HTTPRequest, in context: TransferContext) -> HTTPResponseStream {
                let token = Token(gone)
                return HTTPResponseStream(body: HTTPResponseStream.Body { withExtendedLifetime(token) { Data("a".utf8) } })
            }
        }
        let (recorder, gone) = (CallRecorder(), Signal())
        let client = APIClient(
            configuration: APIConfiguration(baseURL: try exampleURL()), transport: Holding(gone: gone), observers: [recorder], clock: clock)
        var stream: HTTPResponseStream? = try await client.stream(.get("items")).deadline(.seconds(5)).value
        await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        await gone.wait()
        withExtendedLifetime(stream) {}
        stream = nil
        guard case .failed(let error)? = recorder.events.last?.kind else { throw OwnError(reason: "\(recorder.events)") }
        #expect((error as? APIError)?.code == .deadline)
    }

    @Test func `Call deadline: a deadline that is noticed late doesn't end a stream whose head arrived in time`() async throws {
        /// Wakes only on request, and ignores cancellation.
        struct Late: Clock {
            let woken: Signal
            var now: ContinuousClock.Instant { .now }
            var minimumResolution: Duration { .zero }
            func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async { await woken.wait() }
        }
        let woken = Signal()
        let transport = ChunkTransport { _, _ in
            HTTPResponseStream(body: HTTPResponseStream.Body { Data("chunk".utf8) })
        }
        let client = try APIClient.example(transport, clock: Late(woken: woken)) { $0.policies.deadline = .seconds(5) }
        var chunks = try await client.stream(.get("items")).value.body.makeAsyncIterator()
        woken.give()
        for _ in 0..<1000 {
            try #require(try await chunks.next() != nil)
            await Task.yield()
        }
    }
}
