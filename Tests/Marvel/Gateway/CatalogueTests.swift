import EndpointKit
import Testing

@testable import MarvelGateway

/// What no catalogue may contradict, on whichever day it is generated: for each rule, each resource of the kinds that it is about.
@Suite struct CatalogueTests {
    /// A resource, and what clients get of it.
    struct Entry: Sendable {
        let kind: Kind
        let place: Int
        let json: JSON
        let library: Library

        func text(_ name: String) -> String { json.text(name) }
        func int(_ name: String) -> Int { json[name]?.int ?? -1 }
        /// The places of all related resources of a kind.
        func links(_ other: Kind) -> [Int] { library.catalogue[kind][place].links[other] ?? [] }
        func related(_ other: Kind) -> [Entry] { links(other).compactMap { library.entry(other, $0) } }
        /// What a member names; nil for nothing, or for what isn't there under this name.
        func named(_ member: String, _ kind: Kind) -> Entry? { library.entry(json[member], kind) }
        func all(_ member: String, _ kind: Kind) -> [Entry?] { (json[member]?.array ?? []).map { library.entry($0, kind) } }

        /// The date of a member; nil for none that is known.
        func date(_ name: String) -> Double? { JSON.knownDate(text(name)) }
        /// The date of a type, of a comic.
        func date(of type: String) -> Double? {
            JSON.knownDate(json["dates"]?.array?.first { $0.text("type") == type }?.text("date") ?? "")
        }
        var sale: Double? { date(of: "onsaleDate") }
        var numbers: ClosedRange<Int> { int("startYear")...int("endYear") }
    }

    /// The catalogue of a day.
    final class Library: Sendable {
        let date: String
        let catalogue: Catalogue
        private let json: [Kind: [JSON]]
        /// How often each code of a comic is there.
        let codes: [String: Int]

        init(_ date: String) throws {
            self.date = date
            let catalogue = Catalogue.of(try #require(ISO8601.date(from: date)))
            let writer = ResourceWriter(catalogue, imageOrigin: "http://images.test")
            self.catalogue = catalogue
            json = Dictionary(
                uniqueKeysWithValues: Kind.allCases.map { kind in
                    (kind, catalogue[kind].map { writer.json($0, kind, at: "http://api.test") })
                })
            let codes = (json[.comics] ?? []).flatMap { comic in Self.codes.map { "\($0) \(comic[$0]?.text ?? "")" } }
            self.codes = Dictionary(codes.map { ($0, 1) }, uniquingKeysWith: +)
        }

        static let codes = ["upc", "isbn", "ean", "diamondCode", "digitalId"]

        /// The day of the other tests, the first one of a year, and a Sunday in a leap year.
        static let days = ["2026-01-01", "2032-02-29"]
        static let all = Result { try days.map(Library.init) }

        func digests() throws -> [String] {
            try Kind.allCases.map { kind in
                try JSON.array(json[kind] ?? []).data().withUnsafeBytes { MD5.hexDigest(of: $0) }
            }
        }

        func entry(_ kind: Kind, _ place: Int) -> Entry? {
            json[kind].map { Entry(kind: kind, place: place, json: $0[place], library: self) }
        }

        func entry(_ summary: JSON?, _ kind: Kind) -> Entry? {
            guard let id = summary?.text("resourceURI").split(separator: "/").last.flatMap({ Int($0) }),
                let place = catalogue.place(of: id, in: kind), let found = entry(kind, place),
                summary?["resourceURI"] == found.json["resourceURI"], summary?.text("name") == catalogue[kind][place].name
            else { return nil }
            return found
        }
    }

    struct Rule: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let kinds: [Kind]
        let holds: @Sendable (Entry) -> Bool

        init(_ name: String, _ kinds: Kind..., holds: @escaping @Sendable (Entry) -> Bool) {
            testDescription = name
            self.kinds = kinds.isEmpty ? Kind.allCases : kinds
            self.holds = holds
        }
    }

    private static let relations = [
        Rule("a relation is mutual") { own in
            Kind.allCases.allSatisfy { other in
                let related = own.related(other)
                return own.links(other) == Set(own.links(other)).sorted() && related.allSatisfy { $0.links(own.kind).contains(own.place) }
            }
        },
        Rule("two resources are related if they share a story, and only then", .characters, .comics, .creators, .events, .series) { own in
            let stories = own.related(.stories)
            return Kind.allCases.allSatisfy { other in
                [own.kind, .stories].contains(other) || Set(own.links(other)) == Set(stories.flatMap { $0.links(other) })
            }
        },
        Rule("a list says how long it is, and names the first 20 of it in order") { own in
            own.kind.lists.allSatisfy { list in
                let (said, links) = (own.json[list.rawValue], own.links(list))
                let named = said?["items"]?.array?.map { own.library.entry($0, list)?.place }
                return said?["available"] == JSON(links.count) && said?["returned"] == JSON(min(20, links.count))
                    && named == Array(links.prefix(20)) && said?.text("collectionURI") == "\(own.text("resourceURI"))/\(list)"
            }
        },
        Rule("an id and an address name one resource") { own in
            own.text("resourceURI") == "http://api.test/v1/public/\(own.kind)/\(own.int("id"))"
                && own.library.catalogue.place(of: own.int("id"), in: own.kind) == own.place
        },
        Rule("next and previous lead forth and back, and follow in time", .events, .series) { own in
            [("next", "previous"), ("previous", "next")].allSatisfy { there, back in
                guard own.json[there]?.isNull == false else { return true }
                guard let other = own.named(there, own.kind), other.named(back, own.kind)?.place == own.place else { return false }
                let (first, second) = there == "next" ? (own, other) : (other, own)
                return own.kind == .series
                    ? first.int("endYear") < second.int("startYear")
                    : isInOrder(first.date("end") ?? first.date("start"), second.date("start"))
            }
        },
        Rule("a variant is one of its issue, on the same day", .comics) { comic in
            comic.all("variants", .comics).allSatisfy { other in
                guard let other else { return false }
                return other.all("variants", .comics).contains { $0?.place == comic.place } && other.json["series"] == comic.json["series"]
                    && other.json["issueNumber"] == comic.json["issueNumber"]
                    && other.text("variantDescription").isEmpty != comic.text("variantDescription").isEmpty
                    && isInOrder(comic.sale, other.sale) && isInOrder(other.sale, comic.sale)
            }
        },
        Rule("a collection names its issues, they name it, and it comes after them", .comics) { comic in
            comic.all("collections", .comics).allSatisfy {
                $0?.all("collectedIssues", .comics).contains { $0?.place == comic.place } == true
            }
                && comic.all("collectedIssues", .comics).allSatisfy { issue in
                    guard let issue else { return false }
                    return issue.all("collections", .comics).contains { $0?.place == comic.place }
                        && issue.json["series"] == comic.json["series"] && isInOrder(issue.sale, comic.sale)
                }
        },
        Rule("a comic and its stories are of one series, and a creator has one role in them", .comics) { comic in
            let creators = comic.json["creators"]?["items"]?.array ?? []
            return comic.related(.stories).allSatisfy { story in
                story.json["series"]?["items"] == [comic.json["series"] ?? .null]
                    && (story.json["creators"]?["items"]?.array ?? []).allSatisfy { creator in
                        creators.allSatisfy { $0["resourceURI"] != creator["resourceURI"] || $0 == creator }
                    }
            }
        },
    ]

    private static let times = [
        Rule("nothing has changed after today, or before there was anything of it") { own in
            guard let modified = own.date("modified") else { return true }
            let comic = own.kind == .stories ? own.named("originalIssue", .comics) : own
            return isInOrder(modified, JSON.knownDate(own.library.date)) && isInOrder(comic?.date(of: "focDate"), modified)
                && isInOrder(own.date("start"), modified) && own.int("startYear") <= calendarYear(modified)
        },
        Rule("a comic can be ordered before it is sold, in the years of its series", .comics) { comic in
            guard let sale = comic.sale, let series = comic.named("series", .series) else { return comic.sale == nil }
            return isInOrder(comic.date(of: "focDate"), sale) && series.numbers.contains(calendarYear(sale))
        },
        Rule("a series has the years of its title, the comics that name it, and its numbers one after the other", .series) { series in
            let (years, comics) = (series.numbers, series.related(.comics))
            let issues = comics.filter { $0.sale != nil && $0.int("issueNumber") > 0 }.sorted {
                $0.int("issueNumber") < $1.int("issueNumber")
            }
            let count = Set(comics.map { $0.int("issueNumber") }).count { $0 > 0 }
            return series.text("title").hasSuffix(
                years.count == 1 ? " (\(years.lowerBound))" : " (\(years.lowerBound) - \(years.upperBound))")
                && comics.allSatisfy { $0.named("series", .series)?.place == series.place }
                && zip(issues, issues.dropFirst()).allSatisfy { isInOrder($0.sale, $1.sale) }
                && ["", "\(count) numbers, begun in \(years.lowerBound)."].contains(series.text("description"))
        },
        Rule("an event has comics, which are sold between its start and its end", .events) { event in
            let comics = event.related(.comics)
            return !comics.isEmpty && isInOrder(event.date("start"), event.date("end"))
                && comics.allSatisfy { comic in
                    let isCollection = comic.json["collectedIssues"]?.array?.isEmpty == false
                    // The dates of events have no offset.
                    return isInOrder(event.date("start"), comic.sale)
                        && (isCollection || isInOrder(comic.sale, event.date("end").map { $0 + 86_400 }))
                }
        },
        Rule("a story first appeared in the earliest of its comics", .stories) { story in
            guard let first = story.named("originalIssue", .comics), story.links(.comics).contains(first.place) else { return false }
            return story.related(.comics).allSatisfy { isInOrder(first.sale, $0.sale) }
        },
    ]

    private static let names = [
        Rule("a code belongs to one comic, and an ISSN to one series", .comics) { comic in
            Library.codes.allSatisfy { name in
                let code = comic.json[name]?.text ?? ""
                return ["", "0"].contains(code) || comic.library.codes["\(name) \(code)"] == 1
            } && comic.named("series", .series)?.related(.comics).first?.json["issn"] == comic.json["issn"]
        },
        Rule("a full name has the parts of the name", .creators) { creator in
            let names = ["firstName", "middleName", "lastName"].map { creator.text($0) }.filter { !$0.isEmpty }.joined(separator: " ")
            return creator.text("fullName") == (creator.text("suffix").isEmpty ? names : "\(names), \(creator.text("suffix"))")
        },
        Rule("a comic's pictures are the main one, if there is one", .comics) { comic in
            let main = comic.json["thumbnail"] ?? .null
            return comic.json["images"] == (main.text("path").hasSuffix("/image_not_available") ? [] : [main])
        },
    ]

    /// Any difference, also an order that changes between processes, changes all entity tags.
    @Test func `the catalogue of a day is the same in each run`() throws {
        let known = [
            "92f44380616fe4a2b436b582a8ab4b3e",
            "905abc0f6dae9b78aba095f95ec77e99",
            "60744cd55bb35cd8edd60d6b5e7866cd",
            "9a7e14653515301c27fabd2932e50913",
            "5a3a434f277a9dcb395fa0ae7ea039aa",
            "73de11a565588fcbc2622a05b6f313de",
        ]
        let digests = try Library.all.get()[0].digests()
        #expect(digests == known)
    }

    @Test(arguments: relations.map { ($0, 1) } + names.map { ($0, 1) } + times.map { ($0, 2) })
    func `nothing in it contradicts itself`(rule: Rule, dayCount: Int) throws {
        for library in try Library.all.get().prefix(dayCount) {
            for kind in rule.kinds {
                for place in library.catalogue[kind].indices {
                    let entry = try #require(library.entry(kind, place))
                    if !rule.holds(entry) { Issue.record("\(library.date): \(kind) \(entry.int("id"))") }
                }
            }
        }
    }
}

/// Whether the second isn't before the first. What isn't known contradicts nothing.
private func isInOrder(_ first: Double?, _ second: Double?) -> Bool {
    guard let first, let second else { return true }
    return first <= second
}

private func calendarYear(_ seconds: Double) -> Int { Int(year(of: Int(seconds / 86_400))) ?? 0 }

extension JSON {
    fileprivate static func knownDate(_ text: String) -> Double? {
        text.hasPrefix("-") ? nil : ISO8601.date(from: text)?.timeIntervalSince1970
    }
}
