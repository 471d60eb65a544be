import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct PageSequenceLimitTests {
    private let service = NumberService()
    private var client: APIClient { get throws { try APIClient.example(service.transport) } }

    private static let limits: [(PageLimits, Int, Int)] = [
        (PageLimits(), 25, 3), (PageLimits(maxPages: 2), 20, 2), (PageLimits(maxPages: 0), 0, 0), (PageLimits(maxPages: -1), 0, 0),
        (PageLimits(maxPages: .min), 0, 0), (PageLimits(maxElements: 15), 15, 2), (PageLimits(maxElements: 10), 10, 1),
        (PageLimits(maxElements: 0), 0, 0), (PageLimits(maxElements: .min), 0, 0), (PageLimits(maxElements: 26), 25, 3),
        (PageLimits(maxPages: 1, maxElements: 15), 10, 1), (PageLimits(maxPages: .max, maxElements: .max), 25, 3),
    ]

    @Test(arguments: limits, [0, 1, 8])
    func `PageLimits: a limit ends the list without an additional call`(
        limits: (PageLimits, elements: Int, calls: Int), prefetch: Int
    ) async throws {
        let list = await (try client).elements(of: .offsets(), limits: limits.0, prefetch: prefetch).collect()
        #expect(list.failure == nil)
        #expect(list.elements == Array(0..<limits.elements))
        #expect(service.callCount == limits.calls)
        // A list that was ended by a limit has a position to continue from.
        #expect((list.position == nil) == (limits.elements == 25))
    }

    @Test(arguments: [0, 2])
    func `PageLimits: a page without a valid next page isn't a failure if a limit ends the list`(prefetch: Int) async throws {
        let stub = StubTransport { request in
            HTTPResponse(headers: ["Link": "<links?page=2>; rel=next"], body: Data("[\(request.query["page"] ?? "1")]".utf8))
        }
        let client = try APIClient.example(stub)
        let two = await client.elements(of: .links(), limits: PageLimits(maxPages: 2), prefetch: prefetch).collect()
        #expect(two.failure == nil && two.elements == [1, 2] && stub.requests.count == 2)
        let all = await client.elements(of: .links(), prefetch: prefetch).collect()
        #expect((all.failure as? APIError)?.code == .paging && all.elements == [1, 2])
    }

    @Test func `PageLimits: an endless list ends after the maximum number of calls, by default 10,000`() async throws {
        let calls = Counter()
        let stub = StubTransport { _ in HTTPResponse(body: Data(#"{"elements": [1], "next": "\#(calls.next())"}"#.utf8)) }
        let list = await (try APIClient.example(stub)).elements(of: .cursors(), limits: PageLimits(maxCost: 50)).collect()
        #expect((list.failure as? APIError)?.code == .quota && list.elements.count == 50)
        #expect(PageLimits().maxCost == 10_000)
    }

    @Test func `PageLimits: pages are delivered whole`() async throws {
        var sizes: [Int] = []
        for try await page in try client.pages(of: .offsets(), limits: PageLimits(maxElements: 15)) { sizes.append(page.elements.count) }
        #expect(sizes == [10, 10])
    }

    @Test func `PageLimits: after a limit the list continues with the next element`() async throws {
        let client = try client
        let some = await client.elements(of: .offsets(), limits: PageLimits(maxElements: 13)).collect()
        let position = try #require(some.position)
        #expect(try await client.elements(from: position).collect().get() == Array(13..<25))
    }

    @Test(arguments: [(2, 1), (3, 3), (1, 1), (0, 1), (.min, 1)])
    func `PageLimits: a list that needs more calls than allowed ends after the first`(cost: Int, calls: Int) async throws {
        let list = await (try client).elements(of: .offsets(), limits: PageLimits(maxCost: cost), prefetch: 3).collect()
        #expect((list.failure as? APIError)?.code == (calls == 1 ? .quota : nil))
        #expect(list.elements.count == (calls == 1 ? 10 : 25))
        #expect(list.position?.request.page.offset == (calls == 1 ? 10 : nil))
        #expect(service.callCount == calls)
    }

    @Test func `PageLimits: without a total, the list ends when the calls are used up`() async throws {
        let list = await (try client).elements(of: .cursors(), limits: PageLimits(maxCost: 2)).collect()
        #expect((list.failure as? APIError)?.code == .quota)
        #expect(list.elements == Array(0..<20))
        #expect(service.callCount == 2)
    }
}
