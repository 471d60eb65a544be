import EndpointKit
import Testing

@testable import MarvelGateway

@Suite struct RelationTests {
    @Test(arguments: Documented.sublists.map { $0 })
    func `what a resource says of its lists is what the lists hold`(kind: String, lists: [String]) async throws {
        let caller = try GatewayCaller.shared()
        let whole = try await Documented.whole(kind)
        // Comics and stories that are made in another way, such as collections, are among them.
        for resource in [whole[0], whole[1], whole[whole.count / 2], whole[whole.count - 1]] {
            for list in lists {
                let inside = try #require(resource[list])
                let page = try await caller.follow(inside["collectionURI"])
                let found = page["results"]?.array ?? []
                #expect(
                    inside["collectionURI"]?.string == "\(resource.text("resourceURI"))/\(list)" && inside["available"] == page["total"])
                #expect(inside["items"]?.array?.map { $0["resourceURI"] } == found.map { $0["resourceURI"] })
                // Each of them has the resource in its own list, if that isn't cut off.
                for element in found {
                    guard let back = element[kind], back["available"] == back["returned"] else { continue }
                    let items = back["items"]?.array ?? [back]
                    #expect(items.contains { $0["resourceURI"] == resource["resourceURI"] }, "\(element.text("resourceURI"))")
                }
            }
        }
    }

    @Test func `items stop at 20, and some lists are empty`() async throws {
        var sizes: Set<Int> = []
        for (kind, lists) in Documented.sublists {
            for list in try await Documented.whole(kind).flatMap({ resource in lists.compactMap { resource[$0] } }) {
                let size = list["available"]?.int ?? -1
                #expect(list["returned"] == JSON(min(20, size)) && list["items"]?.array?.count == min(20, size))
                sizes.insert(size)
            }
        }
        #expect(sizes.isSuperset(of: 0...30))
    }

    @Test(arguments: Documented.ids.keys.sorted())
    func `every address in a resource leads to what it names`(kind: String) async throws {
        let caller = try GatewayCaller.shared()
        var followed = 0
        func follow(_ value: JSON) async throws {
            for element in value.array ?? [] { try await follow(element) }
            for (_, member) in value.object.map(Array.init) ?? [] { try await follow(member) }
            guard value["resourceURI"] != nil, let name = value["name"] ?? value["title"] ?? value["fullName"] else { return }
            let result = try #require(try await caller.follow(value["resourceURI"])["results"]?[0])
            #expect([result["name"], result["title"], result["fullName"]].contains(name))
            followed += 1
        }
        try await follow(try await caller.one("/\(kind)/\(Documented.ids[kind] ?? 0)"))
        #expect(followed > 3)
    }
}
