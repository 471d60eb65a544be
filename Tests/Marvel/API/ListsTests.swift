import EndpointKit
import EndpointKitTesting
import Foundation
import MarvelAPI
import MarvelGateway
import TestSupport
import Testing

/// Lists from the local gateway, read from the first element to the last.
@Suite struct ListsTests {
    private let gateway: MarvelGateway
    private let configuration: MarvelConfiguration
    private let client: CharactersClient

    init() throws {
        gateway = try GatewayCaller.shared().gateway
        configuration = MarvelConfiguration(publicKey: "1234", privateKey: "abcd", baseURL: gateway.url)
        client = CharactersClient(configuration: configuration)
    }

    /// Loses one request, and sends all others.
    private static func losing(_ lost: Int) -> StubTransport {
        let count = Counter()
        return StubTransport { request in
            if count.next() == lost { throw APIError(.connection, "The cable was pulled.") }
            return try await PlatformTransport.shared.send(request)
        }
    }

    @Test(arguments: [1, 7, 100], [0, 1, 4])
    func `Marvel lists: the whole catalog has each id once, even if a page fails in between`(limit: Int, prefetch: Int) async throws {
        let total = try await client.characters(limit: 1).value.data.total
        let pages = (total - 1) / limit + 1
        let transport = Self.losing(pages / 2 + 1)
        let client = CharactersClient(configuration: configuration, transport: transport)
        var ids: [Int] = []
        var loops = 0
        var stored: Data? = try JSONEncoder().encode(PagePosition(CharacterList.characters(limit: limit)))
        while let position = stored {
            let start = try JSONDecoder().decode(PagePosition<CharacterList>.self, from: position)
            let list = await client.elements(from: start, prefetch: prefetch) { $0.retrying(.never) }.collect()
            ids += list.elements.map(\.id)
            stored = try list.position.map { try JSONEncoder().encode($0) }
            loops += 1
        }
        #expect(loops == 2)
        #expect(ids.count == total && Set(ids).count == total)
        let known = try await allIDs()
        #expect(ids == known)
        // One more than the number of pages, because only the lost request is sent again.
        if prefetch == 0 { #expect(transport.requests.count == pages + 1) }
    }

    /// All ids in the order of the list, read by offset.
    private func allIDs() async throws -> [Int] {
        var ids: [Int] = []
        while true {
            let page = try await client.characters(offset: ids.count, limit: 100).value
            ids += page.results.map(\.id)
            if page.results.isEmpty || ids.count >= page.data.total { return ids }
        }
    }

    @Test func `Marvel lists: a retried page isn't a failure`() async throws {
        let onceMore = Restarting(asksForFailures: true) { attempt, result in
            attempt == 1 && (try? result.get()) == nil ? .restart : .pass
        }
        let client = CharactersClient(configuration: configuration, transport: Self.losing(3))
        let list = client.elements(of: .characters(limit: 7)) { call in call.deciding { [onceMore] + $0 } }
        #expect(try await list.collect().get().map(\.id) == allIDs())
    }

    @Test func `Marvel lists: the first page tells how many calls the list needs`() async throws {
        let total = try await client.characters(limit: 1).value.data.total
        var pages = client.pages(of: .characters(limit: 7)).makeAsyncIterator()
        let first = try #require(try await pages.next())
        #expect(first.remainingPages == (total - 1) / 7)
        let list = await client.elements(of: .characters(limit: 7), limits: PageLimits(maxCost: 3)).collect()
        #expect((list.failure as? APIError)?.code == .quota)
        #expect(list.elements.count == 7)
    }

    @Test func `Marvel lists: each list of a character is complete, with its filter on every page`() async throws {
        let id = 1_009_610
        let comics = try await client.comics(of: .character(id), limit: 1).value.data.total
        #expect(comics > 7)
        #expect(Set(try await client.elements(of: .comics(of: .character(id), limit: 7)).collect().get().map(\.id)).count == comics)
        let filter = ComicFilter { $0.hasDigitalIssue = true }
        let digital = try await client.comics(of: .character(id), filter, limit: 100).value.data.total
        let found = try await client.elements(of: .comics(of: .character(id), filter, limit: 2)).collect().get()
        #expect(found.count == digital && digital < comics && found.allSatisfy { $0.digitalId != 0 })

        let events = try await client.elements(of: .events(of: .character(id), limit: 1)).collect().get()
        #expect(events.count == (try await client.events(of: .character(id), limit: 1).value.data.total))
        let series = try await client.elements(of: .series(of: .character(id), limit: 1)).collect().get()
        #expect(series.count == (try await client.series(of: .character(id), limit: 1).value.data.total))
        let stories = try await client.elements(of: .stories(of: .character(id), limit: 3)).collect().get()
        #expect(stories.count == (try await client.stories(of: .character(id), limit: 1).value.data.total))
    }

    @Test func `Marvel lists: a list begins at its offset`() async throws {
        let ids = try await allIDs()
        #expect(try await client.elements(of: .characters(offset: 50, limit: 7)).collect().get().map(\.id) == Array(ids[50...]))
    }

    @MainActor
    @Test func `Marvel lists: a screen pages through the catalog`() async throws {
        let paginator = client.paginator(of: .characters(limit: 20))
        repeat { await paginator.loadNextPage().value } while paginator.hasNextPage && paginator.error == nil
        #expect(paginator.error == nil)
        #expect(try await paginator.elements.map(\.id) == allIDs())
    }
}
