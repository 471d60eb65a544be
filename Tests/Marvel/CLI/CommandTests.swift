import CommandLineProgram
import EndpointKit
import EndpointKitTesting
import Foundation
import MarvelAPI
import Testing

@testable import marvel

@Suite struct CommandTests {
    private func service(_ body: @escaping @Sendable (HTTPRequest) -> String) throws -> LoopbackServer {
        try LoopbackServer { HTTPResponse(body: Data(body($0).utf8)) }
    }

    @Test func `a table is data, and the attribution is its last report`() async throws {
        let server = try service { _ in Fixture.page([Fixture.character(id: 7), "4", Fixture.character(id: 12)], total: 90) }
        let terminal = Terminal()
        #expect(await terminal.run(["characters"], against: server.url) == .ok)
        #expect(
            terminal.data == """
                ID  NAME     COMICS  SERIES  STORIES  EVENTS  MODIFIED
                 7  Hero 7        3       0        1       0  2014-04-29
                12  Hero 12       3       0        1       0  2014-04-29

                """)
        #expect(terminal.reports.first == "Characters 1 to 3 of 90, without 1 that could not be read.")
        #expect(terminal.reports.dropFirst().first?.hasPrefix("marvel: left out: data.results[1]: expected") == true)
        #expect(terminal.reports.last == "Data by the fixture")
    }

    @Test func `with json there is one document, and nothing beside it`() async throws {
        let server = try service { _ in Fixture.page([Fixture.character(id: 7), "4"]) }
        let terminal = Terminal()
        #expect(await terminal.run(["characters", "--output", "json"], against: server.url) == .ok)
        let document = try #require(try JSONSerialization.jsonObject(with: Data(terminal.data.utf8)) as? [String: Any])
        #expect(document["attribution"] as? String == "Data by the fixture")
        #expect((document["results"] as? [[String: Any]])?.first?["modified"] as? String == "2014-04-29T18:18:17Z")
        #expect((document["leftOut"] as? [[String: Any]])?.first?["keyPath"] as? String == "data.results[1]")
        #expect(terminal.reports.isEmpty)
    }

    @Test func `JSON has the whole resource, in a list and by itself`() async throws {
        let server = try service { _ in Fixture.page([Fixture.comic]) }
        for (arguments, path) in [(["comics"], ["results"]), (["comic", "21"], []), (["comics", "21"], [])] {
            let terminal = Terminal()
            #expect(await terminal.run(arguments + ["--output", "json"], against: server.url) == .ok)
            let document = try JSON(parsing: terminal.data)
            let comic = path.isEmpty ? document : try #require(document["results"]?[0])
            let model = try JSONDecoder().decode(Comic.self, from: Data(Fixture.comic.utf8))
            #expect(comic == (try JSON(parsing: JSONEncoder().encode(model))))
            #expect(comic["textObjects"]?[0]?["text"] == "Read<br>this" && comic["creators"]?["items"]?.array?.count == 3)
            // A document about one has no place for it.
            #expect(terminal.reports == (path.isEmpty ? [#"{"note":"Data by the fixture"}"#] : []))
        }
    }

    @Test(arguments: EveryFieldTests.table)
    func `each member of a resource's JSON can be picked, and each field`(row: EveryFieldTests.Row) throws {
        let type = try #require(Marvel.resources.first { $0.name == row.name })
        func names<Resource: ListedResource>(_ type: Resource.Type) -> (fields: [String], members: [String]) {
            (Resource.fields.map(\.name), Resource.members)
        }
        let (fields, members) = names(type)
        #expect(Set(members).isDisjoint(with: fields))
        #expect(Set(row.fields.split(separator: " ").map(String.init)).subtracting(fields) == Set(members))
    }

    /// As README says.
    @Test func `JSON has codes as texts, dates in UTC, and nothing of what isn't known`() async throws {
        let server = try service { _ in Fixture.page([Fixture.comic]) }
        let terminal = Terminal()
        #expect(await terminal.run(["comic", "21", "--output=json"], against: server.url) == .ok)
        let document = try JSON(parsing: terminal.data)
        #expect(document["isbn"] == "785110283" && document["ean"] == "0" && document["description"] == nil && document["thumbnail"] == nil)
        let events = Terminal()
        let event = try service { _ in Fixture.page([Fixture.event]) }
        #expect(await events.run(["event", "8", "--output=json"], against: event.url) == .ok)
        #expect(try JSON(parsing: events.data)["start"]?.string?.hasSuffix("Z") == true)
    }

    @Test func `what is picked of JSON is a member, or else a column`() async throws {
        let server = try service { _ in Fixture.page([Fixture.comic]) }
        let terminal = Terminal()
        let arguments = ["comics", "--output=ndjson", "--fields=price,series,thumbnail,id,onSale,prices"]
        #expect(await terminal.run(arguments, against: server.url) == .ok)
        #expect(
            terminal.data == #"""
                {"price":3,"series":{"name":"First","resourceURI":"http://host/series/4"},"thumbnail":null,"id":21,"onSale":null,\#
                "prices":[{"price":3,"type":"printPrice"},{"price":2.99,"type":"digitalPurchasePrice"}]}

                """#)
    }

    @Test func `people see words in place of HTML, and other programs what the service said`() async throws {
        let server = try service { _ in
            Fixture.page([
                Fixture.comic.replacing("First #1", with: "Cloak &amp; <i>Dagger</i>&#8217;s #1").replacing(
                    "null, \"mod", with: "\"a<BR/>b<p class='x'>c &lt; d &unknown;\", \"mod")
            ])
        }
        let table = Terminal()
        #expect(await table.run(["comic", "21", "--fields", "title,description,isbn,upc"], against: server.url) == .ok)
        #expect(
            table.data == "Title        Cloak & Dagger’s #1\nDescription  a b c < d &unknown;\nISBN         785110283\nUPC          -\n")
        let list = Terminal()
        #expect(await list.run(["comics", "--fields", "title"], against: server.url) == .ok)
        #expect(list.data == "TITLE\nCloak & Dagger’s #1\n")
        for form in ["csv", "json"] {
            let other = Terminal()
            #expect(await other.run(["comics", "--output", form, "--fields", "title"], against: server.url) == .ok)
            #expect(other.data.contains("Cloak &amp; <i>Dagger</i>&#8217;s #1"))
        }
    }

    @Test func `the options are what the service is asked`() async throws {
        let server = try service { Fixture.page([Fixture.character(id: 7, name: $0.query["nameStartsWith"])]) }
        let terminal = Terminal()
        #expect(await terminal.run(["characters", "--name-starts-with", "#O & Co"], against: server.url) == .ok)
        #expect(terminal.data.contains("#O & Co"))
    }

    @Test func `one character is shown whole`() async throws {
        let server = try service { _ in Fixture.page([Fixture.character(id: 7)]) }
        let terminal = Terminal()
        #expect(await terminal.run(["character", "7"], against: server.url) == .ok)
        #expect(
            terminal.data == """
                ID           7
                Name         Hero 7
                Comics       3
                Series       0
                Stories      1
                Events       0
                Modified     2014-04-29
                Description  A line and another
                Image        https://images.test/i/1.jpg
                Links        http://host/1 http://host/2

                """)
        #expect(terminal.reports == ["Data by the fixture"])
    }

    @Test(arguments: [["character", "8"], ["characters", "8", "--output=json"], ["image", "8", "-o", "-"]])
    func `another one than was asked for isn't shown`(arguments: [String]) async throws {
        let server = try service { Fixture.page([Fixture.character(id: 7, image: "\($0.origin)/i/1")]) }
        let terminal = Terminal()
        #expect(await terminal.run(arguments, against: server.url) == .decoding)
        #expect(terminal.data.isEmpty)
        #expect(terminal.reports.first?.contains("The service sent character 7 instead of character 8.") == true)
    }

    @Test(arguments: [("[]", ExitCode.notFound), ("[{}]", .decoding)])
    func `a page without the one character is an error`(results: String, code: ExitCode) async throws {
        let server = try service { _ in
            Fixture.page(results == "[]" ? [] : ["{}"])
        }
        let terminal = Terminal()
        #expect(await terminal.run(["character", "7"], against: server.url) == code)
        #expect(terminal.reports.count == 1)
    }

    @Test func `an image is saved, in place of an older file`() async throws {
        let server = try service { request in
            request.path.encoded == "/i/1/portrait_xlarge.jpg"
                ? "image" : Fixture.page([Fixture.character(id: 7, image: "\(request.origin)/i/1")])
        }
        let file = URL.temporaryDirectory.appending(path: UUID().uuidString)
        try Data("older and longer".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let terminal = Terminal()
        let code = await terminal.run(["image", "7", "--variant", "portrait_xlarge", "-o", file.path], against: server.url)
        #expect(code == .ok)
        #expect(try Data(contentsOf: file) == Data("image".utf8))
        #expect(terminal.data.isEmpty)
        #expect(terminal.reports == ["5 bytes in \(file.path).", "Data by the fixture"])
    }

    @Test(arguments: [
        ("javascript:alert(1)", ExitCode.service, "The service gave no usable address for the image of character 7."),
        ("/images/a", .service, "The service gave no usable address for the image of character 7."),
        ("", .notFound, "There is no image of character 7."), ("ORIGIN/gone", .notFound, "The server answered 404 Not Found."),
    ])
    func `a picture that can't be had is the service's fault, and the resource is shown without it`(
        path: String, code: ExitCode, reason: String
    ) async throws {
        let server = try LoopbackServer { request in
            if request.path.encoded.hasPrefix("/gone") { return HTTPResponse(status: 404) }
            let page = Fixture.page([Fixture.character(id: 7, image: path.replacing("ORIGIN", with: "\(request.origin)"))])
            return HTTPResponse(body: Data(page.utf8))
        }
        let image = Terminal()
        #expect(await image.run(["image", "7", "-o", "/dev/null"], against: server.url) == code)
        #expect(image.reports.first == "marvel: \(reason)")
        let terminal = Terminal(outputColumns: 80)
        let service = ["MARVEL_PUBLIC_KEY": "1234", "MARVEL_PRIVATE_KEY": "abcd", "MARVEL_BASE_URL": server.url.absoluteString]
        let environment = service.merging(["KITTY_WINDOW_ID": "1"]) { $1 }
        #expect(await terminal.run(["character", "7", "--image"], environment: environment) == .ok)
        #expect(terminal.data.contains("Hero 7"))
        #expect(terminal.reports == ["marvel: no picture is shown: \(reason)", "Data by the fixture"])
    }

    @Test func `an image that can't be written says why`() async throws {
        let server = try service { Fixture.page([Fixture.character(id: 7, image: "\($0.origin)/i/1")]) }
        let terminal = Terminal()
        #expect(await terminal.run(["image", "7", "-o", "/no/such/place"], against: server.url) == .file)
        #expect(terminal.reports == ["marvel: /no/such/place could not be written: No such file or directory."])
    }

    @Test func `a reader that is gone ends the program quietly`() async throws {
        let server = try service { _ in Fixture.page([Fixture.character(id: 7)]) }
        let terminal = Terminal(readerIsGone: true)
        #expect(await terminal.run(["characters"], against: server.url) == .ok)
        #expect(!terminal.reports.contains { $0.hasPrefix("marvel:") })
    }

    @Test func `a service that goes away in the middle of its answer is one line`() async throws {
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"code\": 2")
        })
        let terminal = Terminal()
        #expect(await terminal.run(["characters"], against: server.url) == .network)
        #expect(terminal.reports.count == 1)
        #expect(terminal.reports.first?.hasPrefix("marvel: The response of \(server.origin) ended before it was complete") == true)
    }

    @Test(arguments: [("0", [0.2, 0.4]), ("2", [2, 2]), ("3", [])])
    func `a service that is down for long is asked once, and otherwise again`(retryAfter: String, longestWaits: [Double]) async throws {
        let server = try LoopbackServer { _ in HTTPResponse(status: 503, headers: ["Retry-After": retryAfter]) }
        let terminal = Terminal()
        #expect(await terminal.run(["characters"], against: server.url) == .service)
        // What is longer than the program waits by itself is the user's to decide.
        let wait =
            retryAfter == "0"
            ? ""
            : " The service asks to wait \(retryAfter) s; --retry \(longestWaits.count + 1) does so."
        #expect(terminal.reports == ["marvel: The server answered 503 Service Unavailable.\(wait)"])
        #expect(terminal.clock.sleeps.count == longestWaits.count)
        #expect(zip(terminal.clock.sleeps, longestWaits).allSatisfy { $0 <= .seconds($1) })
    }

    @Test func `a service that isn't there is one line`() async throws {
        let port = try RefusingPort()
        let terminal = Terminal()
        #expect(await terminal.run(["characters"], against: port.url) == .network)
        #expect(terminal.reports.count == 1)
    }
}
