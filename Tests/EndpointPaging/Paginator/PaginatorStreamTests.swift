import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@MainActor @Suite struct PaginatorStreamTests {
    private let service = NumberService()
    private var client: APIClient { get throws { try APIClient.example(service.transport) } }

    @Test func `Paginator: any number of listeners follow it, and a late one begins with the current elements`() async throws {
        let paginator = try client.paginator(of: .offsets())
        var early = paginator.elementUpdates.makeAsyncIterator()
        #expect(await early.next() == [])
        await paginator.refresh().value
        var late = paginator.elementUpdates.makeAsyncIterator()
        #expect(await early.next() == Array(0..<10))
        #expect(await late.next() == Array(0..<10))
        await paginator.loadNextPage().value
        #expect(await early.next() == Array(0..<20))
        #expect(await late.next() == Array(0..<20))
    }

    @Test func `Paginator: a slow listener gets the latest elements and every event`() async throws {
        let paginator = try client.paginator(of: .offsets())
        var updates = paginator.elementUpdates.makeAsyncIterator()
        var events = paginator.events.makeAsyncIterator()
        for _ in 1...3 { await paginator.loadNextPage().value }
        #expect(await updates.next() == Array(0..<25))
        var counts: [Int] = []
        while counts.count < 3, let event = await events.next() {
            switch event {
            case .replaced(let elements), .appended(let elements), .prepended(let elements): counts.append(elements.count)
            case .loading, .failed: break
            }
        }
        // Each element arrives once, however far behind the listener is.
        #expect(counts == [10, 10, 5])
    }

    @Test func `Paginator: loading and errors have their own streams, which an error doesn't end`() async throws {
        service.fail(call: 1)
        service.fail(call: 3)
        // A listener receives only the latest state, so the response waits until the listener has read that a page is loading.
        let wasRead = Signal()
        let client = try APIClient.example(service.transport, adapters: [AnyAdapter { _ in await wasRead.wait() }])
        let paginator = client.paginator(of: .offsets())
        var loading = paginator.loadingUpdates.makeAsyncIterator()
        var errors = paginator.errors.makeAsyncIterator()
        #expect(await loading.next() == false)
        for _ in 1...3 {
            let load = paginator.loadNextPage()
            #expect(await loading.next() == true)
            wasRead.give()
            await load.value
            #expect(await loading.next() == false)
        }
        for _ in 1...2 { #expect((await errors.next() as? APIError)?.code == .badStatus) }
        #expect(paginator.elements == Array(0..<10))
    }

    @Test func `Paginator: a listener that ends doesn't affect the others`() async throws {
        let paginator = try client.paginator(of: .offsets())
        let leaving = Task { for await _ in paginator.events { break } }
        var staying = paginator.events.makeAsyncIterator()
        await paginator.refresh().value
        await leaving.value
        var events = 0
        while events < 3, await staying.next() != nil { events += 1 }
        #expect(events == 3)
    }

    @Test func `Paginator: a handler that triggers the next page gets its events later`() async throws {
        let paginator = try client.paginator(of: .offsets())
        let log = Recorder<String>()
        paginator.onEvent = { [weak paginator] event in
            switch event {
            case .loading(let isLoading): log.record(isLoading ? "loading" : "idle")
            case .replaced(let elements), .appended(let elements), .prepended(let elements):
                log.record("\(elements.count)")
                paginator?.loadNextPage()
            case .failed: log.record("failed")
            }
        }
        paginator.refresh()
        await eventually { log.count >= 9 }
        #expect(log.values == ["loading", "10", "idle", "loading", "10", "idle", "loading", "5", "idle"])
    }

    @Test func `Paginator: a released paginator cancels its call, ends its streams and releases its bindings`() async throws {
        let isAsked = Signal()
        let isCancelled = Signal()
        let stub = StubTransport { _ in
            isAsked.give()
            defer { isCancelled.give() }
            try await untilCancelled()
        }
        let (triggers, trigger) = AsyncStream<Void>.makeStream()
        let areUnbound = Signal()
        trigger.onTermination = { _ in areUnbound.give() }
        var paginator: Paginator? = try APIClient.example(stub).paginator(of: .offsets())
        paginator?.bind(nextPage: triggers)
        let events = paginator?.events
        trigger.yield()
        await isAsked.wait()
        weak let observed = paginator
        paginator = nil
        await isCancelled.wait()
        await areUnbound.wait()
        #expect(observed == nil)
        var count = 0
        if let events { for await _ in events { count += 1 } }
        #expect(count == 1)
    }

    @Test func `Paginator: a bound trigger that ends with an error doesn't affect the others`() async throws {
        let paginator = try client.paginator(of: .offsets())
        let failing = AsyncThrowingStream<Void, any Error> { $0.finish(throwing: APIError(.custom, "over")) }
        paginator.bind(refresh: failing)
        paginator.bind(
            nextPage: AsyncStream<Int> { stream in
                stream.yield(1)
                stream.finish()
            })
        var updates = paginator.elementUpdates.makeAsyncIterator()
        while let elements = await updates.next(), elements.isEmpty {}
        #expect(paginator.elements == Array(0..<10))
    }
}
