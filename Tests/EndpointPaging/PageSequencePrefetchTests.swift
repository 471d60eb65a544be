import EndpointKit
import EndpointKitTesting
import Synchronization
import TestSupport
import Testing

@Suite struct PageSequencePrefetchTests {
    private let gate = PageGate()

    /// A client whose calls are answered when the test allows it.
    private func client(_ service: NumberService = NumberService(total: 60)) throws -> APIClient {
        try APIClient.example(
            StubTransport { [gate] request in
                try await gate.pass(request.query["offset"] ?? request.query["page"] ?? request.query["cursor"] ?? "first")
                return try service.answer(request)
            })
    }

    @Test func `Prefetch: when a page has arrived, only the next one is requested`() async throws {
        var pages = try client().pages(of: .cursors(), prefetch: 1).makeAsyncIterator()
        gate.open("first")
        _ = try await pages.next()
        await gate.waiting(["10"])
        gate.open("10")
        await gate.waiting([])
        #expect(gate.all == ["first", "10"])
        _ = try await pages.next()
        await gate.waiting(["20"])
    }

    @Test func `Prefetch: the requested number of pages are in flight if a total says that they exist`() async throws {
        var pages = try client().pages(of: .offsets(), prefetch: 3).makeAsyncIterator()
        gate.open("first")
        _ = try await pages.next()
        await gate.waiting(["10", "20", "30"])
        // The pages arrive in order, whichever is answered first.
        gate.open("30")
        gate.open("20")
        await gate.waiting(["10"])
        gate.open("10")
        #expect(try await pages.next()?.elements.first == 10)
        await gate.waiting(["40"])
        #expect(try await pages.next()?.elements.first == 20)
        await gate.waiting(["40", "50"])
        #expect(try await pages.next()?.elements.first == 30)
        gate.open("40")
        gate.open("50")
        #expect(try await pages.next()?.elements.first == 40)
        #expect(try await pages.next()?.elements.first == 50)
        #expect(try await pages.next() == nil)
        #expect(gate.all.sorted() == ["10", "20", "30", "40", "50", "first"])
    }

    @Test(arguments: [1, 2, 5, 100])
    func `Prefetch: the elements are the same, however many pages are in flight`(prefetch: Int) async throws {
        let service = NumberService(total: 95)
        let client = try APIClient.example(service.transport)
        #expect(try await client.elements(of: .offsets(), prefetch: prefetch).collect().get() == Array(0..<95))
        #expect(service.callCount == 10)
        #expect(try await client.elements(of: .pages(), prefetch: prefetch).collect().get() == Array(0..<95))
        #expect(service.callCount == 20)
        #expect(try await client.elements(of: .cursors(), prefetch: prefetch).collect().get() == Array(0..<95))
        #expect(service.callCount == 30)
    }

    @Test func `Prefetch: a page shorter than the others leaves no gap`() async throws {
        let service = NumberService(total: 40)
        let stub = StubTransport { request in
            var request = request
            if request.query["offset"] == "10" { request.query = ["offset": 10, "limit": 3] }
            return try service.answer(request)
        }
        let client = try APIClient.example(stub)
        #expect(try await client.elements(of: .offsets(), prefetch: 3).collect().get() == Array(0..<40))
    }

    @Test func `Prefetch: a failure is delivered in its turn, and ends the calls in flight`() async throws {
        var pages = try client().pages(of: .offsets(), prefetch: 3).makeAsyncIterator()
        gate.open("first")
        _ = try await pages.next()
        await gate.waiting(["10", "20", "30"])
        gate.fail("20")
        await gate.waiting(["10", "30"])
        gate.open("10")
        #expect(try await pages.next()?.elements.first == 10)
        await gate.waiting(["30", "40"])
        await #expect(throws: PageGate.Failure.self) { try await pages.next() }
        await gate.waiting([])
        #expect(pages.position?.request.page.offset == 20)
        #expect(gate.all.sorted() == ["10", "20", "30", "40", "first"])
    }

    @Test(arguments: [0, 1])
    func `Prefetch: cancelling a task that waits for a page ends its call`(prefetch: Int) async throws {
        let elements = try client().elements(of: .offsets(), prefetch: prefetch)
        gate.open("first")
        let task = Task { await elements.collect() }
        await gate.waiting(["10"])
        task.cancel()
        let list = await task.value
        #expect(list.failure is CancellationError)
        #expect(list.elements == Array(0..<10))
        await gate.waiting([])
    }

    @Test func `Prefetch: releasing the iterator ends all calls in flight`() async throws {
        do {
            var pages = try client().pages(of: .offsets(), prefetch: 3).makeAsyncIterator()
            gate.open("first")
            _ = try await pages.next()
            await gate.waiting(["10", "20", "30"])
        }
        await gate.waiting([])
    }
}

/// Holds calls until the test lets them through. A cancelled call leaves the gate.
private final class PageGate: Sendable {
    struct Failure: Error {}
    private struct State {
        var all: [String] = []
        var open: Set<String> = []
        var waiting: [String: CheckedContinuation<Void, any Error>] = [:]
    }
    private let state = Mutex(State())

    var all: [String] { state.withLock { $0.all } }

    func pass(_ name: String) async throws {
        state.withLock { $0.all.append(name) }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOpen = state.withLock { state in
                    if state.open.contains(name) || Task.isCancelled { return true }
                    state.waiting[name] = continuation
                    return false
                }
                if isOpen { continuation.resume() }
            }
        } onCancel: {
            end(name, throwing: CancellationError())
        }
    }

    func open(_ name: String) {
        let waiter = state.withLock { state in
            state.open.insert(name)
            return state.waiting.removeValue(forKey: name)
        }
        waiter?.resume()
    }

    func fail(_ name: String) { end(name, throwing: Failure()) }

    private func end(_ name: String, throwing error: any Error) {
        state.withLock { $0.waiting.removeValue(forKey: name) }?.resume(throwing: error)
    }

    /// Returns when exactly these calls wait.
    func waiting(_ names: Set<String>) async {
        await eventually { self.state.withLock { Set($0.waiting.keys) } == names }
    }
}
