import EndpointKit
import Testing

@testable import MarvelGateway

/// The resources of a day, as the gateway writes them.
struct Library {
    private(set) var lists: [String: [JSON]] = [:]
    private(set) var all: [String: JSON] = [:]

    init(_ day: String) throws {
        let catalogue = Catalogue.of(try #require(ISO8601.date(from: day)))
        let writer = ResourceWriter(catalogue, imageOrigin: "http://images.test")
        for kind in Kind.allCases {
            let resources = catalogue[kind].map { writer.json($0, kind, at: "http://api.test") }
            lists[kind.rawValue] = resources
            for resource in resources { all[resource.text("resourceURI")] = resource }
        }
    }

    static let today = Result { try Library("2026-01-01") }

    /// The resources of a kind on the day of the other tests, in the order of their list.
    static func whole(_ kind: String) throws -> [JSON] { try today.get().lists[kind] ?? [] }
    static func ids(_ kind: String) throws -> [Int] { try whole(kind).compactMap(\.id) }

    func digest() throws -> String {
        let all = JSON.array(Kind.allCases.map { .array(lists[$0.rawValue] ?? []) })
        return try all.data().withUnsafeBytes { MD5.hexDigest(of: $0) }
    }
}

@Suite struct CatalogueTests {
    // Any difference, even the order in which a process enumerates a set, changes entity tags. These days include the odd values of real
    // responses, such as unknown dates, numbers in place of strings and missing members.
    @Test(arguments: [("2026-01-01", "978351917fe27046d31f7d764b2b7362"), ("2032-02-29", "9154371af46f61d5912375ae4b12ff8a")])
    func `Catalogue: the catalog of a day is the same in each run`(day: String, digest: String) throws {
        let library = day == "2026-01-01" ? try Library.today.get() : try Library(day)
        let found = try library.digest()
        #expect(found == digest)
    }

    @Test func `Catalogue: only comics have a modification date in year -1, and no comic has a number for its ean or issn`() throws {
        for kind in Kind.allCases {
            let unknown = try Library.whole(kind.rawValue).filter { $0.text("modified").hasPrefix("-") }
            #expect(unknown.isEmpty == (kind != .comics), "\(kind)")
        }
        #expect(try Library.whole("comics").allSatisfy { $0["ean"]?.string != nil && $0["issn"]?.string != nil })
    }

    /// Members that refer to other resources, with the members of those resources that refer back.
    private static let references = [
        "next": "previous", "previous": "next", "variants": "variants", "collections": "collectedIssues", "collectedIssues": "collections",
    ]

    @Test(arguments: MarvelResourceTests.table)
    func `Catalogue: a resource has the documented fields, and its references lead to resources that refer back`(
        row: MarvelResourceTests.Row
    ) throws {
        let fields = Set(row.fields.split(separator: " ").map(String.init))
        let all = try Library.today.get().all
        for resource in try Library.whole(row.name) {
            let address = resource.text("resourceURI")
            let missing = fields.symmetricDifference(resource.object?.keys.map { $0 } ?? [])
            #expect(missing.isSubset(of: ["description", "previous", "thumbnail"]), "\(address)")
            for (name, member) in resource.object.map(Array.init) ?? [] {
                let items = member["items"]?.array ?? member.array ?? [member]
                for item in items where item["resourceURI"] != nil {
                    let other = try #require(all[item.text("resourceURI")])
                    #expect([other["name"], other["title"], other["fullName"]].contains(item["name"]))
                    let back = other[Self.references[name] ?? row.name]
                    if let count = back?["available"]?.int, count > 20 { continue }
                    let names = back?["items"]?.array ?? back?.array ?? [back ?? .null]
                    #expect(names.contains { $0["resourceURI"] == resource["resourceURI"] }, "\(address) \(name)")
                }
                guard let count = member["available"]?.int else { continue }
                #expect(member["returned"] == JSON(items.count) && items.count == min(20, count))
                #expect(member.text("collectionURI") == "\(address)/\(name)")
            }
        }
    }
}
