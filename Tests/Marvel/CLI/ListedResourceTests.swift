import CommandLineProgram
import EndpointKit
import MarvelAPI
import TestSupport
import Testing

@testable import marvel

@Suite struct ListedResourceTests {
    private func document(_ arguments: [String]) async throws -> JSON {
        let terminal = Terminal()
        let code = await terminal.run(arguments + ["--output", "json"], against: try GatewayCaller.url)
        try #require(code == .ok, "\(arguments): \(terminal.reports)")
        return terminal.json
    }

    @Test(arguments: Marvel.resources.map { [$0.name, $0.singular] })
    func `each endpoint has its command: a list, one by its id, and the lists of that one`(words: [String]) async throws {
        let (name, lists) = (words[0], Documented.sublists.first { $0.key == words[0] }?.value ?? [])
        #expect(Marvel.program.root.commands.first { $0.name == name }?.commands.map(\.name) == lists)
        let list = try await document([name, "--limit", "2"])
        let id = try #require(list["results"]?[0]?["id"]?.int)
        #expect(list["results"]?.array?.count == 2 && list["limit"] == 2)
        for word in words { #expect(try await document([word, "\(id)"]) == list["results"]?[0]) }
        let one = try await document([name, "\(id)"])
        for child in lists {
            let related = try await document([name, "\(id)", child, "--limit", "1"])
            // The resource says how many there are.
            #expect(one[child]?["available"] == nil || one[child]?["available"] == related["total"], "\(name) \(id) \(child)")
            guard let element = related["results"]?[0] else { continue }
            #expect(try await document([child, "\(element["id"]?.int ?? 0)"]) == element)
        }
        let image = await Terminal().run(["image", "\(id)", "--of", words[1], "-o", "-"], against: try GatewayCaller.url)
        #expect(image == (one["thumbnail"] == nil ? .notFound : .ok))
    }

    @Test(arguments: MarvelEndpointTests.table)
    func `each parameter of a list is an option, and its value reaches the service`(row: MarvelEndpointTests.Row) async throws {
        var arguments = [row.name]
        var expected: [String: String] = [:]
        for (names, samples) in row.parameters {
            for name in names.split(separator: " ").map(String.init) {
                let option = name.reduce("") { $0 + ($1.isUppercase ? "-\($1.lowercased())" : "\($1)") }
                expected[name] = Query(encoded: "value=\(samples.last?.sent ?? "")")["value"]
                arguments.append("--\(option)=\(expected[name] ?? "")")
            }
        }
        let server = try Fixture.service()
        #expect(await Terminal().run(arguments, against: server.url) == .ok)
        let request = try #require(server.requests.first)
        #expect(request.path.encoded == "/v1/public/\(row.name)")
        for (name, value) in expected { #expect(request.query.values(for: name) == [value]) }
        #expect(Set(request.query.map(\.name)) == Set(expected.keys).union(["limit", "offset", "ts", "apikey", "hash"]))
    }

    @Test(
        arguments: [
            (["comics", "--has-digital-issue"], ["noVariants": nil, "hasDigitalIssue": "true", "limit": "20", "offset": "0"]),
            (["characters", "--order-by", "name,-modified", "--limit=7"], ["orderBy": "name,-modified", "limit": "7"]),
            (["series", "--contains=COMIC", "--series-type", "One Shot"], ["contains": "comic", "seriesType": "one shot"]),
            (["events", "7", "creators", "--order-by=-suffix,lastName"], ["orderBy": "-suffix,lastName"]),
            (["characters", "--name-starts-with", "#O & Co"], ["nameStartsWith": "#O & Co"]),
        ] as [([String], [String: String?])])
    func `a flag needs no value, an order has several keys, and a word any case`(arguments: [String], query: [String: String?]) async throws
    {
        let server = try Fixture.service()
        #expect(await Terminal().run(arguments, against: server.url) == .ok)
        for (name, value) in query { #expect(server.requests.first?.query[name] == value) }
    }

    @Test(arguments: MarvelResourceTests.table)
    func `each field and each member of a resource can be picked of its JSON`(row: MarvelResourceTests.Row) throws {
        func names<Resource: ListedResource>(_ type: Resource.Type) -> (fields: [String], members: [String]) {
            (Resource.fields.map(\.name), Resource.members)
        }
        let type = try #require(Marvel.resources.first { $0.name == row.name })
        let (fields, members) = names(type)
        #expect(Set(members).isDisjoint(with: fields))
        #expect(Set(row.fields.split(separator: " ").map(String.init)).subtracting(fields) == Set(members))
    }

    @Test(arguments: [["comics"], ["comic", "21"], ["comics", "21"]])
    func `JSON holds the whole resource, in a list and by itself`(arguments: [String]) async throws {
        let server = try Fixture.service(Fixture.comic)
        let terminal = await Terminal.run(arguments + ["--output", "json"], against: server.url, expecting: .ok)
        let comic = try #require(arguments == ["comics"] ? terminal.json["results"]?[0] : terminal.json)
        let model = try JSONDecoder().decode(Comic.self, from: Data(Fixture.comic.utf8))
        #expect(comic == (try JSON(parsing: JSONEncoder().encode(model))))
        // As README says: codes are texts, and unknown values are left out.
        #expect(comic["isbn"] == "785110283" && comic["ean"] == "0" && comic["description"] == nil && comic["thumbnail"] == nil)
        // A document of one resource has no place for the attribution.
        #expect(terminal.reports == (arguments == ["comics"] ? [] : [#"{"note":"Data by the fixture"}"#]))
    }

    @Test func `HTML is words for people, and unchanged for other programs`() async throws {
        let html = "Cloak &amp; <i>Dagger</i>&#8217;s #1"
        let server = try Fixture.service(
            Fixture.comic.replacing("First #1", with: html).replacing(
                "null, \"mod", with: "\"a<BR/>b<p class='x'>c &lt; d &unknown;\", \"mod"))
        for (arguments, text) in [
            (
                ["comic", "21", "--fields", "title,description,isbn,upc"],
                "Title        Cloak & Dagger’s #1\nDescription  a b c < d &unknown;\nISBN         785110283\nUPC          -\n"
            ),
            (["comics", "--fields", "title"], "TITLE\nCloak & Dagger’s #1\n"),
            (["comics", "--fields", "title", "--output=csv"], "title\n\(html)\n"),
            (["comics", "--fields", "title", "--output=ndjson"], "{\"title\":\"\(html)\"}\n"),
        ] {
            let terminal = await Terminal.run(arguments, against: server.url, expecting: .ok)
            #expect(terminal.data == text)
        }
    }
}
