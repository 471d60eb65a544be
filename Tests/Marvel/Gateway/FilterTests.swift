import EndpointKit
import Foundation
import Testing

@testable import MarvelGateway

/// Filters and orders, against the same done to the whole list.
@Suite struct FilterTests {
    struct Filtered: CustomTestStringConvertible {
        var kind: String
        var query: String
        var holds: @Sendable (JSON) -> Bool
        var testDescription: String { "\(kind)?\(query)" }

        init(_ kind: String, _ query: String, _ holds: @escaping @Sendable (JSON) -> Bool) {
            self.kind = kind
            self.query = query
            self.holds = holds
        }
    }

    private static let collected: [JSON] = ["Trade Paperback", "Hardcover", "Graphic Novel", "Digest"]
    private static let comics: [Filtered] = [
        Filtered("comics", "format=comic") { $0["format"] == "Comic" },
        Filtered("comics", "format=trade%20paperback") { $0["format"] == "Trade Paperback" },
        Filtered("comics", "format=digital%20comic") { $0["format"] == "Digital Comic" },
        Filtered("comics", "formatType=collection") { collected.contains($0["format"] ?? .null) },
        Filtered("comics", "formatType=comic") { !collected.contains($0["format"] ?? .null) },
        Filtered("comics", "noVariants=true") { $0["variantDescription"] == "" },
        Filtered("comics", "dateRange=2000-01-01,2009-12-31") { ("2000"..."2009").contains($0.date("onsaleDate").prefix(4)) },
        // The time of day doesn't matter: a comic is sold on a day.
        Filtered("comics", "dateRange=2019-01-01T09:30:00Z,2021-10-12T23:59:59Z") {
            ("2019-01-01"..."2021-10-12").contains($0.date("onsaleDate").prefix(10))
        },
        Filtered("comics", "title=static%20%26%20thunder") { $0.seriesTitle == "Static & Thunder" },
        Filtered("comics", "titleStartsWith=THE%20") { $0.seriesTitle.hasPrefix("The ") },
        Filtered("comics", "startYear=2000") { $0["series"]?.text("name").contains("(2000") == true },
        Filtered("comics", "issueNumber=3") { $0["issueNumber"] == 3 },
        Filtered("comics", "issueNumber=0.5") { $0["issueNumber"] == 0.5 },
        Filtered("comics", "diamondCode=0&ean=0") { $0["diamondCode"] == 0 && $0["ean"] == 0 },
        Filtered("comics", "issn=0") { $0["issn"] == 0 },
        Filtered("comics", "hasDigitalIssue=true") { $0["digitalId"] != 0 },
        Filtered("comics", "hasDigitalIssue=false") { $0["digitalId"] == 0 },
        Filtered("comics", "format=comic&hasDigitalIssue=true&issueNumber=2") {
            $0["format"] == "Comic" && $0["digitalId"] != 0 && $0["issueNumber"] == 2
        },
    ]

    private static let others: [Filtered] = [
        Filtered("characters", "name=iron%20man") { $0["name"] == "Iron Man" },
        Filtered("characters", "name=Ara%C3%B1a") { $0["name"] == "Araña" },
        Filtered("characters", "nameStartsWith=SPIDER") { $0.text("name").hasPrefix("Spider-") },
        Filtered("creators", "firstName=%23O") { $0["fullName"] == "#O" },
        Filtered("creators", "middleName=quill") { $0["middleName"] == "Quill" },
        Filtered("creators", "lastName=vance") { $0["lastName"] == "Vance" },
        Filtered("creators", "suffix=jr.") { $0["suffix"] == "Jr." },
        Filtered("creators", "nameStartsWith=ada%20v") { $0.text("fullName").hasPrefix("Ada V") },
        Filtered("creators", "firstNameStartsWith=p") { $0.text("firstName").hasPrefix("P") },
        Filtered("creators", "middleNameStartsWith=k") { $0.text("middleName").hasPrefix("K") },
        Filtered("creators", "lastNameStartsWith=ha") { $0.text("lastName").hasPrefix("Ha") },
        Filtered("events", "name=nine%20bells") { $0["title"] == "Nine Bells" },
        Filtered("events", "nameStartsWith=the") { $0.text("title").hasPrefix("The") },
        Filtered("series", "title=half%20a%20map") { $0["title"] == "Half a Map (2000)" },
        Filtered("series", "titleStartsWith=collected") { $0.text("title").hasPrefix("Collected") },
        Filtered("series", "startYear=2012") { $0["startYear"] == 2012 },
        Filtered("series", "seriesType=limited") { $0["type"] == "limited" },
        Filtered("series", "seriesType=one%20shot") { $0["type"] == "one shot" },
    ]

    private static let since: [Filtered] = Documented.nouns.keys.sorted().map { kind in
        Filtered(kind, "modifiedSince=2014-04-29T14:18:17.250%2B02:00") { $0.seconds("modified") >= 1_398_773_897.25 }
    }

    @Test(arguments: comics + others + since)
    func `a filter keeps those that it names, and all of them`(filter: Filtered) async throws {
        let whole = try await Documented.whole(filter.kind)
        let expected = whole.filter(filter.holds).map(\.id)
        #expect(try await GatewayCaller.shared().excerpt("/\(filter.kind)", filter.query) == .init(expected))
        #expect(!expected.isEmpty && expected.count < whole.count)
    }

    @Test func `every text of a comic finds it again`() async throws {
        let caller = try GatewayCaller.shared()
        let comics = try await Documented.whole("comics")
        for name in ["isbn", "upc", "ean", "issn", "diamondCode", "digitalId"] {
            let comic = try #require(comics.first { !["", "0", nil].contains($0[name].map { $0.string ?? $0.description }) })
            let value = try #require(comic[name])
            let query = Query(dictionaryLiteral: (name, value.string ?? value.description)).encoded
            #expect(try await caller.excerpt("/comics", query) == .init(comics.filter { $0[name] == value }.map(\.id)))
        }
    }

    @Test(arguments: Documented.sublists.map { $0 })
    func `a filter by id finds those that are related to any of them`(kind: String, lists: [String]) async throws {
        let caller = try GatewayCaller.shared()
        let catalogue = Catalogue.of(GatewayCaller.newYear2026)
        let kind = try #require(Kind(rawValue: kind))
        for other in try (lists + (kind == .comics ? ["series"] : [])).map({ try #require(Kind(rawValue: $0)) }) {
            let some = [0, 1, catalogue[other].count / 2, catalogue[other].count - 1]
            let expected = catalogue[kind].filter { resource in some.contains { resource.links[other]?.contains($0) == true } }.map(\.id)
            let ids = some.map { "\(catalogue[other][$0].id)" }.joined(separator: ",") + ",999999"
            #expect(try await caller.excerpt("/\(kind)", "\(other)=\(ids)") == .init(expected))
            #expect(!expected.isEmpty)
            #expect(try await caller.page("/\(kind)", "\(other)=999999")["total"] == 0)
        }
    }

    @Test(arguments: [("sharedAppearances", Kind.characters), ("collaborators", .creators)])
    func `shared appearances and collaborators are all in the same comic`(name: String, kind: Kind) async throws {
        let caller = try GatewayCaller.shared()
        let catalogue = Catalogue.of(GatewayCaller.newYear2026)
        let pair = try #require(catalogue[.comics][0].links[kind]?.prefix(2))
        let expected = catalogue[.comics].filter { comic in pair.allSatisfy { comic.links[kind]?.contains($0) == true } }.map(\.id)
        let ids = pair.map { "\(catalogue[kind][$0].id)" }
        #expect(try await caller.excerpt("/comics", "\(name)=\(ids.joined(separator: ","))") == .init(expected))
        #expect(pair.count == 2 && expected.contains(70_001))
        #expect(try await caller.page("/comics", "\(name)=\(ids[0]),999999")["total"] == 0)
    }

    @Test func `what a series contains is in its comics`() async throws {
        let caller = try GatewayCaller.shared()
        // Each format that a filter knows is there to be found.
        let formats = [
            "Comic", "Magazine", "Trade Paperback", "Hardcover", "Digest", "Graphic Novel", "Digital Comic", "Infinite Comic",
        ]
        for text in formats {
            let format = text.lowercased().replacing(" ", with: "%20")
            let comics = try await Documented.whole("comics").filter { $0.text("format") == text }
            #expect(!comics.isEmpty, "\(text)")
            let series = Set(comics.map { $0["series"]?["resourceURI"] })
            let expected = try await Documented.whole("series").filter { series.contains($0["resourceURI"]) }.map(\.id)
            #expect(try await caller.excerpt("/series", "contains=\(format)") == .init(expected))
        }
    }

    private static let periods: [(String, ClosedRange<String>)] = [
        ("lastWeek", "2018-08-13"..."2018-08-19"), ("thisWeek", "2018-08-20"..."2018-08-26"), ("nextWeek", "2018-08-27"..."2018-09-02"),
        ("thisMonth", "2018-08-01"..."2018-08-31"),
    ]

    @Test(arguments: periods)
    func `a date descriptor counts from today, and a week is from Monday to Sunday`(
        descriptor: String, days: ClosedRange<String>
    ) async throws {
        // The first and the last second of the week of 20 August 2018.
        for now in [1_534_723_200.0, 1_535_327_999] {
            let caller = try GatewayCaller(now: { Date(timeIntervalSince1970: now) })
            let found = try await caller.all("/comics", "dateDescriptor=\(descriptor)")
            let sold = try await caller.all("/comics", "dateRange=2018-07-01,2018-10-01").filter {
                days.contains("\($0.date("onsaleDate").prefix(10))")
            }
            #expect(found.map(\.id) == sold.map(\.id))
        }
    }

    @Test(arguments: CatalogueTests.Library.days)
    func `on any day comics were sold last week, are sold this one and this month, and will be sold the next`(date: String) async throws {
        let now = try #require(ISO8601.date(from: "\(date)T12:00:00Z"))
        let caller = try GatewayCaller(now: { now })
        for (descriptor, _) in Self.periods {
            #expect(try await caller.page("/comics", "dateDescriptor=\(descriptor)&limit=1")["total"]?.int ?? 0 > 0, "\(descriptor)")
        }
    }

    @Test(arguments: Documented.endpoints.filter { $0.parent != nil })
    func `a sub-list is filtered and sorted as the list is`(endpoint: Documented.Endpoint) async throws {
        let caller = try GatewayCaller.shared()
        let parent = try #require(endpoint.parent)
        let id = Documented.ids[parent] ?? 0
        // Comics have no sub-list of series, but a filter by them.
        let expected = try await caller.excerpt("/\(endpoint.kind)", "\(parent)=\(id)&modifiedSince=2014-01-01&orderBy=-modified")
        #expect(try await caller.excerpt(endpoint.path, "modifiedSince=2014-01-01&orderBy=-modified") == expected)
    }

    // MARK: Orders

    struct Ordered: CustomTestStringConvertible {
        var kind: String
        var name: String
        /// A number, or a text that is compared without regard to case.
        var key: @Sendable (JSON) -> JSON
        var testDescription: String { "\(kind) by \(name)" }

        init(_ kind: String, _ name: String, _ key: (@Sendable (JSON) -> JSON)? = nil) {
            self.kind = kind
            self.name = name
            self.key = key ?? { $0[name] ?? .null }
        }

        /// The ids of all, in this order; equal ones by id.
        func sorted(_ all: [JSON], descending: Bool) -> [Int] {
            let keyed = all.map { element in
                let key = key(element)
                return (number: key.double ?? 0, text: key.string?.lowercased() ?? "", id: element.id ?? 0)
            }
            return keyed.sorted { one, other in
                let (a, b) = descending ? (other, one) : (one, other)
                return (a.number, a.text) == (b.number, b.text) ? one.id < other.id : (a.number, a.text) < (b.number, b.text)
            }.map(\.id)
        }
    }

    private static let orders: [Ordered] =
        Documented.nouns.keys.sorted().map { kind in Ordered(kind, "modified") { JSON($0.seconds("modified")) } } + [
            Ordered("characters", "name"), Ordered("comics", "title"), Ordered("comics", "issueNumber"),
            Ordered("comics", "focDate") { JSON(ISO8601.date(from: $0.date("focDate"))?.timeIntervalSince1970 ?? 0) },
            Ordered("comics", "onsaleDate") { JSON(ISO8601.date(from: $0.date("onsaleDate"))?.timeIntervalSince1970 ?? 0) },
            Ordered("creators", "lastName"), Ordered("creators", "firstName"), Ordered("creators", "middleName"),
            Ordered("creators", "suffix"), Ordered("events", "name") { $0["title"] ?? .null },
            Ordered("events", "startDate") { $0["start"] ?? .null }, Ordered("series", "title"), Ordered("series", "startYear"),
            Ordered("stories", "id"),
        ]

    @Test(arguments: orders)
    func `an order sorts both ways, and equal ones by id`(order: Ordered) async throws {
        let caller = try GatewayCaller.shared()
        let whole = try await Documented.whole(order.kind)
        for (sign, descending) in [("", false), ("-", true)] {
            let expected = order.sorted(whole, descending: descending)
            #expect(try await caller.excerpt("/\(order.kind)", "orderBy=\(sign)\(order.name)") == .init(expected))
        }
    }

    @Test func `a second order decides among equals`() async throws {
        let found = try await GatewayCaller.shared().excerpt("/comics", "orderBy=-issueNumber,title")
        let keyed = try await Documented.whole("comics").map { ($0["issueNumber"]?.double ?? 0, $0.text("title").lowercased(), $0.id ?? 0) }
        let expected = keyed.sorted { $0.0 == $1.0 ? ($0.1, $0.2) < ($1.1, $1.2) : $0.0 > $1.0 }
        #expect(found == .init(expected.map(\.2)))
    }
}

extension JSON {
    /// A comic's date of a type, as it is written.
    fileprivate func date(_ type: String) -> String { self["dates"]?.array?.first { $0.text("type") == type }?.text("date") ?? "" }
    fileprivate func seconds(_ name: String) -> Double { ISO8601.date(from: text(name))?.timeIntervalSince1970 ?? 0 }
    /// Without the years.
    fileprivate var seriesTitle: String { self["series"].map { String($0.text("name").prefix { $0 != "(" }.dropLast()) } ?? "" }
}
