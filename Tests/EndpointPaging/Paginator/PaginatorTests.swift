import EndpointKit
import EndpointKitTesting
import Foundation
import Observation
import TestSupport
import Testing

@MainActor @Suite struct PaginatorTests {
    private let service = NumberService()
    private var client: APIClient { get throws { try APIClient.example(service.transport) } }

    @Test func `Paginator: nothing is requested before the first trigger`() async throws {
        let paginator = try client.paginator(of: .offsets())
        #expect(paginator.elements.isEmpty && paginator.page == 0 && paginator.hasNextPage && !paginator.isLoading)
        #expect(service.callCount == 0)
    }

    @Test func `Paginator: its properties reflect the pages that arrived`() async throws {
        let paginator = try client.paginator(of: .offsets())
        for page in 1...3 {
            let load = paginator.loadNextPage()
            #expect(paginator.isLoading)
            await load.value
            #expect(paginator.elements == Array(0..<min(25, page * 10)))
            #expect(paginator.page == page)
            #expect(paginator.hasNextPage == (page < 3))
            #expect(!paginator.isLoading && paginator.error == nil)
        }
        await paginator.loadNextPage().value
        #expect(service.callCount == 3)
        await paginator.refresh().value
        #expect(paginator.elements == Array(0..<10))
        #expect(paginator.page == 1 && paginator.hasNextPage)
    }

    @Test func `Paginator: an error stays until the page is requested again`() async throws {
        service.fail(call: 2)
        let paginator = try client.paginator(of: .links())
        await paginator.refresh().value
        await paginator.loadNextPage().value
        #expect((paginator.error as? APIError)?.code == .badStatus)
        #expect(paginator.elements == Array(0..<10))
        #expect(paginator.page == 1 && paginator.hasNextPage)
        let retry = paginator.loadNextPage()
        #expect(paginator.error == nil)
        await retry.value
        #expect(paginator.elements == Array(0..<20))
    }

    @Test func `Paginator: while a page loads, each trigger returns the task of that page`() async throws {
        let paginator = try client.paginator(of: .offsets())
        let load = paginator.loadNextPage()
        #expect(paginator.loadNextPage() == load)
        await load.value
        #expect(service.callCount == 1)
    }

    @Test func `Paginator: cancel() ends the load without an error, and the page can be loaded again`() async throws {
        let paginator = try client.paginator(of: .offsets())
        var isLoading: [Bool] = []
        paginator.onEvent = { if case .loading(let loads) = $0 { isLoading.append(loads) } }
        paginator.cancel()
        #expect(isLoading.isEmpty)
        let first = paginator.loadNextPage()
        paginator.cancel()
        #expect(!paginator.isLoading && paginator.hasNextPage)
        await first.value
        #expect(paginator.elements.isEmpty && paginator.error == nil && paginator.page == 0)
        await paginator.loadNextPage().value
        #expect(paginator.elements == Array(0..<10))
        #expect(isLoading == [true, false, true, false])
    }

    @Test func `Paginator: a cancelled refresh keeps the elements, and page one comes next`() async throws {
        let paginator = try client.paginator(of: .offsets())
        for _ in 1...3 { await paginator.loadNextPage().value }
        #expect(!paginator.hasNextPage)
        let refresh = paginator.refresh()
        paginator.cancel()
        await refresh.value
        #expect(paginator.elements == Array(0..<25) && paginator.hasNextPage && paginator.error == nil)
        await paginator.loadNextPage().value
        #expect(paginator.elements == Array(0..<10) && paginator.page == 1)
    }

    @Test func `Paginator: a superseded task has ended`() async throws {
        let paginator = try client.paginator(of: .offsets())
        let first = paginator.refresh()
        let second = paginator.refresh()
        await first.value
        await second.value
        #expect(paginator.elements == Array(0..<10))
    }

    @Test func `Paginator: a limit ends the list until a refresh`() async throws {
        let paginator = try client.paginator(of: .offsets(), limits: PageLimits(maxPages: 5, maxElements: 15))
        for _ in 0..<2 {
            await paginator.refresh().value
            for _ in 0..<4 { await paginator.loadNextPage().value }
            #expect(paginator.elements == Array(0..<15))
            #expect(!paginator.hasNextPage && paginator.error == nil)
        }
        #expect(service.callCount == 4)
    }

    @Test func `Paginator: at the end, no page is requested`() async throws {
        let paginator = try client.paginator(of: .offsets(), limits: PageLimits(maxPages: 0))
        #expect(!paginator.hasNextPage)
        await paginator.refresh().value
        await paginator.loadNextPage().value
        #expect(service.callCount == 0 && !paginator.isLoading && paginator.elements.isEmpty)
    }

    @Test func `Paginator: after a failed refresh, page one can be requested`() async throws {
        service.fail(call: 4)
        let paginator = try client.paginator(of: .offsets())
        for _ in 1...3 { await paginator.loadNextPage().value }
        #expect(!paginator.hasNextPage)
        await paginator.refresh().value
        #expect(paginator.error != nil && paginator.hasNextPage && paginator.elements.count == 25)
        await paginator.loadNextPage().value
        #expect(paginator.elements == Array(0..<10))
    }

    @Test func `Paginator: pages in a loop end with an error`() async throws {
        let stub = StubTransport { _ in HTTPResponse(body: Data(#"{"elements": [1], "next": "same"}"#.utf8)) }
        let paginator = try APIClient.example(stub).paginator(of: .cursors())
        for _ in 0..<5 { await paginator.loadNextPage().value }
        #expect(paginator.elements == [1, 1])
        #expect((paginator.error as? APIError)?.code == .paging)
        #expect(!paginator.hasNextPage)
        #expect(stub.requests.count == 2)
        await paginator.refresh().value
        #expect(paginator.elements == [1] && paginator.hasNextPage && paginator.error == nil)
    }

    /// Limits count the page once.
    @Test(arguments: [PageLimits(), PageLimits(maxPages: 2), PageLimits(maxCost: 2)])
    func `Paginator: a page with an unusable link to the next page is requested again, for new elements`(limits: PageLimits) async throws {
        let calls = Counter()
        let stub = StubTransport { request in
            switch (request.query["page"], calls.next()) {
            case (nil, 1): HTTPResponse(headers: ["Link": "<ftp://a.b/2>; rel=next"], body: Data("[1,2]".utf8))
            case (nil, _): HTTPResponse(headers: ["Link": "<?page=2>; rel=next"], body: Data("[1,2,3]".utf8))
            default: HTTPResponse(body: Data("[4]".utf8))
            }
        }
        let paginator = try APIClient.example(stub).paginator(
            of: Route.get("items").paged(by: .link(), as: [Int].self), limits: limits)
        let appended = Recorder<[Int]>()
        paginator.onEvent = { if case .appended(let elements) = $0 { appended.record(elements) } }
        await paginator.loadNextPage().value
        #expect(paginator.elements == [1, 2])
        #expect((paginator.error as? APIError)?.code == .paging)
        #expect(paginator.hasNextPage && paginator.page == 1)
        await paginator.loadNextPage().value
        #expect(paginator.elements == [1, 2, 3] && paginator.error == nil && paginator.page == 1)
        await paginator.loadNextPage().value
        #expect(paginator.elements == [1, 2, 3, 4] && paginator.page == 2 && !paginator.hasNextPage)
        #expect(appended.values == [[3], [4]])
        #expect(stub.requests.count == 3)
    }

    @Test func `Paginator: elements are decoded off the main thread`() async throws {
        struct Seen: Decodable, Sendable, PaginatedResponse {
            var elements: [Bool]
            init(from decoder: any Decoder) throws { elements = [Thread.isMainThread] }
        }
        let stub = StubTransport { _ in HTTPResponse(body: Data("{}".utf8)) }
        let paginator = try APIClient.example(stub).paginator(of: Route.get("x").paged(by: .number(), as: Seen.self))
        await paginator.refresh().value
        #expect(paginator.elements == [false])
    }

    @Test func `Paginator: its properties are observable`() async throws {
        let paginator = try client.paginator(of: .offsets())
        let changes = Recorder<String>()
        func observe(_ name: String, _ read: @escaping @MainActor () -> Void) {
            withObservationTracking(read) { changes.record(name) }
        }
        observe("elements") { _ = paginator.elements }
        observe("isLoading") { _ = paginator.isLoading }
        observe("page") { _ = paginator.page }
        observe("error") { _ = paginator.error }
        let load = paginator.refresh()
        #expect(changes.values.contains("isLoading"))
        #expect(!changes.values.contains("elements"))
        await load.value
        #expect(changes.values.contains("elements"))
        #expect(changes.values.contains("page"))
    }

    // MARK: Newer elements

    /// A timeline like Mastodon's: the newest first, two to a page, with links in both directions.
    private final class Timeline: Sendable {
        let newest = Counter()
        let requests = Recorder<String>()

        init() { for _ in 0..<3 { newest.next() } }

        var transport: StubTransport {
            StubTransport { [self] request in
                requests.record(request.query.encoded)
                let ids = Array(1...newest.count)
                let page: [Int] =
                    if let least = request.query["min_id"].flatMap(Int.init) {
                        Array(ids.filter { $0 > least }.prefix(2).reversed())
                    } else {
                        Array(ids.filter { $0 < request.query["max_id"].flatMap(Int.init) ?? .max }.suffix(2).reversed())
                    }
                guard let first = page.first, let last = page.last else { return HTTPResponse(body: Data("[]".utf8)) }
                let links = #"<?max_id=\#(last)>; rel="next", <?min_id=\#(first)>; rel="prev""#
                return HTTPResponse(headers: ["Link": links], body: Data("\(page)".utf8))
            }
        }
    }

    @Test func `Paginator: newer elements precede the others, page by page, and older pages still follow`() async throws {
        let timeline = Timeline()
        let list = Route.get("timeline").paged(by: .link(), as: [Int].self)
        let paginator = try APIClient.example(timeline.transport).paginator(of: list)
        var events: [[Int]] = []
        paginator.onEvent = { if case .prepended(let elements) = $0 { events.append(elements) } }
        #expect(!paginator.canLoadNewer)
        await paginator.loadNewer().value
        #expect(timeline.requests.values.isEmpty)
        await paginator.refresh().value
        #expect(paginator.elements == [3, 2] && paginator.canLoadNewer)
        await paginator.loadNewer().value
        #expect(paginator.elements == [3, 2] && paginator.canLoadNewer && !paginator.isLoading)
        for _ in 0..<3 { timeline.newest.next() }
        await paginator.loadNewer().value
        #expect(paginator.elements == [5, 4, 3, 2])
        await paginator.loadNewer().value
        await paginator.loadNextPage().value
        #expect(paginator.elements == [6, 5, 4, 3, 2, 1])
        #expect(events == [[5, 4], [6]])
        #expect(timeline.requests.values == ["", "min_id=3", "min_id=3", "min_id=5", "max_id=2"])
        await paginator.refresh().value
        #expect(paginator.elements == [6, 5] && paginator.canLoadNewer)
    }

    @Test func `Paginator: a load of newer elements waits for the page that is loading`() async throws {
        let timeline = Timeline()
        let list = Route.get("timeline").paged(by: .link(), as: [Int].self)
        let paginator = try APIClient.example(timeline.transport).paginator(of: list)
        paginator.refresh()
        await paginator.loadNewer().value
        #expect(timeline.requests.values == ["", "min_id=3"])
    }

    @Test func `Paginator: several waiting loads become one, and a cancellation drops them`() async throws {
        let timeline = Timeline()
        let list = Route.get("timeline").paged(by: .link(), as: [Int].self)
        let paginator = try APIClient.example(timeline.transport).paginator(of: list)
        let refresh = paginator.refresh()
        let loads = (0..<3).map { _ in paginator.loadNewer() }
        for load in loads { await load.value }
        #expect(timeline.requests.values == ["", "min_id=3"])
        await refresh.value

        paginator.refresh()
        let dropped = paginator.loadNewer()
        paginator.cancel()
        await dropped.value
        #expect(!timeline.requests.values.dropFirst(2).contains("min_id=3") && !paginator.isLoading)
    }

    @Test func `Paginator: newer elements are loaded even if a next page waits`() async throws {
        let timeline = Timeline()
        let list = Route.get("timeline").paged(by: .link(), as: [Int].self)
        let paginator = try APIClient.example(timeline.transport).paginator(of: list)
        await paginator.refresh().value
        timeline.newest.next()
        paginator.loadNewer()
        paginator.loadNextPage()
        await paginator.refresh().value
        timeline.newest.next()
        await paginator.loadNewer().value
        #expect(paginator.elements.first == 5)
    }

    @Test func `Paginator: no newer elements are requested for a full list`() async throws {
        let timeline = Timeline()
        let list = Route.get("timeline").paged(by: .link(), as: [Int].self)
        let paginator = try APIClient.example(timeline.transport).paginator(of: list, limits: PageLimits(maxElements: 3))
        await paginator.refresh().value
        await paginator.loadNextPage().value
        #expect(paginator.elements == [3, 2, 1] && !paginator.hasNextPage && !paginator.canLoadNewer)
        paginator.refresh()
        paginator.cancel()
        #expect(paginator.hasNextPage)
    }

    @Test func `Paginator: a next page waits for a load of newer elements`() async throws {
        let timeline = Timeline()
        let list = Route.get("timeline").paged(by: .link(), as: [Int].self)
        let paginator = try APIClient.example(timeline.transport).paginator(of: list)
        await paginator.refresh().value
        timeline.newest.next()
        let newer = paginator.loadNewer()
        await paginator.loadNextPage().value
        await newer.value
        #expect(paginator.elements == [4, 3, 2, 1])
        #expect(timeline.requests.values == ["", "min_id=3", "max_id=2"])
    }

    @Test func `Paginator: nothing is requested if the list is full`() async throws {
        let timeline = Timeline()
        let list = Route.get("timeline").paged(by: .link(), as: [Int].self)
        let paginator = try APIClient.example(timeline.transport).paginator(of: list, limits: PageLimits(maxElements: 2))
        await paginator.refresh().value
        timeline.newest.next()
        await paginator.loadNewer().value
        await paginator.loadNextPage().value
        #expect(paginator.elements == [3, 2] && timeline.requests.values == [""])
    }

    @Test func `Paginator: without room for all newer elements, the ones next to the older elements are kept`() async throws {
        let timeline = Timeline()
        let list = Route.get("timeline").paged(by: .link(), as: [Int].self)
        let paginator = try APIClient.example(timeline.transport).paginator(of: list, limits: PageLimits(maxElements: 3))
        await paginator.refresh().value
        for _ in 0..<3 { timeline.newest.next() }
        await paginator.loadNewer().value
        #expect(paginator.elements == [4, 3, 2] && !paginator.canLoadNewer)
    }

    @Test func `Paginator: a failure to load newer elements keeps the list, and the load can be repeated`() async throws {
        let timeline = Timeline()
        let calls = Counter()
        let stub = StubTransport { request in
            if calls.next() == 2 { throw APIError(.connection, "Lost.") }
            return try await timeline.transport.send(request)
        }
        let paginator = try APIClient.example(stub).paginator(of: Route.get("timeline").paged(by: .link(), as: [Int].self))
        await paginator.refresh().value
        timeline.newest.next()
        await paginator.loadNewer().value
        #expect((paginator.error as? APIError)?.code == .connection && paginator.elements == [3, 2] && paginator.canLoadNewer)
        await paginator.loadNewer().value
        #expect(paginator.error == nil && paginator.elements == [4, 3, 2])
    }
}
