import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// The calls and failures that belong to a group, and those that don't.
@Suite struct CallGroupBoundaryTests {
    /// Answers `/fail` with 404, and everything else with 200.
    private let stub = StubTransport { request in HTTPResponse(status: request.path.encoded == "/v1/fail" ? 404 : 200) }

    private func cause(of error: APIError?) -> (any Error)? {
        guard case .group(let cause)? = error?.cancellationReason else { return nil }
        return cause
    }

    @Test func `CallGroup: a group that keeps going hides its failures from its parent, even inside the parent's run`() async throws {
        let client = try APIClient.example(stub)
        let parent = CallGroup()
        let child = CallGroup(parent: parent, onFailure: .keepGoing)
        try await parent.run {
            _ = await client.data(.get("fail")).joining(child).result
            _ = try? await child.run { try await client.data(.get("fail")).value }
            _ = try await client.data(.get("items")).value
        }
        #expect(child.failure?.code == .badStatus)
        #expect(parent.failure == nil && !parent.isCancelled)
        try await parent.finish()
    }

    @Test func `CallGroup: a member of a nested group is counted once in each group`() async throws {
        let halt = Signal()
        let client = try APIClient.example(
            StubTransport { _ in
                await halt.wait()
                return HTTPResponse()
            })
        let parent = CallGroup()
        let child = CallGroup(parent: parent)
        let task = Task { try await parent.run { try await client.data(.get("items")).joining(child).value } }
        await eventually { child.activeCount >= 1 }
        #expect(parent.activeCount == 1)
        halt.give()
        _ = try await task.value
        #expect(parent.activeCount == 0 && child.activeCount == 0)
    }

    @Test func `CallGroup: a call that joins late reports why the group was cancelled, but not ignored failures`() async throws {
        let client = try APIClient.example(stub)
        let group = CallGroup(onFailure: .keepGoing)
        _ = await client.data(.get("fail")).joining(group).result
        group.cancel()
        let error = await failure { try await client.data(.get("items")).joining(group).value }
        #expect(error?.code == .cancelled)
        #expect(cause(of: error) == nil)
    }

    @Test func `CallGroup: a group that was cancelled with its parent reports the reason`() async throws {
        let client = try APIClient.example(stub)
        let parent = CallGroup()
        let child = CallGroup(parent: parent)
        _ = await client.data(.get("fail")).joining(parent).result
        let error = await failure { try await child.finish() }
        #expect(error?.code == .cancelled)
        #expect((cause(of: error) as? APIError)?.code == .badStatus)
    }

    @Test func `CallGroup: a call that fails after a cancellation has the cancellation as its cause`() async throws {
        let client = try APIClient.example(
            StubTransport { _ in
                try await untilCancelled()
            })
        let parent = CallGroup()
        let child = CallGroup(parent: parent)
        let task = Task {
            try await child.run {
                do { _ = try await client.data(.get("items")).value } catch { throw OwnError(reason: "wrapped \(error)") }
            }
        }
        await eventually { child.activeCount >= 1 }
        child.cancel()
        let result = await task.result
        #expect(throws: OwnError.self) { try result.get() }
        #expect(parent.failure == nil && !parent.isCancelled)
        #expect(child.failure == nil)
    }

    @Test func `CallGroup: a call made by a member's own code isn't a member`() async throws {
        let other = try APIClient.example(stub)
        struct Asking: ResponseDecision {
            let client: APIClient
            func apply<Value>(to context: DecisionContext<Value>) async throws -> DecisionAction<Value> {
                _ = await client.data(.get("fail")).result
                return .continueWith(try context.result.get())
            }
        }
        let client = try APIClient.example(
            stub, adapters: [AnyAdapter { _ in _ = await other.data(.get("fail")).result }],
            decisions: [Asking(client: other), ParseDecision()])
        let group = CallGroup()
        _ = try await group.run { try await client.data(.get("items")).value }
        #expect(group.failure == nil && !group.isCancelled)
        #expect(stub.requests.count == 3)
    }

    @Test func `CallGroup: a call made by an observer isn't a member`() async throws {
        struct Telling: CallObserver {
            var followsProgress: Bool { false }
            let client: APIClient
            let told: Signal
            func observe(_ event: CallEvent) {
                guard case .queued = event.kind else { return }
                client.data(.get("fail")).start(on: .immediate) { _ in told.give() }
            }
        }
        let told = Signal()
        let client = APIClient(
            configuration: APIConfiguration(baseURL: try exampleURL()), transport: stub,
            observers: [Telling(client: try APIClient.example(stub), told: told)])
        let group = CallGroup()
        try await group.run {
            await #expect(throws: Never.self) { try await client.data(.get("items")).value }
            await told.wait()
        }
        #expect(group.failure == nil && !group.isCancelled)
    }

    @Test func `CallGroup: run throws its own cancellation, not another call's earlier failure`() async throws {
        let client = try APIClient.example(StubTransport { request in HTTPResponse(status: request.path == "/v1/bad" ? 500 : 200) }) {
            $0.policies.retry = .never
        }
        let group = CallGroup(onFailure: .keepGoing)
        let task = Task {
            try await group.run {
                _ = try? await client.data(.get("bad")).value
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try await client.data(.get("good")).value
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(group.failure?.code == .badStatus)
    }

    @Test func `CallGroup: tasks that outlive run are no longer members`() async throws {
        let client = try APIClient.example(StubTransport())
        let (group, mayCall) = (CallGroup(), Signal())
        let left = try await group.run {
            Task {
                await mayCall.wait()
                return try await client.data(.get("late")).value
            }
        }
        group.cancel()
        mayCall.give()
        _ = try await left.value
    }

    @Test func `CallGroup: a call made by a completion joins no group, on any queue`() async throws {
        let client = try APIClient.example(StubTransport())
        let group = CallGroup()
        for queue in [.immediate, .main, .queue(.global())] as [CallbackQueue] {
            let late = Recorder<CallHandle>()
            let mayMake = Signal()
            try await group.run {
                client.data(.get("first")).start(on: queue) { _ in
                    late.record(client.data(.get("second")).start(on: .immediate) { _ in })
                    mayMake.give()
                }
                await mayMake.wait()
            }
            group.cancel()
            #expect(late.last?.isCancelled == false)
            group.reset()
        }
    }

    @Test func `CallGroup: a call that joins a cancelled group fails with the reason, until the group is reset`() async throws {
        let client = try APIClient.example(StubTransport { request in HTTPResponse(status: request.path == "/v1/bad" ? 500 : 200) }) {
            $0.policies.retry = .never
        }
        let group = CallGroup()
        _ = await failure { try await client.data(.get("bad")).joining(group).value }
        let late = await failure { try await client.data(.get("good")).joining(group).value }
        #expect(late?.code == .cancelled)
        let reason = "The call wasn't made: its group was cancelled earlier, because a call in it failed: The server answered 500"
        #expect(late?.message.hasPrefix(reason) == true)
        group.reset()
        #expect(!group.isCancelled && group.failure == nil)
        _ = try await client.data(.get("good")).joining(group).value
    }
}
