import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct CallGroupTests {
    /// Answers `/ok` at once, `/fail` with 404, and nothing else.
    private func client() throws -> APIClient {
        try APIClient.example(
            StubTransport { request in
                switch request.path.encoded {
                case "/v1/ok": return HTTPResponse(body: Data("ok".utf8))
                case "/v1/fail": return HTTPResponse(status: 404)
                default:
                    try await untilCancelled()
                }
            })
    }

    @Test func `CallGroup: the first failure cancels the others, whose errors name it`() async throws {
        let client = try client()
        let group = CallGroup()
        let waiting = (0..<10).map { _ in Task { await client.string(.get("never")).joining(group).result } }
        await eventually { group.activeCount >= 10 }
        await #expect(throws: APIError.self) { try await client.string(.get("fail")).joining(group).value }
        for task in waiting {
            let outcome = await task.value
            let error = #expect(throws: APIError.self) { try outcome.get() }
            #expect(error?.code == .cancelled)
            #expect(error?.message.contains("404 Not Found") == true)
            guard case .group(let cause?)? = error?.cancellationReason else {
                Issue.record("there is no cause")
                continue
            }
            #expect((cause as? APIError)?.code == .badStatus)
        }
        #expect(group.isCancelled)
        #expect(group.failure?.code == .badStatus)
        let error = await #expect(throws: APIError.self) { try await group.finish() }
        #expect(error?.code == .badStatus)
        #expect(group.activeCount == 0)
    }

    @Test func `CallGroup: a group that keeps going doesn't cancel the others, and throws the failure at the end`() async throws {
        let client = try client()
        let group = CallGroup(onFailure: .keepGoing)
        let (results, give) = AsyncStream<Result<String, any Error>>.makeStream()
        client.string(.get("fail")).start(in: group, on: .immediate) { give.yield($0) }
        for _ in 0..<4 { client.string(.get("ok")).start(in: group, on: .immediate) { give.yield($0) } }
        var outcomes: [Bool] = []
        for await result in results.prefix(5) { outcomes.append((try? result.get()) == "ok") }
        #expect(outcomes.count { $0 } == 4)
        #expect(!group.isCancelled)
        let error = await #expect(throws: APIError.self) { try await group.finish() }
        #expect(error?.code == .badStatus)
    }

    @Test func `CallGroup: a call that joins a cancelled group sends nothing`() async throws {
        let stub = StubTransport()
        let client = try APIClient.example(stub)
        let group = CallGroup()
        group.cancel()
        let error = await #expect(throws: APIError.self) { try await client.data(.get("items")).joining(group).value }
        #expect(error?.code == .cancelled)
        #expect(stub.requests.isEmpty)
        await #expect(throws: APIError.self) { try await group.finish() }
    }

    @Test func `CallGroup: a group without members is finished`() async throws { try await CallGroup().finish() }

    @Test func `CallGroup: after finish, its calls have also left its parent and the client`() async throws {
        let client = try client()
        for _ in 0..<200 {
            let parent = CallGroup()
            let child = CallGroup(parent: parent)
            client.data(.get("ok")).start(in: child, on: .immediate) { _ in }
            try await child.finish()
            #expect(parent.activeCount == 0 && client.activeCalls.isEmpty)
        }
    }

    @Test func `CallGroup: every call made inside run joins, from any client and any child task`() async throws {
        let (one, other) = (try client(), try client())
        let group = CallGroup()
        let task = Task {
            try await group.run {
                async let first = one.string(.get("never")).value
                async let second = other.string(.get("never")).value
                return try await (first, second)
            }
        }
        await eventually { group.activeCount >= 2 }
        group.cancel()
        let outcome = await task.result
        let error = #expect(throws: APIError.self) { try outcome.get() }
        #expect(error?.code == .cancelled)
        #expect(one.activeCalls.isEmpty && other.activeCalls.isEmpty)
        // A call outside of the group's run doesn't join the group.
        _ = try await one.string(.get("ok")).value
    }

    @Test func `CallGroup: a nested run joins both groups`() async throws {
        let client = try client()
        let (outer, inner) = (CallGroup(), CallGroup())
        let task = Task { try await outer.run { try await inner.run { try await client.string(.get("never")).value } } }
        await eventually { inner.activeCount >= 1 }
        #expect(outer.activeCount == 1)
        outer.cancel()
        let outcome = await task.result
        #expect(throws: APIError.self) { try outcome.get() }
        #expect(!inner.isCancelled)
    }

    @Test func `CallGroup: an error thrown by the body of run ends the calls that it started`() async throws {
        let client = try client()
        let group = CallGroup()
        let (results, give) = AsyncStream<Result<String, any Error>>.makeStream()
        await #expect(throws: OwnError()) {
            try await group.run {
                client.string(.get("never")).start(on: .immediate) { give.yield($0) }
                throw OwnError()
            }
        }
        let result = await results.first
        let error = #expect(throws: APIError.self) { try result?.get() }
        guard case .group(let cause)? = error?.cancellationReason else { return #expect(Bool(false)) }
        #expect(cause is OwnError)
        #expect(group.failure?.code == .custom)
        #expect(group.failure?.underlying is OwnError)
    }

    @Test func `CallGroup: cancelling a parent cancels its child groups, but not the reverse`() async throws {
        let client = try client()
        let parent = CallGroup(name: "screen")
        let child = CallGroup(name: "list", parent: parent)
        let inParent = Task { await client.string(.get("never")).joining(parent).result }
        let inChild = Task { await client.string(.get("never")).joining(child).result }
        await eventually { parent.activeCount >= 2 }
        #expect(child.activeCount == 1)
        child.cancel()
        _ = await inChild.value
        #expect(!parent.isCancelled)
        #expect(parent.activeCount == 1)
        let another = CallGroup(parent: parent)
        let inAnother = Task { await client.string(.get("never")).joining(another).result }
        await eventually { another.activeCount >= 1 }
        parent.cancel()
        for task in [inParent, inAnother] {
            let outcome = await task.value
            #expect(throws: APIError.self) { try outcome.get() }
        }
        #expect(another.isCancelled)
        let late = await client.string(.get("ok")).joining(CallGroup(parent: parent)).result
        #expect(throws: APIError.self) { try late.get() }
    }

    @Test func `CallGroup: a child's failure is also its parent's failure, unless the child keeps going`() async throws {
        let client = try client()
        let parent = CallGroup()
        let tolerant = CallGroup(parent: parent, onFailure: .keepGoing)
        _ = await client.string(.get("fail")).joining(tolerant).result
        #expect(parent.failure == nil && !parent.isCancelled)
        _ = await client.string(.get("fail")).joining(CallGroup(parent: parent)).result
        #expect(parent.failure?.code == .badStatus)
        #expect(parent.isCancelled && tolerant.isCancelled)
    }

    @Test func `CallGroup: a cancelled call has not failed`() async throws {
        let client = try client()
        let group = CallGroup()
        let (results, give) = AsyncStream<Result<String, any Error>>.makeStream()
        let handle = client.string(.get("never")).start(in: group, on: .immediate) { give.yield($0) }
        handle.cancel()
        _ = await results.first
        #expect(!group.isCancelled)
        try await group.finish()
    }

    @Test func `CallGroup: a cancelled task stops waiting for a group, whose members continue`() async throws {
        let client = try client()
        let group = CallGroup()
        let member = Task { await client.string(.get("never")).joining(group).result }
        await eventually { group.activeCount >= 1 }
        let waiting = Task { try await group.finish() }
        waiting.cancel()
        let outcome = await waiting.result
        #expect(throws: CancellationError.self) { try outcome.get() }
        #expect(group.activeCount == 1)
        group.cancel()
        _ = await member.value
    }

    @Test(arguments: [false, true])
    func `CallGroup: a released group cancels its members if it is set to do so`(cancels: Bool) async throws {
        let halt = Signal()
        let client = try APIClient.example(
            StubTransport { _ in
                await halt.wait()
                return HTTPResponse(body: Data("ok".utf8))
            })
        var group: CallGroup? = CallGroup(cancelsOnDeinit: cancels)
        weak let seen = group
        let (results, give) = AsyncStream<Result<String, any Error>>.makeStream()
        client.string(.get("items")).start(in: group, on: .immediate) { give.yield($0) }
        group = nil
        #expect(seen == nil)
        halt.give()
        let result = await results.first
        if cancels { #expect(throws: APIError.self) { try result?.get() } } else { #expect(try result?.get() == "ok") }
    }
}
