import CommandLineProgram
import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@testable import marvel

/// The options that say how the service is asked.
@Suite struct CallOptionTests {
    @Test(arguments: [(0, 1), (1, 2), (4, 5)])
    func `a failure that may pass is tried again as often as the user says`(retries: Int, calls: Int) async throws {
        let server = try RecordingServer { _ in HTTPResponse(status: 503) }
        #expect(await Terminal().run(["characters", "--retry", "\(retries)"], against: server.url) == .service)
        #expect(server.requests.count == calls)
    }

    @Test(arguments: [(429, 5, [5]), (503, 5, [5]), (429, 31, [])] as [(Int, Int, [Double])])
    func `--retry waits as long as the service asks, within the timeout`(status: Int, seconds: Int, waits: [Double]) async throws {
        let count = Counter()
        let server = try LoopbackServer { _ in
            count.next() > 1
                ? HTTPResponse(body: Data(Fixture.page([Fixture.character(id: 7)]).utf8))
                : HTTPResponse(status: HTTPStatus(rawValue: status), headers: ["Retry-After": "\(seconds)"])
        }
        let terminal = Terminal(columns: 80)
        let code = await terminal.run(["characters", "--retry", "1", "--color", "never"], against: server.url)
        #expect(terminal.clock.sleeps == waits.map { .seconds($0) })
        #expect(code == (waits.isEmpty ? .quota : .ok))
        #expect(
            terminal.reports.first
                == (waits.isEmpty
                    ? "marvel: The server answered 429 Too Many Requests. The service asks to wait 31 s; --timeout 31s does so. "
                        + "Rejected calls count as well."
                    : "The call failed; attempt 2 begins in 5 s."))
    }

    @Test(arguments: [(["--timeout", "31s"], 1), (["--timeout", "30s"], 0), ([], 0)])
    func `--timeout says how long a wait may be, and only a terminal is told`(timeout: [String], waits: Int) async throws {
        let server = try LoopbackServer { _ in HTTPResponse(status: 429, headers: ["Retry-After": "31"]) }
        let terminal = Terminal()
        #expect(await terminal.run(["characters", "--retry=1"] + timeout, against: server.url) == .quota)
        #expect(terminal.clock.sleeps.count == waits && terminal.reports.count == 1)
    }

    @Test func `a timeout ends a call that the service doesn't answer, and says what waits longer`() async throws {
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            connection.waitForClose()
        })
        let terminal = Terminal()
        #expect(await terminal.run(["characters", "--timeout", "1ms"], against: server.url) == .timeout)
        #expect(
            terminal.reports.count == 1
                && terminal.reports.first?.hasSuffix(
                    " A longer --timeout waits longer; without a connection, a longer connectTimeout in the settings.") == true
        )
    }

    @Test func `a deadline of the settings that ends a call is told as such`() async throws {
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            connection.waitForClose()
        })
        let terminal = Terminal()
        let environment = [
            "MARVEL_PUBLIC_KEY": "1234", "MARVEL_PRIVATE_KEY": "abcd", "MARVEL_BASE_URL": server.url.absoluteString,
            "MARVEL_DEADLINE": "1s",
        ]
        #expect(await terminal.run(["characters", "--timeout", "10m"], environment: environment) == .timeout)
        #expect(terminal.reports.first?.hasSuffix(" A longer deadline in the settings waits longer; --timeout doesn't change it.") == true)
    }

    @Test func `a timeout may pass, too`() async throws {
        let arrived = Signal()
        let server = try LoopbackServer(raw: { connection in
            arrived.give()
            connection.waitForClose()
        })
        #expect(await Terminal().run(["characters", "--timeout", "1ms", "--retry", "2"], against: server.url) == .timeout)
        for _ in 1...3 { await arrived.wait() }
    }

    @Test func `the service's attribution doesn't show a key that it repeats`() async throws {
        let page = Fixture.page([Fixture.character(id: 7)]).replacing(
            "Data by the fixture", with: "Data by /v1?apikey=PUBLIC&hash=0123abcd")
        let server = try LoopbackServer { _ in HTTPResponse(body: Data(page.utf8)) }
        for form in ["table", "json"] {
            let terminal = Terminal()
            #expect(await terminal.run(["characters", "--output", form], against: server.url) == .ok)
            let text = terminal.data + terminal.reports.joined()
            #expect(text.contains("Data by") && !text.contains("PUBLIC") && !text.contains("0123abcd"))
        }
    }

    @Test(arguments: [
        ("--curl", #"curl 'http://127.0.0.1:PORT/v1/public/characters?offset=0&limit=7&ts=<redacted>&apikey=<redacted>&hash=<redacted>'"#),
        ("--dry-run", "GET http://127.0.0.1:PORT/v1/public/characters?offset=0&limit=7&ts=<redacted>&apikey=<redacted>&hash=<redacted>\n"),
    ])
    func `the request is printed without its secrets, and not sent`(option: String, start: String) async throws {
        let server = try RecordingServer()
        let terminal = Terminal()
        #expect(await terminal.run(["characters", "--limit", "7", option], against: server.url) == .ok)
        #expect(terminal.data.hasPrefix(start.replacing("PORT", with: "\(server.loopback.port)")), "\(terminal.data)")
        #expect(!terminal.data.contains("1234") || "\(server.loopback.port)".contains("1234"))
        #expect(terminal.reports.isEmpty && server.requests.isEmpty)
    }

    @Test(arguments: ["-v", "--trace", "--log=calls"], ["--curl", "--dry-run"])
    func `nothing is logged of a request that isn't sent`(log: String, option: String) async throws {
        let folder = try Folder()
        let result = try await ChildProcess.run(
            BuiltProgram.path(of: "marvel"), ["characters", "--local", log, option], directory: folder.url)
        #expect(result.exit == .code(0) && result.errorText.hasPrefix("marvel: using a local gateway"))
        #expect(result.errorText.split(separator: "\n").count == 1, "\(result.errorText)")
    }

    @Test(arguments: [("-v", "[1.1] answered 200 OK "), ("--trace", "[1.1] > GET http://"), ("--log=calls", "GET http://")])
    func `what happens is logged with times, and without secrets`(option: String, line: String) async throws {
        let server = try LoopbackServer { _ in HTTPResponse(body: Data(Fixture.page([Fixture.character(id: 7)]).utf8)) }
        let folder = try Folder()
        let result = try await ChildProcess.run(
            BuiltProgram.path(of: "marvel"), ["characters", option],
            environment: [
                "MARVEL_PUBLIC_KEY": "public-1234", "MARVEL_PRIVATE_KEY": "private-abcd", "MARVEL_BASE_URL": server.url.absoluteString,
            ], directory: folder.url)
        #expect(result.exit == .code(0))
        #expect(result.errorText.split(separator: "\n").contains { $0.hasPrefix(line) }, "\(result.errorText)")
        #expect(!result.errorText.contains("public-1234") && result.errorText.contains("apikey=<redacted>"))
    }

    @Test func `the local gateway is asked on request, whatever is set`() async throws {
        let server = try RecordingServer()
        let terminal = Terminal()
        #expect(await terminal.run(["characters", "--local", "--limit", "1"], against: server.url) == .ok)
        #expect(server.requests.isEmpty)
        #expect(terminal.reports.first?.hasPrefix("marvel: using a local gateway at http://127.0.0.1:") == true)
        #expect(terminal.reports.first?.hasSuffix("; its data is made up.") == true)
    }

    @Test(arguments: [nil, 80], [[], ["--quiet"]])
    func `where another program reads made-up data, the note says so plainly`(columns: Int?, quiet: [String]) async {
        let terminal = Terminal(outputColumns: columns)
        #expect(await terminal.run(["characters", "--limit", "1"] + quiet) == .ok)
        let note = terminal.reports.first { $0.hasPrefix("marvel: no keys are set; using a local gateway") }
        if columns == nil {
            #expect(
                note?.contains(" Its data is made up, not Marvel's. Set MARVEL_PUBLIC_KEY and MARVEL_PRIVATE_KEY, or say --local.") == true)
        } else {
            #expect((note == nil) == !quiet.isEmpty)
        }
    }

    @Test func `quiet leaves the attribution, which must be shown with the data`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse(body: Data(Fixture.page([Fixture.character(id: 7)]).utf8)) }
        let terminal = Terminal(columns: 80)
        #expect(await terminal.run(["characters", "--all", "-q"], against: server.url) == .ok)
        #expect(terminal.reports == ["Data by the fixture"] && terminal.statuses.isEmpty)
    }

    @Test(arguments: [(["-q"], false), ([], true)])
    func `quiet leaves out what the settings are warned of`(options: [String], isWarned: Bool) async {
        let terminal = Terminal()
        #expect(await terminal.run(["stories", "--limit=1", "--local"] + options, environment: ["MARVEL_DEADLNE": "1s"]) == .ok)
        #expect(terminal.reports.contains { $0.hasPrefix("marvel: warning: MARVEL_DEADLNE: ") } == isWarned)
    }

    @Test func `a picture's bytes never go to a terminal`() async throws {
        let server = try RecordingServer()
        let terminal = Terminal(columns: 80, outputColumns: 80)
        #expect(await terminal.run(["image", "7", "-o", "-"], against: server.url) == .usage)
        #expect(terminal.data.isEmpty && terminal.reports.first?.contains("--image") == true)
        #expect(server.requests.isEmpty)
    }

    @Test func `a list without elements says so`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse(body: Data(Fixture.page([], total: 0).utf8)) }
        let terminal = Terminal()
        #expect(await terminal.run(["comics"], against: server.url) == .ok)
        #expect(terminal.reports.first == "No comics.")
        #expect(await terminal.run(["comics", "--all"], against: server.url) == .ok)
        #expect(terminal.reports.dropFirst(2).first == "No comics.")
    }

    @Test func `a bad place for a recording or a picture is found before the first call`() async throws {
        let server = try RecordingServer()
        for arguments in [
            ["characters", "--record", "/no/such/place.har"], ["image", "7", "-o/no/such/place.png"], ["image", "7", "-o/dev/full"],
        ] {
            #expect(await Terminal().run(arguments, against: server.url) == .file)
        }
        #expect(server.requests.isEmpty)
    }
}
