import EndpointKit
import Foundation
import TestSupport
import Testing

@testable import MarvelGateway

/// Filters, compared with the same condition on the whole list.
@Suite struct FilterTests {
    /// Filters that keep the resources with this value of a member.
    private static let equal: [(String, String, String, JSON)] = [
        ("comics", "format=trade%20paperback", "format", "Trade Paperback"), ("comics", "noVariants=true", "variantDescription", ""),
        ("comics", "noVariants=True", "variantDescription", ""),
        ("comics", "issueNumber=3", "issueNumber", 3), ("comics", "issueNumber=0.5", "issueNumber", 0.5),
        ("comics", "hasDigitalIssue=false", "digitalId", 0), ("comics", "hasDigitalIssue=False", "digitalId", 0),
        ("characters", "name=iron%20man", "name", "Iron Man"), ("characters", "name=Ara%C3%B1a", "name", "Araña"),
        ("creators", "firstName=%23O", "fullName", "#O"), ("creators", "middleName=quill", "middleName", "Quill"),
        ("creators", "lastName=vance", "lastName", "Vance"), ("creators", "suffix=jr.", "suffix", "Jr."),
        ("events", "name=nine%20bells", "title", "Nine Bells"), ("series", "title=half%20a%20map", "title", "Half a Map (2000)"),
        ("series", "startYear=2012", "startYear", 2012), ("series", "seriesType=one%20shot", "type", "one shot"),
    ]
    /// Filters that keep resources in which a member begins with this string.
    private static let starts: [(String, String, String, String)] = [
        ("characters", "nameStartsWith=SPIDER", "name", "Spider-"), ("creators", "nameStartsWith=ada%20v", "fullName", "Ada V"),
        ("creators", "firstNameStartsWith=p", "firstName", "P"), ("creators", "middleNameStartsWith=k", "middleName", "K"),
        ("creators", "lastNameStartsWith=ha", "lastName", "Ha"), ("events", "nameStartsWith=the", "title", "The"),
        ("series", "titleStartsWith=collected", "title", "Collected"),
    ]
    private static let collected: [JSON] = ["Trade Paperback", "Hardcover", "Graphic Novel", "Digest"]
    typealias Condition = @Sendable (JSON) -> Bool
    private static let others: [(String, String, Condition)] = [
        ("comics", "formatType=collection", { collected.contains($0["format"] ?? .null) }),
        ("comics", "formatType=comic", { !collected.contains($0["format"] ?? .null) }),
        // The time of day doesn't matter: a comic is sold on a day.
        (
            "comics", "dateRange=2019-01-01T09:30:00Z,2021-10-12T23:59:59Z",
            { ("2019-01-01"..."2021-10-12").contains($0.date("onsaleDate").prefix(10)) }
        ),
        ("comics", "title=static%20%26%20thunder", { $0.seriesTitle == "Static & Thunder" }),
        ("comics", "titleStartsWith=THE%20", { $0.seriesTitle.hasPrefix("The ") }),
        ("comics", "startYear=2000", { $0["series"]?.text("name").contains("(2000") == true }),
        ("comics", "format=comic&hasDigitalIssue=true", { $0["format"] == "Comic" && $0["digitalId"] != 0 }),
    ]

    private static let filters: [(String, String, Condition)] =
        equal.map { kind, query, member, value in (kind, query, { $0[member] == value }) }
        + starts.map { kind, query, member, start in (kind, query, { $0.text(member).hasPrefix(start) }) } + others
        + Documented.sublists.map {
            ($0.key, "modifiedSince=2014-04-29T14:18:17.250%2B02:00", { $0.seconds("modified") >= 1_398_773_897.25 })
        }

    @Test(arguments: filters)
    func `Filter: it keeps exactly the resources that it names`(kind: String, query: String, holds: Condition) async throws {
        let whole = try Library.whole(kind)
        let expected = whole.filter(holds).map(\.id)
        #expect(try await GatewayCaller.shared().excerpt("/\(kind)", query) == .init(expected))
        #expect(!expected.isEmpty && expected.count < whole.count)
    }

    @Test(arguments: ["isbn", "upc", "ean", "issn", "diamondCode", "digitalId"])
    func `Filter: a comic is found by each of its codes`(name: String) async throws {
        let comics = try Library.whole("comics")
        let value = try #require(comics.compactMap { $0[name] }.first { !["", "0"].contains($0.text) })
        let query = Query(dictionaryLiteral: (name, value.text)).encoded
        #expect(try await GatewayCaller.shared().excerpt("/comics", query) == .init(comics.filter { $0[name] == value }.map(\.id)))
    }

    /// Parameters with ids, the kind of the ids, and whether a resource needs all of them.
    private static let relations: [(Kind, String, Kind, Bool)] =
        Kind.allCases.flatMap { kind in (kind.lists + (kind == .comics ? [.series] : [])).map { (kind, $0.rawValue, $0, false) } }
        + [(.comics, "sharedAppearances", .characters, true), (.comics, "collaborators", .creators, true)]

    @Test(arguments: relations)
    func `Filter: a filter by ids keeps the resources that are related to any of them, or to all`(
        kind: Kind, name: String, other: Kind, needsAll: Bool
    ) async throws {
        let (caller, catalogue) = (try GatewayCaller.shared(), Catalogue.of(GatewayCaller.newYear2026))
        let few = catalogue[kind][0].links[other]?.prefix(2) ?? []
        let some = needsAll ? Array(few) : [0, 1, catalogue[other].count / 2, catalogue[other].count - 1]
        let expected = catalogue[kind].filter { resource in
            let related = some.filter { resource.links[other]?.contains($0) == true }
            return needsAll ? related.count == some.count : !related.isEmpty
        }
        let ids = some.map { "\(catalogue[other][$0].id)" }.joined(separator: ",")
        #expect(try await caller.excerpt("/\(kind)", "\(name)=\(ids)\(needsAll ? "" : ",999999")") == .init(expected.map(\.id)))
        #expect(!expected.isEmpty && some.count > 1)
        #expect(try await caller.page("/\(kind)", "\(name)=\(needsAll ? "\(ids)," : "")999999")["total"] == 0)
    }

    @Test(arguments: [
        "Comic", "Magazine", "Trade Paperback", "Hardcover", "Digest", "Graphic Novel", "Digital Comic", "Infinite Comic",
    ])
    func `Filter: a series is found by the formats of its comics`(format: String) async throws {
        let series = try Set(Library.whole("comics").filter { $0.text("format") == format }.map { $0["series"]?["resourceURI"] })
        let expected = try Library.whole("series").filter { series.contains($0["resourceURI"]) }.map(\.id)
        let query = Query(dictionaryLiteral: ("contains", format.lowercased())).encoded
        #expect(try await GatewayCaller.shared().excerpt("/series", query) == .init(expected) && !expected.isEmpty)
    }

    private static let periods: [(String, String, String)] = [
        ("lastWeek", "2025-12-22", "2025-12-28"), ("thisWeek", "2025-12-29", "2026-01-04"), ("nextWeek", "2026-01-05", "2026-01-11"),
        ("thisMonth", "2026-01-01", "2026-01-31"),
    ]

    // 2026-01-01 is a Thursday.
    @Test(arguments: periods)
    func `Filter: a date descriptor counts from today, and its weeks run from Monday to Sunday`(
        name: String, first: String, last: String
    ) async throws {
        let caller = try GatewayCaller.shared()
        let found = try await caller.excerpt("/comics", "dateDescriptor=\(name)")
        #expect(try await caller.excerpt("/comics", "dateRange=\(first),\(last)") == found && found.total > 0)
    }

    @Test(arguments: [("2032-02-29T23:59:59Z", "2032-02-23,2032-02-29"), ("2032-02-23T00:00:00Z", "2032-02-23,2032-02-29")])
    func `Filter: a week ends with the last second of its Sunday`(now: String, days: String) async throws {
        let now = try #require(ISO8601.date(from: now))
        let time = TestTime(try #require(ISO8601.date(from: "2032-02-29")))
        let caller = try GatewayCaller(now: { time.date })
        time.advance(by: now.timeIntervalSince(time.date))
        let found = try await caller.excerpt("/comics", "dateDescriptor=thisWeek")
        #expect(try await caller.excerpt("/comics", "dateRange=\(days)") == found && found.total > 0)
    }
}
