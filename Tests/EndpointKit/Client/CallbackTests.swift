import Dispatch
import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct CallbackTests {
    private let stub = StubTransport(HTTPResponse(body: Data("42".utf8)))
    private func call(over transport: (any Transport)? = nil) throws -> Call<String> {
        try APIClient.example(transport ?? stub).string(.get("items"))
    }

    @Test func `the completion is called on the queue that was asked for`() async throws {
        let key = DispatchSpecificKey<String>()
        let queue = DispatchQueue(label: "tests")
        queue.setSpecific(key: key, value: "mine")
        let name = try await withCheckedThrowingContinuation { continuation in
            do {
                try call().start(on: .queue(queue)) { result in
                    continuation.resume(with: result.map { _ in DispatchQueue.getSpecific(key: key) ?? "another" })
                }
            } catch { continuation.resume(throwing: error) }
        }
        #expect(name == "mine")
    }

    @Test @MainActor func `by default it is called on the main actor, after start has returned`() async throws {
        // Touched on the main actor only, which this test holds until it waits.
        var events: [String] = []
        await withCheckedContinuation { continuation in
            do {
                try call().start { result in
                    events.append((try? result.get()) ?? "failed")
                    continuation.resume()
                }
                events.append("returned")
            } catch { continuation.resume() }
        }
        #expect(events == ["returned", "42"])
    }

    @Test func `a handle that is let go of leaves the call alone`() async throws {
        let (results, give) = AsyncStream<Result<String, any Error>>.makeStream()
        try call().start(on: .immediate) { give.yield($0) }
        #expect(try await results.first?.get() == "42")
    }

    @Test func `a handle knows its endpoint and its tags, and whether it is over`() async throws {
        let (results, give) = AsyncStream<Result<String, any Error>>.makeStream()
        let halt = Signal()
        let slow = StubTransport { _ in
            await halt.wait()
            return HTTPResponse()
        }
        let client = try APIClient.example(slow)
        let handle = client.string(.get("items")).tagged("a", "b").start(on: .immediate) { give.yield($0) }
        #expect(handle.endpoint.path == "items")
        #expect(handle.tags == ["a", "b"])
        #expect(!handle.isFinished && !handle.isCancelled)
        #expect(client.activeCalls.map(\.id) == [handle.id])
        halt.give()
        _ = await results.first
        #expect(handle.isFinished && !handle.isCancelled)
        #expect(client.activeCalls.isEmpty)
        handle.cancel()
        #expect(!handle.isCancelled)
    }

    @Test func `cancelled before it begins, it sends nothing and is called back once`() async throws {
        let outcomes = Outcomes()
        for _ in 0..<200 {
            let handle = try call().start(on: .immediate) { outcomes.add($0) }
            handle.cancel()
            #expect(handle.isCancelled || handle.isFinished)
        }
        await eventually { outcomes.count >= 200 }
        // Those that came through before the cancel were answered, and no other was sent.
        #expect(outcomes.cancelled + outcomes.answered == 200)
        #expect(stub.requests.count >= outcomes.answered)
    }

    @Test func `a cancel while the completion waits for its queue makes it a cancelled one`() async throws {
        let queue = DispatchQueue(label: "tests")
        let answered = Signal()
        let stub = StubTransport { _ in HTTPResponse(body: Data("42".utf8)) }
        let client = try APIClient.example(stub)
        queue.suspend()
        let (results, give) = AsyncStream<Result<String, any Error>>.makeStream()
        let handle = client.string(.get("items")).map { text in
            answered.give()
            return text
        }.start(on: .queue(queue)) { give.yield($0) }
        await answered.wait()
        handle.cancel()
        queue.resume()
        let result = await results.first
        let error = #expect(throws: APIError.self) { try result?.get() }
        #expect(error?.code == .cancelled)
        #expect(handle.isCancelled)
    }

    @Test func `of 1,000 calls that are cancelled while they end, each has one outcome, and the handle says which`() async throws {
        let outcomes = Outcomes()
        let call = try call()
        var handles: [CallHandle] = []
        for index in 0..<1000 {
            let handle = call.start(on: .immediate) { outcomes.add($0) }
            for _ in 0..<(index % 40) { await Task.yield() }
            handle.cancel()
            handles.append(handle)
        }
        await eventually { outcomes.count >= 1000 }
        #expect(outcomes.cancelled == handles.count { $0.isCancelled })
        #expect(outcomes.answered == handles.count { !$0.isCancelled })
        #expect(outcomes.other == 0)
    }
}

private final class Outcomes: Sendable {
    private let state = Mutex((answered: 0, cancelled: 0, other: 0))
    var answered: Int { state.withLock { $0.answered } }
    var cancelled: Int { state.withLock { $0.cancelled } }
    var other: Int { state.withLock { $0.other } }
    var count: Int { answered + cancelled + other }

    func add<Value>(_ result: Result<Value, any Error>) {
        state.withLock { state in
            switch result {
            case .success: state.answered += 1
            case .failure(let error as APIError) where error.code == .cancelled: state.cancelled += 1
            case .failure: state.other += 1
            }
        }
    }
}
