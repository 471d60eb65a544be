import Dispatch
import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct CallRunTests {
    private static let answer = HTTPResponse(headers: ["Content-Type": "application/json"], body: Data("[1]".utf8))

    /// Records which of its functions run on the main queue, where the main actor runs.
    private struct Watching: RequestAdapter, ResponseDecision, CallObserver {
        var followsProgress: Bool { false }
        let seen = Recorder<String>()
        private static let isMain: DispatchSpecificKey<Bool> = {
            let key = DispatchSpecificKey<Bool>()
            DispatchQueue.main.setSpecific(key: key, value: true)
            return key
        }()

        var isOnMain: Bool { DispatchQueue.getSpecific(key: Self.isMain) == true }

        func note(_ place: String) { if isOnMain { seen.record(place) } }

        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
            note("adapter")
            return request
        }
        func apply<Value>(to context: DecisionContext<Value>) async throws -> DecisionAction<Value> {
            note("decision")
            return .continueWith(try context.result.get())
        }
        func observe(_ event: CallEvent) { note("observer") }
    }

    @MainActor @Test func `CallRun: no part of a call runs on the caller's actor, in any style`() async throws {
        let watching = Watching()
        let client = APIClient(
            configuration: APIConfiguration(baseURL: try exampleURL()), transport: StubTransport(Self.answer), adapters: [watching],
            decisions: [watching] + APIClient.standardDecisions, observers: [watching])
        struct Body: Encodable, Sendable {
            let watching: Watching
            func encode(to encoder: any Encoder) throws {
                watching.note("body")
                try [1].encode(to: encoder)
            }
        }
        let call = client.call(.post("items", body: JSONBody(Body(watching: watching))), as: [Int].self).map { numbers in
            watching.note("map")
            return numbers.count
        }
        #expect(watching.isOnMain)
        #expect(try await call.value == 1)
        #expect(try await call.response.value == 1)
        #expect(try await call.result.get() == 1)
        let done = Signal()
        call.start(on: .immediate) { _ in done.give() }
        await done.wait()
        #expect(watching.seen.values.isEmpty)
    }

    @Test func `CallRun: if an endpoint decodes its own errors, successes are parsed at once and failures are judged`() async throws {
        struct Failure: Decodable, Error { let code: Int }
        struct Items: Endpoint {
            var path: Path { "items" }
            func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {
                standard.replacing(BadStatusDecision.self, with: BadStatusDecision(decoding: Failure.self))
            }
        }
        let stub = StubTransport.answering(Self.answer, HTTPResponse(status: 404, body: Data(#"{"code":7}"#.utf8)))
        let client = try APIClient.example(stub)
        #expect(try await client.call(Items(), as: [Int].self).value == [1])
        let error = await failure { try await client.call(Items(), as: [Int].self).value }
        #expect((error?.underlying as? Failure)?.code == 7)
    }

    @Test func `CallRun: if a policy retries a successful status, successes are judged`() async throws {
        let stub = StubTransport.answering(HTTPResponse(status: 202, body: Data("[]".utf8)), Self.answer)
        let client = try APIClient.example(stub, clock: ManualClock(skipsSleeps: true)) { configuration in
            configuration.policies.retry = RetryPolicy(statuses: [202])
        }
        #expect(try await client.call(.get("items"), as: [Int].self).value == [1])
    }

    @Test func `CallRun: a cancellation thrown by a transform is rethrown unchanged`() async throws {
        let call = try APIClient.example(StubTransport(Self.answer)).data(.get("items")).map { _ -> Int in throw CancellationError() }
        await #expect(throws: CancellationError.self) { try await call.value }
        let handle = call.start(on: .immediate) { _ in }
        await eventually { handle.isFinished }
        #expect(!handle.isCancelled)
    }

    @Test func `CallRun: a rejected request without credentials says that the configuration has some`() async throws {
        struct Item: AuthenticatedEndpoint { var path: Path { "item" } }
        let client = try APIClient.example(StubTransport(HTTPResponse(status: 401))) { $0.authentication = .bearer("t") }
        let forgotten = await failure { try await client.data(.get("item")).value }
        #expect(forgotten?.message.contains("No credentials were sent") == true)
        let rejected = await failure { try await client.data(Item()).value }
        #expect(rejected?.message.contains("No credentials") == false)
    }

    @Test(arguments: ["bearer", "public", "private"]) func `CallRun: empty credentials are rejected, not sent`(which: String) async throws {
        let stub = StubTransport(Self.answer)
        let client = try APIClient.example(stub) { configuration in
            switch which {
            case "bearer": configuration.authentication = .bearer("")
            case "public": configuration.authentication = .hashedQuery(publicKey: "", privateKey: "k")
            default: configuration.authentication = .hashedQuery(publicKey: "k", privateKey: "")
            }
        }
        struct Item: AuthenticatedEndpoint { var path: Path { "item" } }
        #expect(await failure { try await client.data(Item()).value }?.code == .authentication)
        #expect(stub.requests.isEmpty)
    }

    // MARK: A stream's call ends with its body

    private func streaming(_ end: @escaping @Sendable () throws -> Void) throws -> (APIClient, CallRecorder, ActivityCounter) {
        let transport = ChunkTransport { _, _ in
            let count = Counter()
            return HTTPResponseStream(
                body: HTTPResponseStream.Body {
                    if count.next() == 1 { return Data("x".utf8) }
                    try end()
                    return nil
                })
        }
        let (recorder, activity) = (CallRecorder(), ActivityCounter())
        let configuration = APIConfiguration(baseURL: try exampleURL())
        return (APIClient(configuration: configuration, transport: transport, observers: [recorder, activity]), recorder, activity)
    }

    private func lastEvent(_ recorder: CallRecorder) -> String {
        switch recorder.events.last?.kind {
        case .finished: "finished"
        case .failed: "failed"
        case .cancelled: "cancelled"
        default: "nothing"
        }
    }

    private var ends: [(OwnError?, Bool, String)] {
        [(nil, true, "finished"), (OwnError(), true, "failed"), (nil, false, "cancelled")]
    }

    @Test func `CallRun: observers learn how a stream's body ended`() async throws {
        for (end, isRead, outcome) in ends {
            let (client, recorder, activity) = try streaming { if let end { throw end } }
            var body: HTTPResponseStream.Body? = try await client.stream(.get("items")).value.body
            #expect(lastEvent(recorder) == "nothing" && activity.count == 1, "\(outcome)")
            if isRead, let body {
                do { for try await _ in body {} } catch is OwnError {}
            }
            body = nil
            #expect(lastEvent(recorder) == outcome && activity.count == 0, "\(outcome)")
        }
    }

    @Test func `CallRun: bytes, lines and events accept the modifiers of a call`() async throws {
        let stub = StubTransport { _ in HTTPResponse(headers: ["Content-Type": "text/event-stream"], body: Data("1\n".utf8)) }
        let client = try APIClient.example(stub)
        let group = CallGroup()
        group.cancel()
        func isRefused<S: AsyncSequence>(_ sequence: S) async -> Bool {
            await failure { for try await _ in sequence {} }?.code == .cancelled
        }
        #expect(await isRefused(client.bytes(.get("a")) { $0.joining(group) }))
        #expect(await isRefused(client.lines(.get("a")) { $0.joining(group) }))
        #expect(await isRefused(client.jsonLines(.get("a"), as: Int.self) { $0.joining(group) }))
        #expect(await isRefused(client.events(.get("a")) { $0.joining(group) }))
        #expect(stub.requests.isEmpty)
    }
}
