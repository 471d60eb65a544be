import EndpointKit
import Foundation
import Testing

@Suite struct CharacterListTests {
    @Test(arguments: [1, 7, 100])
    func `paging through the list meets every character once`(limit: Int) async throws {
        let caller = try GatewayCaller()
        var ids: [Int] = []
        var total = 0
        repeat {
            let page = try await caller.page("/characters", "limit=\(limit)&offset=\(ids.count)", of: IdentifiedBody.self)
            #expect(page.limit == limit && page.offset == ids.count && page.count == page.results.count)
            total = page.total
            ids += page.results.map(\.id)
            try #require(!page.results.isEmpty)
        } while ids.count < total
        #expect(total >= 80)
        #expect(Set(ids).count == total && ids.count == total)
    }

    @Test func `a page has 20 from the first on unless something else is asked for`() async throws {
        let page = try await GatewayCaller().page("/characters", of: CharacterBody.self)
        #expect(page.limit == 20 && page.offset == 0 && page.count == 20)
        #expect(page.results.prefix(4).map(\.name) == ["3-D Man", "A-Bomb (HAS)", "A.I.M.", "Aaron Stack"])
    }

    @Test func `a page beyond the end is empty and still knows the total`() async throws {
        let page = try await GatewayCaller().page("/characters", "offset=5000", of: CharacterBody.self)
        #expect(page.results.isEmpty && page.count == 0 && page.total >= 80 && page.offset == 5000)
    }

    @Test(arguments: [
        ("Iron Man", 1_009_368), ("Captain America", 1_009_220), ("Hulk", 1_009_351), ("Thor", 1_009_664), ("Wolverine", 1_009_718),
        ("Black Widow", 1_009_189), ("3-D Man", 1_011_334), ("Araña", 1_017_438), ("spider-man (peter parker)", 1_009_610),
    ])
    func `a character is found by its whole name, whatever the case`(name: String, id: Int) async throws {
        let encoded = try #require(name.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        #expect(try await GatewayCaller().page("/characters", "name=\(encoded)", of: CharacterBody.self).results.map(\.id) == [id])
    }

    @Test func `the start of a name finds all who share it`() async throws {
        let page = try await GatewayCaller().page("/characters", "nameStartsWith=SPIDER", of: CharacterBody.self)
        #expect(page.results.map(\.name) == ["Spider-Man (Peter Parker)", "Spider-Woman (Jessica Drew)"])
    }

    @Test func `a descending order is the ascending one reversed`() async throws {
        let caller = try GatewayCaller()
        let names = try await caller.all("/characters", "orderBy=name", of: CharacterBody.self).map(\.name)
        #expect(names == names.sorted { $0.lowercased() < $1.lowercased() })
        #expect(try await caller.all("/characters", "orderBy=-name", of: CharacterBody.self).map(\.name) == names.reversed())
        let dates = try await caller.all("/characters", "orderBy=-modified", of: CharacterBody.self).map(\.modified)
        #expect(dates.map(Self.day) == dates.map(Self.day).sorted(by: >))
    }

    @Test func `a fifth of the dates are the sentinel, and no modifiedSince finds those`() async throws {
        let caller = try GatewayCaller()
        let all = try await caller.all("/characters", of: CharacterBody.self)
        let unknown = all.filter { $0.modified == "-0001-11-30T00:00:00-0500" }
        #expect(abs(unknown.count * 5 - all.count) < 10)
        let recent = try await caller.all("/characters", "modifiedSince=2015-01-01", of: CharacterBody.self)
        #expect(!recent.isEmpty && recent.count < all.count - unknown.count)
        #expect(recent.allSatisfy { $0.modified >= "2015" || $0.modified.hasPrefix("2014-12-31T") })
    }

    @Test func `modifiedSince includes the very moment`() async throws {
        let caller = try GatewayCaller()
        let latest = try #require(try await caller.page("/characters", "orderBy=-modified&limit=1", of: CharacterBody.self).results.first)
        let since = "modifiedSince=\(latest.modified)"
        #expect(try await caller.page("/characters", since, of: CharacterBody.self).results.map(\.id) == [latest.id])
    }

    @Test(arguments: ["comics", "series", "events", "stories"])
    func `filtering by something finds those who are in it`(kind: String) async throws {
        let caller = try GatewayCaller()
        let some = try #require(try await caller.page("/characters/1009610/\(kind)", "limit=1", of: IdentifiedBody.self).results.first)
        let found = Set(try await caller.all("/characters", "\(kind)=\(some.id),999999", of: CharacterBody.self).map(\.id))
        #expect(found.contains(1_009_610))
        for character in try await caller.all("/characters", of: CharacterBody.self) {
            let list = [
                "comics": character.comics, "series": character.series, "events": character.events, "stories": character.stories,
            ][kind]
            // Only a list that isn't cut off tells who is missing.
            guard let list, list.available == list.returned else { continue }
            #expect(list.items.contains { $0.resourceURI.hasSuffix("/\(kind)/\(some.id)") } == found.contains(character.id))
        }
        #expect(try await caller.page("/characters", "\(kind)=999999", of: CharacterBody.self).total == 0)
    }

    /// Comparable as a text: the sentinel is before everything else.
    private static func day(_ date: String) -> String { date.hasPrefix("-") ? "" : String(date.prefix(10)) }
}
