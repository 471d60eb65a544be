import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct CallCancellationTests {
    /// A point where a call signals that it waits, and waits until it is cancelled.
    struct Halt: Sendable {
        let reached: AsyncStream<Void>
        private let signal: AsyncStream<Void>.Continuation

        init() { (reached, signal) = AsyncStream.makeStream() }

        func wait() async throws {
            signal.yield()
            let (never, open) = AsyncStream<Never>.makeStream()
            // This loop ends only when the task is cancelled.
            for await _ in never {}
            withExtendedLifetime(open) {}
            try Task.checkCancellation()
        }
        func signalReached() { signal.yield() }
    }

    /// Starts the call in its own task, and cancels that when the call has reached `halt`.
    private func cancelled<Value>(_ call: Call<Value>, at halt: Halt) async -> Result<Value, any Error> {
        let task = Task { try await call.value }
        for await _ in halt.reached { break }
        task.cancel()
        return await task.result
    }

    private func expectCancellation<Value>(_ result: Result<Value, any Error>) {
        #expect(throws: CancellationError.self) { try result.get() }
    }

    @Test func `Call cancellation: a task cancelled beforehand sends nothing`() async throws {
        let stub = StubTransport()
        let adapted = StubTransport()
        let adapter = AnyAdapter { _ = try await adapted.send($0) }
        let client = try APIClient.example(stub, adapters: [adapter])
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.data(.get("items")).value
        }
        expectCancellation(await task.result)
        #expect(stub.requests.isEmpty)
        #expect(adapted.requests.isEmpty)
    }

    @Test func `Call cancellation: a task cancelled during an adapter sends nothing`() async throws {
        let halt = Halt()
        let stub = StubTransport()
        let client = try APIClient.example(stub, adapters: [AnyAdapter { _ in try await halt.wait() }])
        expectCancellation(await cancelled(client.data(.get("items")), at: halt))
        #expect(stub.requests.isEmpty)
    }

    @Test func `Call cancellation: a task cancelled during authentication sends nothing`() async throws {
        struct Signed: AuthenticatedEndpoint { var path: Path { "items" } }
        let halt = Halt()
        let stub = StubTransport()
        let client = try APIClient.example(stub) { $0.authentication = .custom(AnyAdapter { _ in try await halt.wait() }) }
        expectCancellation(await cancelled(client.data(Signed()), at: halt))
        #expect(stub.requests.isEmpty)
    }

    @Test
    func `Call cancellation: a task cancelled during the transfer throws CancellationError, whatever the transport throws`() async throws {
        let retry = Restarting(asksForFailures: true) { _, _ in .restart }
        let judge = Restarting(asksForFailures: true) { _, result in .fail(OwnError(reason: "judged \(result)")) }
        for error in [CancellationError(), APIError(.connection, "Gone."), OwnError()] as [any Error] {
            for decisions in [[ParseDecision()], [retry], [judge]] as [[any ResponseDecision]] {
                let halt = Halt()
                let stub = StubTransport { _ in
                    try? await halt.wait()
                    throw error
                }
                let client = try APIClient.example(stub, decisions: decisions)
                expectCancellation(await cancelled(client.data(.get("items")), at: halt))
                #expect(stub.requests.count == 1)
            }
        }
    }

    @Test func `Call cancellation: a task cancelled before a restart neither waits nor sends again`() async throws {
        let halt = Halt()
        let stub = StubTransport()
        let later = Restarting { _, _ in
            halt.signalReached()
            return .restart(after: .seconds(3600))
        }
        let client = try APIClient.example(stub, decisions: [later])
        expectCancellation(await cancelled(client.data(.get("items")), at: halt))
        #expect(stub.requests.count == 1)
    }
}
