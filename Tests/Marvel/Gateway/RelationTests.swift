import EndpointKit
import Testing

@testable import MarvelGateway

@Suite struct RelationTests {
    @Test func `every relation of the whole catalogue is symmetric`() {
        let catalogue = Catalogue.shared
        for kind in Kind.allCases {
            for (place, resource) in catalogue[kind].enumerated() {
                for (other, related) in resource.links {
                    let isMutual = related.allSatisfy { catalogue[other][$0].links[kind]?.contains(place) == true }
                    #expect(isMutual && related == related.sorted() && Set(related).count == related.count, "\(resource.name), \(other)")
                }
            }
        }
    }

    /// Any difference, also an order that changes between processes, changes all entity tags.
    @Test func `the catalogue is the same in each run`() throws {
        let catalogue = Catalogue.shared
        let writer = ResourceWriter(catalogue: catalogue, origin: "http://api.test", imageOrigin: "http://images.test")
        let digests = try Kind.allCases.map { kind in
            let text = try JSON.array(catalogue[kind].map { writer.json($0, kind) }).data()
            return text.withUnsafeBytes { MD5.hexDigest(of: $0) }
        }
        let known = [
            "d16f89ad4ff6c467fdd7d01e9d09f7b3", "1c3685e8c16d14d3d6c44323d3664396", "cd3001b558f801bd558dd402178847a8",
            "03a918e7f55decc863099a3e2c7f42d0", "4f534ae1200517d3a1c1d5a4b2893783", "371f422843daee7d6f094314efc2832c",
        ]
        #expect(digests == known)
    }

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

    @Test(arguments: ["events", "series"])
    func `next and previous lead forth and back`(kind: String) async throws {
        let caller = try GatewayCaller.shared()
        var successors = 0
        for resource in try await Documented.whole(kind) {
            for (there, back) in [("next", "previous"), ("previous", "next")] where resource[there]?.isNull == false {
                let neighbour = try #require(try await caller.follow(resource[there]?["resourceURI"])["results"]?[0])
                #expect(neighbour[back]?["resourceURI"] == resource["resourceURI"] && neighbour["title"] == resource[there]?["name"])
                successors += 1
            }
        }
        #expect(successors >= 8)
    }

    @Test func `a variant, a collection and an issue know of each other`() async throws {
        let comics = try await Documented.whole("comics")
        let byURI = Dictionary(comics.map { ($0.text("resourceURI"), $0) }) { first, _ in first }
        var found = (variants: 0, collections: 0)
        for comic in comics {
            let own = comic.text("resourceURI")
            for item in comic["variants"]?.array ?? [] {
                let other = try #require(byURI[item.text("resourceURI")])
                #expect(other["variants"]?.array?.contains { $0.text("resourceURI") == own } == true)
                #expect((other.text("variantDescription").isEmpty) != comic.text("variantDescription").isEmpty)
                found.variants += 1
            }
            for item in comic["collectedIssues"]?.array ?? [] {
                let issue = try #require(byURI[item.text("resourceURI")])
                #expect(issue["collections"]?.array?.contains { $0.text("resourceURI") == own } == true)
                found.collections += 1
            }
        }
        #expect(found.variants > 0 && found.collections > 0)
    }
}
