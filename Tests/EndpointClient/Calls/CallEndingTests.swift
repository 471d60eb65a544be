import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// How a call ends, whatever it waits for.
@Suite struct CallEndingTests {
    /// Never returns, and ignores cancellation.
    private struct Deaf: RequestAdapter {
        let asked = Signal()

        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
            asked.give()
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            return request
        }
    }

    @Test(arguments: Way.allCases)
    func `Call: a cancelled call ends whether or not its adapter responds to cancellation`(way: Way) async throws {
        let (stub, adapter) = (StubTransport(), Deaf())
        let client = try APIClient.example(stub, adapters: [adapter])
        let started = way.start(client.data(.get("items")).tagged("staged"), of: client)
        await adapter.asked.wait()
        started.cancel()
        let result = await started.outcome.value
        let error = #expect(throws: (any Error).self) { try result.get() }
        #expect(error.map(way.explains) == true, "\(result)")
        #expect(stub.requests.isEmpty)
        await eventually { client.activeCalls.isEmpty }
    }

    @Test func `Call: a tag in another Unicode form is another tag`() async throws {
        let (asked, mayAnswer) = (Signal(), Signal())
        let stub = StubTransport { _ in
            asked.give()
            await mayAnswer.wait()
            return HTTPResponse(body: Data("a".utf8))
        }
        let client = try APIClient.example(stub)
        async let text = client.string(.get("items")).tagged("\u{E9}").value
        await asked.wait()
        client.cancelCalls(tagged: "e\u{301}")
        mayAnswer.give()
        #expect(try await text == "a")
    }

    @Test func `Call: a deadline doesn't wait for an adapter`() async throws {
        let (clock, adapter) = (ManualClock(), Deaf())
        let client = try APIClient.example(StubTransport(), adapters: [adapter], clock: clock)
        let call = Task { await failure { try await client.data(.get("items")).deadline(.seconds(2)).value } }
        await adapter.asked.wait()
        clock.advance(by: .seconds(2))
        let error = await call.value
        #expect(error?.code == .deadline)
        #expect(error?.attempts.count == 1)
        #expect(error?.request?.method == .get)
    }

    @Test func `Call: a cancellation thrown by other code fails the call and its group`() async throws {
        let inner = CancellationError()
        let clients = [
            try APIClient.example(StubTransport(), adapters: [AnyAdapter { _ in throw inner }]),
            try APIClient.example(StubTransport { _ in throw inner }),
            try APIClient.example(
                StubTransport(), adapters: [AnyAdapter { _ in throw APIError(.cancelled, "Another call was cancelled.") }]),
            try APIClient.example(StubTransport(), decisions: [Restarting { _, _ in .fail(inner) }, ParseDecision()]),
        ]
        for client in clients {
            let group = CallGroup()
            let error = await failure { try await client.data(.get("items")).joining(group).value }
            #expect(error?.code == .custom)
            #expect(error?.underlying != nil)
            #expect(group.failure?.code == .custom)
            let finished = await failure { try await group.finish() }
            #expect(finished?.code == .custom)
        }
    }

    @Test func `Call: a handle knows that its task was cancelled`() async throws {
        let asked = Signal()
        let observer = CallRecorder()
        let silent = StubTransport { _ in
            asked.give()
            try await untilCancelled()
        }
        let client = APIClient(configuration: APIConfiguration(baseURL: try exampleURL()), transport: silent, observers: [observer])
        let task = Task { try await client.data(.get("items")).value }
        await asked.wait()
        let handle = try #require(client.activeCalls.first)
        #expect(!handle.isCancelled)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(handle.isCancelled && handle.isFinished)
    }

    @Test func `CallGroup: it is finished when the completions of its calls have run`() async throws {
        let client = try APIClient.example(StubTransport())
        let queue = DispatchQueue(label: "completions")
        for _ in 0..<20 {
            let (group, completed) = (CallGroup(), Counter())
            for _ in 0..<10 { client.data(.get("items")).start(in: group, on: .queue(queue)) { _ in _ = completed.next() } }
            try await group.finish()
            #expect(completed.count == 10)
        }
    }

    @Test func `CallGroup: run throws the failure that cancelled the others`() async throws {
        let failed = Signal()
        let client = try APIClient.example(
            StubTransport { request in
                if request.path == "/v1/fail" { return HTTPResponse(status: 404) }
                try await untilCancelled()
            })
        let error = await failure {
            try await CallGroup().run {
                try await withThrowingTaskGroup(of: Void.self) { tasks in
                    tasks.addTask {
                        // Waited for last, so that a sibling's cancellation is thrown first.
                        _ = try? await client.data(.get("fail")).value
                        await failed.wait()
                    }
                    for _ in 0..<5 { tasks.addTask { _ = try await client.data(.get("never")).value } }
                    defer { failed.give() }
                    try await tasks.next()
                }
            }
        }
        #expect(error?.code == .badStatus)
    }

    @Test func `Call: a decision that replaces a successful response releases its body`() async throws {
        let transport = ChunkTransport { _, _ in HTTPResponseStream(body: .text("old")) }
        let replacing = Restarting { _, _ in .replace(HTTPResponse(body: Data("new".utf8))) }
        let client = try APIClient.example(transport, decisions: [replacing, ParseDecision()])
        #expect(try await client.stream(.get("items")).value.body.collected(limit: 10) == Data("new".utf8))
    }
}
