import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct PageSequenceTests {
    private let service = NumberService()
    private var client: APIClient { get throws { try APIClient.example(service.transport) } }

    @Test func `PageSequence: each page has its own position and the next page's`() async throws {
        var pages: [Page<OffsetList>] = []
        for try await page in try client.pages(of: .offsets()) { pages.append(page) }
        #expect(pages.map(\.number) == [1, 2, 3])
        #expect(pages.map(\.elements.count) == [10, 10, 5])
        #expect(pages.map(\.value.offset) == [0, 10, 20])
        #expect(pages.map(\.hasNextPage) == [true, true, false])
        #expect(pages.map(\.next?.request.page.offset) == [10, 20, nil])
        #expect(pages.map(\.next?.number) == [2, 3, nil])
        // The cost of the whole list is known from the first page on.
        #expect(pages.map(\.remainingPages) == [2, 1, 0])
    }

    @Test func `PageSequence: the number of remaining pages is unknown without a total`() async throws {
        var remaining: [Int?] = []
        for try await page in try client.pages(of: .cursors()) { remaining.append(page.remainingPages) }
        #expect(remaining == [nil, nil, 0])
    }

    @Test func `PageSequence: a page has the header fields of its response`() async throws {
        var pages = try client.pages(of: .links()).makeAsyncIterator()
        #expect(try await pages.next()?.headers["Link"] == "<links?limit=10&page=2>; rel=\"next\"")
    }

    @Test func `PageSequence: nothing is sent before the first page is requested, and each page is loaded on request`() async throws {
        let sequence = try client.pages(of: .cursors())
        var iterator = sequence.makeAsyncIterator()
        #expect(service.callCount == 0)
        _ = try await iterator.next()
        #expect(service.callCount == 1)
        _ = try await iterator.next()
        #expect(service.callCount == 2)
    }

    @Test func `PageSequence: the next page is requested when the elements of the previous page are used up`() async throws {
        var iterator = try client.elements(of: .cursors()).makeAsyncIterator()
        for expected in 0..<10 { #expect(try await iterator.next() == expected) }
        #expect(service.callCount == 1)
        #expect(try await iterator.next() == 10)
        #expect(service.callCount == 2)
    }

    @Test func `PageSequence: each loop begins again`() async throws {
        let elements = try client.elements(of: .links())
        for _ in 1...2 { #expect(try await elements.collect().get() == Array(0..<25)) }
        #expect(service.callCount == 6)
    }

    @Test func `PageSequence: an empty list is one empty page`() async throws {
        let client = try APIClient.example(NumberService(total: 0).transport)
        var pages = 0
        for try await page in client.pages(of: .offsets()) where page.elements.isEmpty { pages += 1 }
        #expect(pages == 1)
        #expect(try await client.elements(of: .bare()).collect().get() == [])
    }

    @Test(arguments: [0, 1, 3])
    func `PageSequence: elements before a failure are kept, and nothing follows it`(prefetch: Int) async throws {
        service.fail(offset: 8)
        var pages = try client.pages(of: .offsets(["limit": 4]), prefetch: prefetch).makeAsyncIterator()
        #expect(try await pages.next()?.elements == Array(0..<4))
        #expect(try await pages.next()?.elements == Array(4..<8))
        let error = await #expect(throws: APIError.self) { try await pages.next() }
        #expect(error?.code == .badStatus)
        #expect(pages.position?.request.page.offset == 8)
        #expect(try await pages.next() == nil)
        let calls = service.callCount
        #expect(try await pages.next() == nil)
        #expect(service.callCount == calls)
    }

    @Test func `PageSequence: collect keeps the elements that arrived, and the position to resume from`() async throws {
        service.fail(call: 2)
        let list = await (try client).elements(of: .cursors()).collect()
        #expect(list.elements == Array(0..<10))
        #expect((list.failure as? APIError)?.code == .badStatus)
        #expect(list.position?.request.page.cursor == "10")
        #expect(throws: APIError.self) { try list.get() }
    }

    @Test func `PageSequence: the closure that edits a call edits each call of the list`() async throws {
        service.fail(call: 1)
        let client = try client
        let edited = client.elements(of: .cursors()) { call in call.adapting(AnyAdapter { $0.query.append("tag", "x") }) }
        #expect(await edited.collect().failure != nil)
        #expect(try await edited.collect().get().count == 25)
        #expect(service.queries.last == "limit=10&cursor=20&tag=x")
    }

    @Test func `PageSequence: pages belong to the group that runs them, whether prefetched or not`() async throws {
        let client = try client
        let group = CallGroup()
        group.cancel()
        for prefetch in 0...1 {
            let list = await (try? group.run { await client.elements(of: .cursors(), prefetch: prefetch).collect() })
            #expect((list?.failure as? APIError)?.code == .cancelled)
        }
        #expect(service.callCount == 0)
    }
}
