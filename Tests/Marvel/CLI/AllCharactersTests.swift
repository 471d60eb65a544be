import CommandLineProgram
import EndpointKit
import EndpointKitTesting
import Foundation
import MarvelGateway
import TestSupport
import Testing

@testable import marvel

@Suite struct AllCharactersTests {
    /// A list of so many, in pages of two; an answer in place of a page where there is one for its offset. The second of page 1 can't be read.
    private func service(
        _ total: Int, _ answers: [String: HTTPResponse] = [:], asked: (@Sendable () -> Void)? = nil
    ) throws -> LoopbackServer {
        try LoopbackServer { request in
            asked?()
            let offset = Int(request.query["offset"] ?? "") ?? 0
            if let answer = answers["\(offset)"] { return answer }
            let results = (offset..<min(offset + 2, total)).map { $0 == 1 ? "4" : Fixture.character(id: $0 + 1) }
            return HTTPResponse(body: Data(Fixture.page(results, offset: offset, total: total).utf8))
        }
    }

    private func document(_ terminal: Terminal) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(terminal.data.utf8)) as? [String: Any])
    }

    private func ids(_ document: [String: Any]) -> [Int] { (document["results"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? Int } }

    @Test(arguments: [1, 7, 100], [0, 3])
    func `the document has each character once, whatever the pages`(limit: Int, prefetch: Int) async throws {
        let gateway = try MarvelGateway(publicKey: "1234", privateKey: "abcd")
        let terminal = Terminal()
        let arguments = ["characters", "--all", "--output=json", "--limit=\(limit)", "--prefetch=\(prefetch)"]
        #expect(await terminal.run(arguments, against: gateway.url) == .ok)
        let document = try document(terminal)
        let ids = ids(document)
        #expect(ids.count == document["total"] as? Int && ids.count > 100 && Set(ids).count == ids.count)
        #expect(document["limit"] as? Int == limit && (document["leftOut"] as? [Any])?.isEmpty == true)
        #expect(terminal.reports.isEmpty && terminal.statuses.isEmpty)
    }

    @Test func `two calls are enough for all of the gateway's characters`() async throws {
        let gateway = try MarvelGateway(publicKey: "1234", privateKey: "abcd", dailyQuota: 2)
        #expect(await Terminal().run(["characters", "--all"], against: gateway.url) == .ok)
        let later = Terminal()
        #expect(await later.run(["characters", "--all", "--output=json"], against: gateway.url) == .quota)
        #expect(later.data.isEmpty, "What fails from the start has no document.")
    }

    @Test func `ndjson is a line for each, and the attribution beside it`() async throws {
        let terminal = Terminal()
        let server = try service(5)
        #expect(await terminal.run(["characters", "--all", "--output", "ndjson"], against: server.url) == .ok)
        let lines = try terminal.data.split(separator: "\n").map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
        #expect(lines.map { $0?["id"] as? Int } == [1, 3, 4, 5])
        #expect(terminal.data.hasSuffix("}\n"))
        let notes = try terminal.reports.map { try JSON(parsing: $0)["note"]?.string ?? "" }
        #expect(notes.first == "4 of 5 characters, without 1 that could not be read." && notes.last == "Data by the fixture")
        #expect(notes.contains { $0.hasPrefix("marvel: left out: index 1, data.results[1]: ") })
    }

    @Test func `ndjson is there for a page and for one character, too`() async throws {
        for arguments in [["characters"], ["character", "1"]] {
            let terminal = Terminal()
            let server = try service(1)
            #expect(await terminal.run(arguments + ["--output=ndjson"], against: server.url) == .ok)
            #expect(try terminal.data.split(separator: "\n").count == 1 && JSON(parsing: terminal.data)["id"] == 1)
            #expect(terminal.reports.last == #"{"note":"Data by the fixture"}"#)
        }
    }

    @Test(arguments: [(1, [1], 1), (3, [1, 3, 4], 2), (4, [1, 3, 4, 5], 3), (9, [1, 3, 4, 5, 6, 7], 4)])
    func `no more come than are wanted, and no page more than that takes`(maxItems: Int, expected: [Int], calls: Int) async throws {
        let count = Counter()
        let server = try service(7) { count.next() }
        let terminal = Terminal()
        let arguments = ["characters", "--all", "--output", "json", "--max-items", "\(maxItems)", "--prefetch", "0"]
        #expect(await terminal.run(arguments, against: server.url) == .ok)
        let document = try document(terminal)
        #expect(ids(document) == expected)
        #expect((document["leftOut"] as? [[String: Any]])?.map { $0["index"] as? Int } == [1])
        #expect(count.count == calls)
    }

    @Test(arguments: [(HTTPResponse(status: 429), ExitCode.quota), (HTTPResponse(body: Data("{".utf8)), .decoding)])
    func `a page that fails leaves the document without an end, and what came stays`(answer: HTTPResponse, code: ExitCode) async throws {
        let terminal = Terminal()
        let server = try service(7, ["4": answer])
        #expect(await terminal.run(["characters", "--all", "--output=json"], against: server.url) == code)
        #expect((try? JSON(parsing: terminal.data)) == nil)
        #expect(try JSON(parsing: terminal.data + "]}")["results"]?.array?.map { $0["id"]?.int } == [1, 3, 4])
        #expect(terminal.reports.count == 1 && terminal.reports.first?.hasPrefix("{\"error\":{\"kind\":\"\(code)\",") == true)
    }

    @Test(arguments: [(["--all", "--limit=2"], 2), (["--all", "--limit=2", "--prefetch=2"], 2), (["--offset=4"], 0)])
    func `nothing is written of a page that wasn't asked for`(options: [String], rows: Int) async throws {
        let first = HTTPResponse(body: Data(Fixture.page([Fixture.character(id: 1), Fixture.character(id: 2)], total: 7).utf8))
        let server = try LoopbackServer { _ in first }
        let terminal = Terminal()
        #expect(await terminal.run(["characters", "--output=csv", "--fields=id"] + options, against: server.url) == .service)
        #expect(terminal.data == (rows == 0 ? "" : "id\n1\n2\n"))
        let asked = rows == 0 ? 4 : 2
        #expect(
            terminal.reports.last == "marvel: The service sent the page at offset 0 instead of the one at offset \(asked).",
            "\(terminal.reports)")
    }

    @Test(arguments: [-100, 100])
    func `another offset than was asked for is refused, a negative one, too`(offset: Int) async throws {
        let page = Fixture.page([Fixture.character(id: 1)], offset: offset, total: 1)
        let server = try LoopbackServer { _ in HTTPResponse(body: Data(page.utf8)) }
        let terminal = Terminal()
        #expect(await terminal.run(["characters"], against: server.url) == .service && terminal.data.isEmpty)
        #expect(terminal.reports == ["marvel: The service sent the page at offset \(offset) instead of the one at offset 0."])
    }

    @Test func `a list without elements is a document, too`() async throws {
        let terminal = Terminal()
        let server = try service(0)
        #expect(await terminal.run(["characters", "--all", "--output=json"], against: server.url) == .ok)
        let document = try document(terminal)
        #expect(ids(document).isEmpty)
    }

    @Test func `a table has one line of titles, and its columns stay where they are`() async throws {
        let terminal = Terminal()
        let server = try service(11)
        #expect(await terminal.run(["characters", "--all"], against: server.url) == .ok)
        let lines = terminal.data.split(separator: "\n")
        #expect(lines.count == 11 && lines.filter { $0.hasPrefix("ID") }.count == 1)
        let ends = Set(lines.map { $0.count })
        #expect(ends == [lines.first { $0.hasSuffix("2014-04-29") }?.count ?? 0, lines[0].count])
    }

    @Test func `progress is shown on a terminal after each page, and is gone at the end`() async throws {
        let terminal = Terminal(columns: 40)
        let server = try service(3)
        #expect(await terminal.run(["characters", "--all", "--output", "ndjson"], against: server.url) == .ok)
        let shown = terminal.statuses.filter { $0.contains(" of 3") }
        let bars = ["[\(String(repeating: "=", count: 20))\(String(repeating: " ", count: 10))]", "[\(String(repeating: "=", count: 30))]"]
        #expect(shown == ["\r\(bars[0]) 2 of 3\u{1B}[K", "\r\(bars[1]) 3 of 3\u{1B}[K"])
        #expect(terminal.statuses.last == "\r\u{1B}[K")
        #expect(!terminal.data.contains("\r") && !terminal.data.contains("\u{1B}"))
    }

    @Test(arguments: [([], 0), (["--max-items=2"], 0), (["--limit=9"], 70)] as [([String], Int32)])
    func `no progress erases the end of a page of JSON on the same terminal`(options: [String], code: Int32) async throws {
        let terminal = Terminal(columns: 40, outputColumns: 40)
        let server = try service(3, code == 0 ? [:] : ["2": HTTPResponse(status: 400)])
        #expect(await terminal.run(["characters", "--all", "--output", "json"] + options, against: server.url).rawValue == code)
        #expect(terminal.statuses.isEmpty && terminal.data.hasSuffix("}\n"))
    }

    @Test(arguments: [(0, 20), (2, 20), (2, 1), (1, Int.max), (1, -1)])
    func `a page with fewer elements than the service says, or with more, is an error`(sent: Int, count: Int) async throws {
        let results = (0..<sent).map { Fixture.character(id: $0 + 1) }
        let page = #"{"offset": 0, "limit": 20, "total": 50, "count": \#(count), "results": [\#(results.joined(separator: ","))]}"#
        let server = try LoopbackServer { _ in HTTPResponse(body: Data(Fixture.envelope(data: page).utf8)) }
        for arguments in [["characters"], ["characters", "--all"]] {
            let terminal = Terminal()
            #expect(await terminal.run(arguments, against: server.url).rawValue == 70)
            let problem = "marvel: The service says that the page has \(count) elements, and sent \(sent)."
            #expect(terminal.reports == [problem] && terminal.data.isEmpty)
        }
    }

    @Test func `log lines that a settings file asks for take the place of the progress`() async throws {
        let server = try service(3)
        let settings = """
            {
              "baseURL": "\(server.url.absoluteString)", "log": { "level": "calls" },
              "authentication": { "type": "bearer", "token": { "env": "TOKEN" } }
            }
            """
        let file = try TemporaryFile(settings.utf8, name: "settings.json")
        let terminal = Terminal(columns: 40)
        #expect(await terminal.run(["characters", "--all", "--config", file.url.path], environment: ["TOKEN": "made-up"]) == .ok)
        #expect(terminal.statuses.isEmpty)
    }

    @Test func `a reader that is gone ends the list without another call`() async throws {
        let count = Counter()
        let server = try service(7) { count.next() }
        let terminal = Terminal(readerIsGone: true, columns: 40)
        #expect(await terminal.run(["characters", "--all"], against: server.url) == .ok)
        #expect(count.count == 1)
        #expect(terminal.statuses.last == "\r\u{1B}[K" && terminal.reports.last == "Data by the fixture")
    }
}
