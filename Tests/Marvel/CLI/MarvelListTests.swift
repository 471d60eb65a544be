import CommandLineProgram
import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct MarvelListTests {
    @Test func `marvel: a list is written in each format, page by page`() async throws {
        try await Session("lists", against: Fixture.stage()).check()
    }

    @Test func `marvel: a list on a terminal shows its progress, and pictures if the terminal can show them`() async throws {
        try await Session("terminal", against: Fixture.stage(), columns: 80).check()
    }

    @Test(arguments: [(7, 0), (40, 3)])
    func `marvel: --all prints each element once, whatever the pages`(limit: Int, prefetch: Int) async throws {
        let terminal = Terminal()
        let arguments = ["characters", "--all", "--output=json", "--limit=\(limit)", "--prefetch=\(prefetch)"]
        #expect(await terminal.run(arguments, against: try GatewayCaller.url) == .ok)
        let ids = (terminal.json["results"]?.array ?? []).compactMap(\.id)
        #expect(try ids == Library.ids("characters") && terminal.json["total"] == JSON(ids.count))
        #expect(terminal.json["limit"] == JSON(limit) && terminal.json["leftOut"] == [])
        #expect(terminal.reports.isEmpty && terminal.statuses.isEmpty)
    }

    @Test(
        arguments: [
            (["--all", "--limit=2"], 0, 2, "id\n1\n2\n"), (["--all", "--limit=2", "--prefetch=2"], 0, 2, "id\n1\n2\n"),
            (["--offset=4"], 0, 4, ""), ([], -100, 0, ""), ([], 100, 0, ""),
        ] as [([String], Int, Int, String)])
    func `marvel: a page at another offset is rejected`(options: [String], offset: Int, asked: Int, data: String) async throws {
        let page = Fixture.page([Fixture.character(id: 1), Fixture.character(id: 2)], offset: offset, total: 7)
        let (terminal, server) = (Terminal(), try Fixture.service { _ in page })
        #expect(await terminal.run(["characters", "--output=csv", "--fields=id"] + options, against: server.url) == .service)
        #expect(terminal.data == data)
        let report = try #require(terminal.reports.last)
        #expect(report.hasPrefix("marvel: The page at http://127.0.0.1:"))
        #expect(report.hasSuffix(" begins at offset \(offset), but offset \(asked) was requested."))
    }

    @Test(
        arguments: [
            (-1, .ok, "3 characters."), (0, .service, "2 characters."), (1, .service, "2 characters."), (3, .ok, "3 of 3 characters."),
        ] as [(Int, ExitCode, String)])
    func `marvel: no line states a wrong total, and --all never loses elements silently`(
        total: Int, code: ExitCode, line: String
    ) async throws {
        let ids = Array(1...3)
        let (terminal, server) = (
            Terminal(),
            try Fixture.service { request in
                let offset = request.query["offset"].flatMap { Int($0) } ?? 0
                let results = ids.dropFirst(offset).prefix(2).map { Fixture.character(id: $0) }
                return Fixture.envelope(
                    data: """
                        {"offset": \(offset), "limit": 2, "total": \(total), "count": \(results.count),
                         "results": [\(results.joined(separator: ","))]}
                        """)
            }
        )
        let arguments = ["characters", "--all", "--limit=2", "--output=csv", "--fields=id"]
        #expect(await terminal.run(arguments, against: server.url) == code)
        #expect(terminal.data == (code == .ok ? "id\n1\n2\n3\n" : "id\n1\n2\n"))
        #expect(terminal.reports.contains(line), "\(terminal.reports)")
    }

    @Test(arguments: [(0, 20), (2, 1), (1, Int.max), (1, -1)], [["characters"], ["characters", "--all"]])
    func `marvel: a page whose count differs from the number of its elements is rejected`(
        page: (sent: Int, count: Int), arguments: [String]
    ) async throws {
        let results = (0..<page.sent).map { Fixture.character(id: $0 + 1) }.joined(separator: ",")
        let data = #"{"offset": 0, "limit": 20, "total": 50, "count": \#(page.count), "results": [\#(results)]}"#
        let (terminal, server) = (Terminal(), try Fixture.service { _ in Fixture.envelope(data: data) })
        #expect(await terminal.run(arguments, against: server.url) == .service)
        #expect(terminal.reports == ["marvel: The service says that the page has \(page.count) elements, and sent \(page.sent)."])
        #expect(terminal.data.isEmpty)
    }

    @Test func `marvel: a reader that has gone ends the list without an error or another call`() async throws {
        let (terminal, server) = (Terminal(readerIsGone: true, columns: 40), try Fixture.stage())
        #expect(await terminal.run(["characters", "--all"], against: server.url) == .ok)
        #expect(server.requests.count == 1 && terminal.statuses.last == "\r\u{1B}[K")
        #expect(terminal.reports.last == "Data by the fixture" && !terminal.reports.contains { $0.hasPrefix("marvel: The ") })
    }
}
