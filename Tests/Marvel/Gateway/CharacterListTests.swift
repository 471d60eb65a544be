import EndpointKit
import Testing

@Suite struct CharacterListTests {
    @Test func `paging through the list meets every character once`() async throws {
        let caller = try GatewayCaller()
        let characters = try await caller.all("/characters", of: CharacterBody.self)
        #expect(characters.count >= 80 && Set(characters.map(\.id)).count == characters.count)
        let beyond = try await caller.page("/characters", "offset=5000", of: CharacterBody.self)
        #expect(beyond.results.isEmpty && beyond.count == 0 && beyond.total == characters.count && beyond.offset == 5000)
    }

    @Test func `a page has 20 from the first on unless something else is asked for`() async throws {
        let page = try await GatewayCaller().page("/characters", of: CharacterBody.self)
        #expect(page.limit == 20 && page.offset == 0 && page.count == 20)
        #expect(page.results.prefix(4).map(\.name) == ["3-D Man", "A-Bomb (HAS)", "A.I.M.", "Aaron Stack"])
    }

    @Test(arguments: [
        ("name=iron%20man", ["Iron Man"]), ("name=Ara%C3%B1a", ["Araña"]),
        ("nameStartsWith=SPIDER", ["Spider-Man (Peter Parker)", "Spider-Woman (Jessica Drew)"]),
    ])
    func `a character is found by its name or the start of it, whatever the case`(query: String, names: [String]) async throws {
        #expect(try await GatewayCaller().page("/characters", query, of: CharacterBody.self).results.map(\.name) == names)
    }

    @Test func `a descending order is the ascending one reversed`() async throws {
        let caller = try GatewayCaller()
        let names = try await caller.all("/characters", "orderBy=name", of: CharacterBody.self).map(\.name)
        #expect(names == names.sorted { $0.lowercased() < $1.lowercased() })
        #expect(try await caller.all("/characters", "orderBy=-name", of: CharacterBody.self).map(\.name) == names.reversed())
    }

    @Test func `modifiedSince includes the very moment, and finds no date that is unknown`() async throws {
        let caller = try GatewayCaller()
        let all = try await caller.all("/characters", "orderBy=-modified", of: CharacterBody.self)
        let latest = try #require(all.first)
        #expect(
            try await caller.page("/characters", "modifiedSince=\(latest.modified)", of: CharacterBody.self).results.map(\.id) == [
                latest.id
            ])
        let unknown = all.count { $0.modified == "-0001-11-30T00:00:00-0500" }
        #expect(unknown > 0)
        #expect(try await caller.all("/characters", "modifiedSince=1900-01-01", of: CharacterBody.self).count == all.count - unknown)
    }

    @Test(arguments: ["comics", "series", "events", "stories"])
    func `filtering by something finds those who are in it`(kind: String) async throws {
        let caller = try GatewayCaller()
        let some = try #require(try await caller.page("/characters/1009610/\(kind)", "limit=1", of: IdentifiedBody.self).results.first)
        let found = try await caller.all("/characters", "\(kind)=\(some.id),999999", of: CharacterBody.self)
        #expect(found.contains { $0.id == 1_009_610 })
        #expect(try await caller.page("/characters", "\(kind)=999999", of: CharacterBody.self).total == 0)
    }
}
