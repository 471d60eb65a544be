import CommandLineProgram
import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@testable import marvel

@Suite struct MarvelListTests {
    /// A list of `total` elements in pages of two, whose second element can't be read. `answers` replace the pages at their offsets.
    private func service(_ total: Int, _ answers: [String: HTTPResponse] = [:]) throws -> RecordingServer {
        try RecordingServer { request in
            let offset = Int(request.query["offset"] ?? "") ?? 0
            if let answer = answers["\(offset)"] { return answer }
            let results = (offset..<min(offset + 2, total)).map { $0 == 1 ? "4" : Fixture.character(id: $0 + 1) }
            return HTTPResponse(body: Data(Fixture.page(results, offset: offset, total: total).utf8))
        }
    }

    private func ids(_ document: JSON) -> [Int] { (document["results"]?.array ?? []).compactMap { $0["id"]?.int } }

    @Test func `a page is a table, and the reports end with the attribution`() async throws {
        let server = try Fixture.service(Fixture.character(id: 7), "4", Fixture.character(id: 12), total: 90)
        let terminal = await Terminal.run(["characters"], against: server.url, expecting: .ok)
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

    @Test(arguments: [(7, 0), (40, 3)])
    func `--all gives each element once, whatever the pages`(limit: Int, prefetch: Int) async throws {
        let terminal = Terminal()
        let arguments = ["characters", "--all", "--output=json", "--limit=\(limit)", "--prefetch=\(prefetch)"]
        #expect(await terminal.run(arguments, against: try GatewayCaller.url) == .ok)
        let ids = ids(terminal.json)
        #expect(try ids == Library.ids("characters") && terminal.json["total"] == JSON(ids.count))
        #expect(terminal.json["limit"] == JSON(limit) && terminal.json["leftOut"] == [])
        #expect(terminal.reports.isEmpty && terminal.statuses.isEmpty)
    }

    @Test func `ndjson is a line for each element, and the attribution is a note`() async throws {
        let (terminal, server) = (Terminal(), try service(5))
        #expect(await terminal.run(["characters", "--all", "--output", "ndjson"], against: server.url) == .ok)
        let lines = try terminal.data.split(separator: "\n").map { try JSON(parsing: String($0))["id"]?.int }
        #expect(lines == [1, 3, 4, 5] && terminal.data.hasSuffix("}\n"))
        #expect(server.requests.allSatisfy { $0.query["limit"] == "100" }, "The largest pages cost the fewest calls.")
        let notes = try terminal.reports.map { try JSON(parsing: $0)["note"]?.string ?? "" }
        #expect(notes.first == "4 of 5 characters, without 1 that could not be read." && notes.last == "Data by the fixture")
        #expect(notes.contains { $0.hasPrefix("marvel: left out: index 1, data.results[1]: ") })
        for arguments in [["characters"], ["character", "1"]] {
            let (terminal, server) = (Terminal(), try service(1))
            #expect(await terminal.run(arguments + ["--output=ndjson"], against: server.url) == .ok)
            #expect(terminal.json["id"] == 1 && terminal.reports.last == #"{"note":"Data by the fixture"}"#)
        }
    }

    @Test(arguments: [(1, [1], 1), (3, [1, 3, 4], 2), (4, [1, 3, 4, 5], 3), (9, [1, 3, 4, 5, 6, 7], 4)])
    func `--max-items limits the elements, and the pages that are loaded`(maxItems: Int, expected: [Int], calls: Int) async throws {
        let (terminal, server) = (Terminal(), try service(7))
        #expect(await terminal.run(["characters", "--all", "--output", "json", "--max-items", "\(maxItems)"], against: server.url) == .ok)
        #expect(ids(terminal.json) == expected && server.requests.count == calls)
        #expect(terminal.json["leftOut"]?.array?.map { $0["index"] } == [1])
    }

    @Test(arguments: [(HTTPResponse(status: 429), ExitCode.quota), (HTTPResponse(body: Data("{".utf8)), .decoding)])
    func `a page that fails leaves the document without an end, after the elements that came`(
        answer: HTTPResponse, code: ExitCode
    ) async throws {
        let (terminal, server) = (Terminal(), try service(7, ["4": answer]))
        #expect(await terminal.run(["characters", "--all", "--output=json"], against: server.url) == code)
        let ended = try JSON(parsing: terminal.data + "]}")
        #expect(terminal.json.isNull && ids(ended) == [1, 3, 4])
        #expect(terminal.reports.count == 1 && terminal.reports.first?.hasPrefix("{\"error\":{\"kind\":\"\(code)\",") == true)
    }

    @Test(
        arguments: [
            (["--all", "--limit=2"], 0, 2, "id\n1\n2\n"), (["--all", "--limit=2", "--prefetch=2"], 0, 2, "id\n1\n2\n"),
            (["--offset=4"], 0, 4, ""), ([], -100, 0, ""), ([], 100, 0, ""),
        ] as [([String], Int, Int, String)])
    func `a page at another offset is refused`(options: [String], offset: Int, asked: Int, data: String) async throws {
        let page = Fixture.page([Fixture.character(id: 1), Fixture.character(id: 2)], offset: offset, total: 7)
        let (terminal, server) = (Terminal(), try Fixture.service { _ in page })
        #expect(await terminal.run(["characters", "--output=csv", "--fields=id"] + options, against: server.url) == .service)
        #expect(terminal.data == data)
        #expect(terminal.reports.last == "marvel: The service sent the page at offset \(offset) instead of the one at offset \(asked).")
    }

    @Test(arguments: [(0, 20), (2, 1), (1, Int.max), (1, -1)], [["characters"], ["characters", "--all"]])
    func `a page whose count isn't that of its elements is refused`(page: (sent: Int, count: Int), arguments: [String]) async throws {
        let results = (0..<page.sent).map { Fixture.character(id: $0 + 1) }.joined(separator: ",")
        let data = #"{"offset": 0, "limit": 20, "total": 50, "count": \#(page.count), "results": [\#(results)]}"#
        let (terminal, server) = (Terminal(), try Fixture.service { _ in Fixture.envelope(data: data) })
        #expect(await terminal.run(arguments, against: server.url) == .service)
        #expect(terminal.reports == ["marvel: The service says that the page has \(page.count) elements, and sent \(page.sent)."])
        #expect(terminal.data.isEmpty)
    }

    @Test(arguments: [[], ["--all"]])
    func `an empty list says so, and is a document in JSON`(options: [String]) async throws {
        let server = try Fixture.service()
        let (table, json) = (Terminal(), Terminal())
        #expect(await table.run(["comics"] + options, against: server.url) == .ok)
        #expect(table.reports == ["No comics.", "Data by the fixture"])
        #expect(await json.run(["comics", "--output=json"] + options, against: server.url) == .ok)
        #expect(json.json["results"] == [])
    }

    @Test(
        arguments: [([], [:], 0), (["--max-items=2"], [:], 0), (["--limit=9"], ["2": HTTPResponse(status: 400)], 70)]
            as [(
                [String], [String: HTTPResponse], Int32
            )])
    func `progress doesn't erase JSON on the same terminal`(options: [String], answers: [String: HTTPResponse], code: Int32) async throws {
        let (terminal, server) = (Terminal(columns: 40, outputColumns: 40), try service(3, answers))
        #expect(await terminal.run(["characters", "--all", "--output", "json"] + options, against: server.url).rawValue == code)
        #expect(terminal.statuses.isEmpty && terminal.data.hasSuffix("}\n"))
    }

    @Test func `log lines take the place of the progress`() async throws {
        let (terminal, server) = (Terminal(columns: 40), try service(3))
        #expect(await terminal.run(["characters", "--all"], against: server.url, environment: ["MARVEL_LOG_LEVEL": "calls"]) == .ok)
        #expect(terminal.statuses.isEmpty)
    }

    @Test func `a reader that is gone ends the list without an error or another call`() async throws {
        let (terminal, server) = (Terminal(readerIsGone: true, columns: 40), try service(7))
        #expect(await terminal.run(["characters", "--all"], against: server.url) == .ok)
        #expect(server.requests.count == 1 && terminal.statuses.last == "\r\u{1B}[K")
        #expect(terminal.reports.last == "Data by the fixture" && !terminal.reports.contains { $0.hasPrefix("marvel: The ") })
    }
}
