import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

/// Bodies from a transport that knows nothing about calls, and that ends a body in its own way when the reading task is cancelled.
@Suite struct CallBodyCancellationTests {
    /// A head and one chunk; the next chunk never comes.
    private struct Stalling: Transport {
        let waiting: Signal
        /// nil ends the body as if it were complete, like a body from an `AsyncStream`.
        var error: APIError?

        func send(_ request: HTTPRequest, in context: TransferContext) throws -> HTTPResponse { throw OwnError(reason: "not streamed") }

        func stream(_ request: HTTPRequest, in context: TransferContext) -> HTTPResponseStream {
            let first = Mutex<Data?>(Data("half of it".utf8))
            return HTTPResponseStream(
                body: HTTPResponseStream.Body {
                    if let chunk = first.withLock({ $0.take() }) { return chunk }
                    waiting.give()
                    let (never, open) = AsyncStream<Never>.makeStream()
                    for await _ in never {}
                    withExtendedLifetime(open) {}
                    if let error { throw error }
                    return nil
                })
        }
    }

    private let waiting = Signal()

    @Test(arguments: Way.allCases)
    func `Call cancellation: a body that the transport ends on cancellation is incomplete`(way: Way) async throws {
        let client = try APIClient.example(Stalling(waiting: waiting))
        let body: HTTPResponseStream.Body
        let cancel: @Sendable () -> Void
        if way == .task {
            (body, cancel) = (try await client.stream(.get("items")).value.body, {})
        } else {
            let started = way.start(client.stream(.get("items")).tagged("staged"), of: client)
            (body, cancel) = (try await started.outcome.value.get().body, started.cancel)
        }
        let reading = Task { try await body.collected(limit: 1000) }
        await waiting.wait()
        if way == .task { reading.cancel() } else { cancel() }
        let result = await reading.result
        let error = #expect(throws: (any Error).self) { try result.get() }
        #expect(error.map(way.explains) == true, "\(result)")
    }

    @Test(arguments: Way.allCases)
    func `Call cancellation: a cancelled download leaves the existing file unchanged`(way: Way) async throws {
        let folder = try Folder()
        let file = folder.file("items")
        try Data("what was there".utf8).write(to: file)
        let client = try APIClient.example(Stalling(waiting: waiting))
        let started = way.start(client.download(.get("items"), to: file).tagged("staged"), of: client)
        await waiting.wait()
        started.cancel()
        let result = await started.outcome.value
        let error = #expect(throws: (any Error).self) { try result.get() }
        #expect(error.map(way.explains) == true, "\(result)")
        #expect(try Data(contentsOf: file) == Data("what was there".utf8))
        // The file is removed when its last user ends: a transport that the call left behind.
        await eventually { folder.names == ["items"] }
    }

    @Test(arguments: [true, false]) func `Call cancellation: an unread stream ends for observers when the client's calls are cancelled`(
        isShutDown: Bool
    ) async throws {
        let recorder = CallRecorder()
        let client = APIClient(
            configuration: APIConfiguration(baseURL: try exampleURL()), transport: Stalling(waiting: waiting), observers: [recorder])
        let stream = try await client.stream(.get("items")).value
        if isShutDown { await client.shutDown(gracePeriod: .zero) } else { client.cancelAll() }
        #expect(recorder.calls.map(\.error?.code) == [.cancelled])
        #expect(client.activeCalls.isEmpty)
        // A later reader gets the same error, and the end isn't reported again.
        let result = await Task { try await stream.body.collected(limit: 1000) }.result
        #expect(#expect(throws: APIError.self) { try result.get() }?.code == .cancelled)
        #expect(recorder.events.count { if case .cancelled = $0.kind { true } else { false } } == 1)
    }

    @Test func `Call cancellation: a reader whose task is cancelled hasn't failed, whatever the transport reports`() async throws {
        let client = try APIClient.example(Stalling(waiting: waiting, error: APIError(.connection, "Gone.")))
        let group = CallGroup()
        let body = try await client.stream(.get("items")).joining(group).value.body
        let reading = Task { try await body.collected(limit: 1000) }
        await waiting.wait()
        reading.cancel()
        let result = await reading.result
        #expect(throws: CancellationError.self) { try result.get() }
        #expect(group.failure == nil && !group.isCancelled)
        #expect(client.activeCalls.isEmpty)
    }

    @Test func `Call cancellation: a restart releases the previous response's body before it waits`() async throws {
        final class Connection: Sendable {
            let isOpen: Recorder<Bool>
            init(_ isOpen: Recorder<Bool>) {
                self.isOpen = isOpen
                isOpen.record(true)
            }
            deinit { isOpen.record(false) }
        }
        let (clock, isOpen) = (ManualClock(), Recorder<Bool>())
        let transport = ChunkTransport { _, _ in
            let connection = Connection(isOpen)
            return HTTPResponseStream(body: HTTPResponseStream.Body { withExtendedLifetime(connection) { nil } })
        }
        let again = Restarting { attempt, _ in attempt == 1 ? .restart(after: .seconds(9)) : .pass }
        let client = try APIClient.example(transport, decisions: [again, ParseDecision()], clock: clock)
        let task = Task { try await client.stream(.get("items")).value }
        await clock.sleepers(1)
        #expect(isOpen.last == false)
        clock.advance(by: .seconds(9))
        _ = try await task.value
    }

    @Test func `Call cancellation: a redirected body is cancelled too, whatever the authentication changed in the request`() async throws {
        struct Signed: AuthenticatedEndpoint { var path: Path { "items" } }
        /// Rebuilds the request, as a signing transport may do.
        struct Remaking: RequestAdapter {
            func adapt(_ request: HTTPRequest) -> HTTPRequest {
                var query = request.query
                query.append("key", "1")
                return HTTPRequest(
                    method: request.method, origin: request.origin, path: request.path, query: query, headers: request.headers,
                    body: request.body, timeout: request.timeout)
            }
        }
        let transport = ChunkTransport { number, _ in
            number == 1
                ? HTTPResponseStream(status: 302, headers: ["Location": "/v1/elsewhere"], body: .text(""))
                : HTTPResponseStream(body: HTTPResponseStream.Body { Data("chunk".utf8) })
        }
        let client = try APIClient.example(transport) { $0.authentication = .custom(Remaking()) }
        let stream = try await client.stream(Signed()).value
        #expect(transport.requests.map { $0.path.encoded } == ["/v1/items", "/v1/elsewhere"])
        #expect(transport.requests.allSatisfy { $0.query.description.contains("key") })
        #expect(client.activeCalls.count == 1)
        var chunks = stream.body.makeAsyncIterator()
        #expect(try await chunks.next() != nil)
        client.cancelAll()
        let error = await #expect(throws: APIError.self) { _ = try await chunks.next() }
        #expect(error?.code == .cancelled)
    }
}
