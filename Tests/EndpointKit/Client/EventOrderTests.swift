import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct EventOrderTests {
    private final class Recorder: CallObserver {
        private let recorded = Mutex<[CallEvent]>([])
        let followsProgress: Bool
        var events: [CallEvent] { recorded.withLock { $0 } }

        init(followsProgress: Bool = false) { self.followsProgress = followsProgress }
        func observe(_ event: CallEvent) { recorded.withLock { $0.append(event) } }

        var names: [String] { events.map { "\($0.attempt) \($0.kind.name)" } }
    }

    private func client(_ transport: any Transport, _ recorder: Recorder, decisions: [any ResponseDecision]? = nil) throws -> APIClient {
        APIClient(
            configuration: APIConfiguration(baseURL: try exampleURL()), transport: transport, decisions: decisions, observers: [recorder])
    }

    @Test func `a call that is answered at once`() async throws {
        let recorder = Recorder()
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

    @Test func `one that is restarted, redirected and fails`() async throws {
        let recorder = Recorder()
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
        #expect(
            recorder.names == ["0 queued"] + attempt.map { "1 \($0)" } + ["1 decision Restarting restarted", "1 retry"]
                + attempt.map { "2 \($0)" } + [
                    "2 decision Restarting continued", "2 decision BadStatusDecision failed", "2 failed",
                ])
    }

    @Test func `one that is cancelled ends with that`() async throws {
        let recorder = Recorder()
        let halt = Signal()
        let client = try client(
            StubTransport { _ in
                halt.give()
                try await Task.sleep(for: .seconds(3600))
                return HTTPResponse()
            }, recorder)
        let task = Task { try await client.string(.get("items")).value }
        await halt.wait()
        client.cancelAll()
        _ = await task.result
        #expect(recorder.names == ["0 queued", "1 adapted", "1 sent", "1 received", "1 cancelled"])
    }

    @Test func `progress is told to those who follow it, over the loopback`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse(body: Data(repeating: 65, count: 100_000)) }
        for follows in [false, true] {
            let recorder = Recorder(followsProgress: follows)
            let client = APIClient(
                configuration: APIConfiguration(baseURL: server.url), transport: CurlTransport(), observers: [recorder])
            _ = try await client.data(.get("items")).value
            #expect(recorder.names.contains("1 progress") == follows)
            let last = recorder.events.compactMap { event in
                if case .progress(let progress) = event.kind { progress } else { nil }
            }.last
            #expect(last?.completedBytes == (follows ? 100_000 : nil))
        }
    }

    @Test func `an adapter that throws is named in the timeline`() async throws {
        let recorder = Recorder()
        let client = APIClient(
            configuration: APIConfiguration(baseURL: try exampleURL()), transport: StubTransport(),
            adapters: [AnyAdapter { _ in throw APIError(.authentication, "No key.") }], observers: [recorder])
        let error = await #expect(throws: APIError.self) { try await client.string(.get("items")).value }
        #expect(error?.attempts.map(\.adapter) == ["AnyAdapter"])
        #expect(recorder.names == ["0 queued", "1 received", "1 failed"])
    }
}

extension CallEvent.Kind {
    /// Its case, and what tells it from others of it.
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
