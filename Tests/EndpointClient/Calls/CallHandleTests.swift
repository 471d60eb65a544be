import Dispatch
import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct CallHandleTests {
    private let stub = StubTransport(HTTPResponse(body: Data("42".utf8)))
    private func call(over transport: (any Transport)? = nil) throws -> Call<String> {
        try APIClient.example(transport ?? stub).string(.get("items"))
    }

    @Test func `CallHandle: the completion is called on the requested queue`() async throws {
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

    @Test @MainActor func `CallHandle: the completion is called on the main actor by default, after start has returned`() async throws {
        // Accessed only on the main actor, which this test occupies until it waits.
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

    @Test func `CallHandle: releasing a handle doesn't cancel the call`() async throws {
        let (results, give) = AsyncStream<Result<String, any Error>>.makeStream()
        try call().start(on: .immediate) { give.yield($0) }
        #expect(try await results.first?.get() == "42")
    }

    @Test func `CallHandle: a handle has its endpoint and its tags, and knows whether the call has ended`() async throws {
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
        await eventually { client.activeCalls.isEmpty }
        handle.cancel()
        #expect(!handle.isCancelled)
    }

    @Test func `CallHandle: a call cancelled before its turn sends nothing and is called back once`() async throws {
        let isSent = Signal()
        let silent = StubTransport { _ in
            isSent.give()
            try await untilCancelled()
        }
        let client = try APIClient.example(silent) { $0.policies.maxConcurrentCalls = 1 }
        let first = client.string(.get("first")).start(on: .immediate) { _ in }
        await isSent.wait()
        let outcomes = Recorder<Result<String, any Error>>()
        let handle = client.string(.get("items")).start(on: .immediate) { outcomes.record($0) }
        handle.cancel()
        await eventually { outcomes.count > 0 }
        #expect(handle.isCancelled && handle.isFinished)
        first.cancel()
        await eventually { client.activeCalls.isEmpty }
        #expect(outcomes.values.map { ($0.error as? APIError)?.code } == [.cancelled])
        #expect(silent.requests.map(\.path.encoded) == ["/v1/first"])
    }

    @Test func `CallHandle: a cancel while the completion waits for its queue still cancels the call`() async throws {
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

    @Test func `CallHandle: a call that is cancelled while it ends has one outcome, and the handle tells which`() async throws {
        let outcomes = Recorder<Result<String, any Error>>()
        let call = try call()
        let handles = (0..<200).map { _ in call.start(on: .immediate) { outcomes.record($0) } }
        for handle in handles { handle.cancel() }
        await eventually { outcomes.count >= handles.count }
        let codes = outcomes.values.map { ($0.error as? APIError)?.code }
        #expect(codes.count { $0 == .cancelled } == handles.count { $0.isCancelled })
        #expect(codes.count { $0 == nil } == handles.count { !$0.isCancelled })
        #expect(outcomes.count == handles.count)
    }
}

extension Result {
    fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
