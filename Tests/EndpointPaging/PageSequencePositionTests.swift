import EndpointKit
import EndpointKitTesting
import Foundation
import Testing

@Suite struct PageSequencePositionTests {
    /// The positions of a Codable endpoint are Codable too.
    private enum Items: RoutedEndpoint, Codable, Equatable {
        case offsets(limit: Int)
        case cursors(limit: Int)
        case links(limit: Int)

        var route: Route {
            switch self {
            case .offsets(let limit): .get("offsets", query: ["limit": limit])
            case .cursors(let limit): .get("cursors", query: ["limit": limit])
            case .links(let limit): .get("links", query: ["limit": limit])
            }
        }
    }

    /// Reads a list with several loops, each for a few elements. Each loop continues from the position that the previous one stored.
    private func elements<R: PaginatedRequest & Codable>(of request: R, inLoopsOf count: Int) async throws -> [Int]
    where R.Response.Element == Int {
        let service = NumberService()
        let client = try APIClient.example(service.transport)
        var elements: [Int] = []
        var stored: Data? = try JSONEncoder().encode(PagePosition(request))
        while let position = stored {
            var iterator = client.elements(from: try JSONDecoder().decode(PagePosition<R>.self, from: position)).makeAsyncIterator()
            for _ in 0..<count {
                guard let element = try await iterator.next() else { break }
                elements.append(element)
            }
            stored = try iterator.position.map { try JSONEncoder().encode($0) }
        }
        return elements
    }

    @Test(arguments: [1, 3, 4, 5, 8, 25, 100])
    func `PagePosition: a list is read in pieces, from stored positions`(count: Int) async throws {
        #expect(
            try await elements(of: Items.offsets(limit: 4).paged(by: .offset(), as: NumberPage.self), inLoopsOf: count) == Array(0..<25))
        #expect(
            try await elements(of: Items.cursors(limit: 4).paged(by: .cursor(), as: CursorPage.self), inLoopsOf: count) == Array(0..<25))
        #expect(try await elements(of: Items.links(limit: 4).paged(by: .link(), as: [Int].self), inLoopsOf: count) == Array(0..<25))
    }

    @Test func `PagePosition: an iterator's position is the position of the next element or page`() async throws {
        let client = try APIClient.example(NumberService().transport)
        var elements = client.elements(of: .offsets()).makeAsyncIterator()
        #expect(elements.position?.number == 1)
        for _ in 0..<9 { _ = try await elements.next() }
        #expect(elements.position?.number == 1 && elements.position?.skipped == 9)
        _ = try await elements.next()
        #expect(elements.position?.number == 2 && elements.position?.skipped == 0)
        while try await elements.next() != nil {}
        #expect(elements.position == nil)
    }

    @Test func `PagePosition: after a failure it is the position of the failed page`() async throws {
        let service = NumberService()
        service.fail(call: 2)
        let client = try APIClient.example(service.transport)
        var pages = client.pages(of: .cursors()).makeAsyncIterator()
        _ = try await pages.next()
        await #expect(throws: APIError.self) { try await pages.next() }
        let position = try #require(pages.position)
        var numbers: [Int] = []
        var elements: [Int] = []
        for try await page in client.pages(from: position) {
            numbers.append(page.number)
            elements += page.elements
        }
        #expect(numbers == [2, 3])
        #expect(elements == Array(10..<25))
    }

    @Test func `PagePosition: a page resumed in the middle has the elements that weren't handled`() async throws {
        let client = try APIClient.example(NumberService().transport)
        var position = PagePosition(OffsetList.offsets())
        position.skipped = 7
        var pages = client.pages(from: position).makeAsyncIterator()
        let page = try #require(try await pages.next())
        #expect(page.elements == [7, 8, 9])
        #expect(page.value.elements.count == 10)
    }

    @Test(arguments: [11, Int.max, -1, Int.min])
    func `PagePosition: an impossible position doesn't trap`(skipped: Int) async throws {
        let client = try APIClient.example(NumberService().transport)
        var position = PagePosition(OffsetList.offsets())
        (position.skipped, position.number) = (skipped, .max)
        #expect(try await client.elements(from: position).collect().get() == Array((skipped < 0 ? 0 : 10)..<25))
    }

    @Test func `PagePosition: for an endpoint that isn't Codable, the page itself can be stored`() async throws {
        let client = try APIClient.example(NumberService().transport)
        var pages = client.pages(of: .cursors()).makeAsyncIterator()
        let stored = try JSONEncoder().encode(try #require(try await pages.next()?.next?.request.page))
        var request = CursorList.cursors()
        request.page = try JSONDecoder().decode(PageCursor<CursorPage>.self, from: stored)
        #expect(try await client.elements(of: request).collect().get() == Array(10..<25))
    }
}
