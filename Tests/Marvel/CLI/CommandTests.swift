import CommandLineProgram
import EndpointKit
import EndpointKitTesting
import Foundation
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
        #expect(terminal.reports.first == "Characters 1 to 3 of 90.")
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

    @Test(arguments: [("[]", ExitCode.notFound), ("[{}]", .decoding)])
    func `a page without the one character is an error`(results: String, code: ExitCode) async throws {
        let server = try service { _ in
            Fixture.envelope(data: #"{"offset": 0, "limit": 1, "total": 1, "count": 1, "results": \#(results)}"#)
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
            : " The service asks to wait \(retryAfter) s; --retry \(longestWaits.count + 1) --timeout \(retryAfter)s does."
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
