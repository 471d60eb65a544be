import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct CallObserverTests {
    private func client(
        _ transport: any Transport, _ recorder: CallRecorder, decisions: [any ResponseDecision]? = nil
    ) throws -> APIClient {
        APIClient(
            configuration: APIConfiguration(baseURL: try exampleURL()), transport: transport, decisions: decisions, observers: [recorder])
    }

    @Test func `CallObserver: it receives the events of a call that gets its response at once`() async throws {
        let recorder = CallRecorder()
        let client = try client(StubTransport(HTTPResponse(body: Data("42".utf8))), recorder)
        _ = try await client.string(.get("items")).tagged("list").value
        #expect(
            recorder.names == [
                "0 queued", "1 adapted", "1 sent", "1 head", "1 received", "1 decision ParseDecision done", "1 decoded", "1 finished",
            ])
        #expect(Set(recorder.events.map(\.callID)).count == 1)
        #expect(recorder.events.allSatisfy { $0.tags == ["list"] && $0.endpoint.path == "items" })
        let times = recorder.events.map(\.elapsed)
        #expect(times == times.sorted())
    }

    @Test func `CallObserver: it receives the events of a call that is restarted, is redirected and fails`() async throws {
        let recorder = CallRecorder()
        let stub = StubTransport { request in
            switch request.path.encoded {
            case "/v1/items": HTTPResponse(status: 302, headers: ["Location": "/v1/moved"])
            default: HTTPResponse(status: 404)
            }
        }
        let again = Restarting { attempt, _ in attempt == 1 ? .restart : .pass }
        let client = try client(stub, recorder, decisions: [again, BadStatusDecision()])
        await #expect(throws: APIError.self) { try await client.string(.get("items")).value }
        let attempt = ["adapted", "sent", "head", "sent", "head", "received"]
        var names = ["0 queued"]
        names += attempt.map { "1 \($0)" }
        names += ["1 decision Restarting restarted", "1 retry"]
        names += attempt.map { "2 \($0)" }
        names += ["2 decision Restarting continued", "2 decision BadStatusDecision failed", "2 failed"]
        #expect(recorder.names == names)
    }

    @Test func `CallObserver: the last event of a cancelled call is its cancellation`() async throws {
        let recorder = CallRecorder()
        let halt = Signal()
        let client = try client(
            StubTransport { _ in
                halt.give()
                try await untilCancelled()
            }, recorder)
        let task = Task { try await client.string(.get("items")).value }
        await halt.wait()
        client.cancelAll()
        _ = await task.result
        #expect(recorder.names == ["0 queued", "1 adapted", "1 sent", "1 received", "1 cancelled"])
    }

    @Test func `CallObserver: it receives progress over the loopback if a caller requests progress`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse(body: Data(repeating: 65, count: 100_000)) }
        for follows in [false, true] {
            let recorder = CallRecorder(followsProgress: follows)
            let client = APIClient(
                configuration: server.configuration, transport: PlatformTransport(), observers: [recorder])
            _ = try await client.data(.get("items")).value
            #expect(recorder.names.contains("1 progress") == follows)
            let last = recorder.events.compactMap { event in
                if case .progress(let progress) = event.kind { progress } else { nil }
            }.last
            #expect(last?.completedBytes == (follows ? 100_000 : nil))
        }
    }

    @Test func `CallObserver: reading the rest of a body after the end reports no progress`() async throws {
        let (recorder, reports) = (CallRecorder(followsProgress: true), Recorder<TransferProgress>())
        let (open, gone) = (Signal(), Signal())
        let server = try LoopbackServer(raw: { connection in
            connection.onClose()
        })
        let client = APIClient(
            configuration: server.configuration, transport: PlatformTransport(), observers: [recorder])
        let body = StreamBody(HTTPBodyStream(LateBytes(open: open, gone: gone)))
        let started = Way.handle.start(client.data(.post("items", body: body)).onProgress { reports.record($0) }, of: client)
        await eventually { reports.last != nil }
        started.cancel()
        let outcome = await started.outcome.value
        #expect(throws: APIError.self) { try outcome.get() }
        open.give()
        await gone.wait()
        #expect(recorder.names.last == "1 cancelled")
        #expect(reports.last?.completedBytes == 0)
    }

    @Test func `CallObserver: the last event of a stream's call reports the head`() async throws {
        let recorder = CallRecorder(followsProgress: true)
        let client = try client(ChunkTransport([Data("a".utf8), Data("b".utf8)]), recorder)
        #expect(try await client.lines(.get("items")).collected() == ["ab"])
        #expect(recorder.names.last == "1 finished")
    }

    @Test func `CallObserver: an adapter that throws is named in the timeline`() async throws {
        let recorder = CallRecorder()
        let client = APIClient(
            configuration: APIConfiguration(baseURL: try exampleURL()), transport: StubTransport(),
            adapters: [AnyAdapter { _ in throw APIError(.authentication, "No key.") }], observers: [recorder])
        let error = await #expect(throws: APIError.self) { try await client.string(.get("items")).value }
        #expect(error?.attempts.map(\.adapter) == ["AnyAdapter"])
        #expect(recorder.names == ["0 queued", "1 received", "1 failed"])
    }
}

/// Bytes that arrive too late. Waiting for them can't be cancelled.
private struct LateBytes: AsyncSequence, Sendable {
    let open: Signal
    let gone: Signal

    func makeAsyncIterator() -> Iterator { Iterator(open: open, end: End(gone: gone)) }

    struct Iterator: AsyncIteratorProtocol {
        let open: Signal
        let end: End
        func next() async -> Data? {
            await open.wait()
            return Data("late".utf8)
        }
    }

    final class End: Sendable {
        private let gone: Signal
        init(gone: Signal) { self.gone = gone }
        deinit { gone.give() }
    }
}

extension CallEvent.Kind {
    /// The event's case, and its distinguishing values.
    fileprivate var name: String {
        switch self {
        case .queued: "queued"
        case .adapted: "adapted"
        case .sent: "sent"
        case .head: "head"
        case .progress: "progress"
        case .received: "received"
        case .decision(let verdict): "decision \(verdict.decision) \(verdict.action)"
        case .retry: "retry"
        case .decoded: "decoded"
        case .finished: "finished"
        case .failed: "failed"
        case .cancelled: "cancelled"
        }
    }
}

extension CallRecorder {
    fileprivate var names: [String] { events.map { "\($0.attempt) \($0.kind.name)" } }
}
