import CommandLineProgram
import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@testable import marvel

@Suite struct CallOptionsTests {
    // MARK: Waits and retries

    @Test(arguments: [
        ([], "0", 3, [0.2, 0.4], ""), ([], "2", 3, [2, 2], " The service asks to wait 2 s; --retry 3 does so."),
        ([], "3", 1, [], " The service asks to wait 3 s; --retry 1 does so."), (["--retry", "0"], "0", 1, [], ""),
        (["--retry", "4"], "0", 5, [0.2, 0.4, 0.8, 1.6], ""),
    ])
    func `a service that is down is asked again, as often and as late as the user says`(
        options: [String], retryAfter: String, calls: Int, longestWaits: [Double], advice: String
    ) async throws {
        let server = try RecordingServer { _ in HTTPResponse(status: 503, headers: ["Retry-After": retryAfter]) }
        let terminal = await Terminal.run(["characters"] + options, against: server.url, expecting: .service)
        #expect(terminal.reports == ["marvel: The server answered 503 Service Unavailable.\(advice)"])
        #expect(server.requests.count == calls && terminal.clock.sleeps.count == longestWaits.count)
        #expect(zip(terminal.clock.sleeps, longestWaits).allSatisfy { $0 <= .seconds($1) })
    }

    @Test(
        arguments: [
            (429, 5, [], [5], nil), (503, 5, [], [5], 80), (429, 31, [], [], 80), (429, 31, ["--timeout", "31s"], [31], 80),
        ] as [(Int, Int, [String], [Double], Int?)])
    func `--retry waits as long as the service asks, within the timeout, and tells a terminal`(
        status: Int, seconds: Int, timeout: [String], waits: [Double], columns: Int?
    ) async throws {
        let page = HTTPResponse(body: Data(Fixture.page([Fixture.character(id: 7)]).utf8))
        let refusal = HTTPResponse(status: HTTPStatus(rawValue: status), headers: ["Retry-After": "\(seconds)"])
        let (count, terminal) = (Counter(), Terminal(columns: columns))
        let server = try LoopbackServer { _ in count.next() > 1 ? page : refusal }
        let code = await terminal.run(["characters", "--retry=1", "--color=never"] + timeout, against: server.url)
        #expect(terminal.clock.sleeps == waits.map { .seconds($0) } && code == (waits.isEmpty ? .quota : .ok))
        let isTold = terminal.reports.contains("The call failed; attempt 2 begins in \(seconds) s.")
        #expect(isTold == (!waits.isEmpty && columns != nil))
    }

    @Test(arguments: [
        (["--timeout", "1ms"], [:], 1, " A longer --timeout waits longer; without a connection, a longer connectTimeout in the settings."),
        (["--timeout", "1ms", "--retry", "2"], [:], 3, ""),
        (
            ["--timeout", "10m"], ["MARVEL_DEADLINE": "1s"], 1,
            " A longer deadline in the settings waits longer; --timeout doesn't change it."
        ),
    ])
    func `a call that isn't answered ends, and says what waits longer`(
        options: [String], environment: [String: String], calls: Int, advice: String
    ) async throws {
        let arrived = Signal()
        let server = try LoopbackServer(raw: { connection in
            arrived.give()
            connection.waitForClose()
        })
        let terminal = await Terminal.run(["characters"] + options, against: server.url, environment: environment, expecting: .timeout)
        #expect(terminal.reports.count == 1 && terminal.reports[0].hasSuffix(advice))
        for _ in 1...calls { await arrived.wait() }
    }

    // MARK: What is shown of a call

    @Test(arguments: [
        ("--curl", "curl 'http://127.0.0.1:PORT/v1/public/characters?offset=0&limit=7&ts=<redacted>&apikey=<redacted>&hash=<redacted>'"),
        ("--dry-run", "GET http://127.0.0.1:PORT/v1/public/characters?offset=0&limit=7&ts=<redacted>&apikey=<redacted>&hash=<redacted>\n"),
    ])
    func `the request is printed without its secrets, and neither sent nor logged`(option: String, start: String) async throws {
        let server = try RecordingServer()
        let terminal = await Terminal.run(["characters", "--limit", "7", option], against: server.url, expecting: .ok)
        #expect(terminal.data.hasPrefix(start.replacing("PORT", with: "\(server.loopback.port)")), "\(terminal.data)")
        #expect(terminal.reports.isEmpty && server.requests.isEmpty)
        let process = try await ChildProcess.run(
            BuiltProgram.path(of: "marvel"), ["characters", "--trace", option], directory: FileManager.default.temporaryDirectory)
        #expect(process.exit == .code(0) && process.errors.isEmpty && !process.output.isEmpty)
    }

    @Test(arguments: [("-v", "[1.1] answered 200 OK "), ("--trace", "[1.1] > GET http://"), ("--log=calls", "GET http://")])
    func `the log tells what happens, without secrets`(option: String, line: String) async throws {
        let server = try Fixture.service(Fixture.character(id: 7))
        let result = try await ChildProcess.run(
            BuiltProgram.path(of: "marvel"), ["characters", option],
            environment: [
                "MARVEL_PUBLIC_KEY": "public-1234", "MARVEL_PRIVATE_KEY": "private-abcd", "MARVEL_BASE_URL": server.url.absoluteString,
            ], directory: FileManager.default.temporaryDirectory)
        #expect(result.exit == .code(0))
        #expect(result.errorText.split(separator: "\n").contains { $0.hasPrefix(line) }, "\(result.errorText)")
        #expect(!result.errorText.contains("public-1234") && result.errorText.contains("apikey=<redacted>"))
    }

    @Test func `--quiet leaves out notes and warnings, but not the attribution, which must be shown with the data`() async throws {
        let server = try Fixture.service(Fixture.character(id: 7))
        for (options, reports) in [(["-q"], 1), ([], 3)] {
            let terminal = Terminal(columns: 80)
            let code = await terminal.run(["characters", "--all"] + options, against: server.url, environment: ["MARVEL_DEADLNE": "1s"])
            #expect(code == .ok && terminal.reports.count == reports && terminal.reports.last == "Data by the fixture")
            #expect(terminal.reports.contains { $0.hasPrefix("marvel: warning: MARVEL_DEADLNE: ") } == options.isEmpty)
            #expect(terminal.statuses.isEmpty == !options.isEmpty)
        }
    }

    // MARK: Recordings

    private static let recorded: [[String]] = [
        ["characters", "--name-starts-with", "Spider", "--output", "json"],
        ["characters", "--all", "--name-starts-with", "S", "--limit", "20", "--prefetch", "2", "--output", "ndjson"],
        ["character", "1009610"], ["character", "1"], ["image", "1009610", "--variant", "portrait_small", "-o", "-"],
        ["characters", "--modified-since", "2030-01-01", "--order-by=-modified"],
    ]

    @Test(arguments: recorded)
    func `a replay has the same output and exit code, without the service and keys`(command: [String]) async throws {
        let (folder, live) = (try Folder(), Terminal())
        let code = await live.run(command + ["--record", "take.har"], against: try GatewayCaller.url, in: folder.url)
        // Keys and settings that lack some don't count.
        try folder.write(Array(#"{ "authentication": { "type": "bearer", "token": { "env": "OTHER" } } }"#.utf8), to: "own.json")
        for (options, environment) in [
            ([], [:]), ([], ["MARVEL_PUBLIC_KEY": "1"]), ([], ["MARVEL_BASE_URL": "http://127.0.0.1:9"]), (["--config", "own.json"], [:]),
        ] as [([String], [String: String])] {
            let replayed = Terminal()
            let arguments = command + ["--replay", "take.har"] + options
            #expect(await replayed.run(arguments, environment: environment, in: folder.url) == code)
            #expect(replayed.data == live.data && replayed.reports == live.reports)
        }
        #expect(!live.data.isEmpty || !live.reports.isEmpty)
        let cassette = try String(contentsOf: folder.file("take.har"), encoding: .utf8)
        #expect(cassette.contains("\"apikey\"") && !cassette.contains("\"1234\"") && !cassette.contains("abcd\""))
        #expect(try folder.permissions("take.har") == 0o600)
    }

    @Test func `a recording holds the answers of the program's own gateway, too, and stays if none come`() async throws {
        let (folder, live, replayed, failed) = (try Folder(), Terminal(), Terminal(), Terminal())
        let command = ["character", "1009610"]
        #expect(await live.run(command + ["--record", "take.har"], in: folder.url) == .ok)
        #expect(await replayed.run(command + ["--replay", "take.har"], in: folder.url) == .ok)
        #expect(live.data == replayed.data && replayed.reports.count == 1)
        let recording = try Data(contentsOf: folder.file("take.har"))
        #expect(await failed.run(command + ["--record", "take.har"], against: try RefusingPort().url, in: folder.url) == .network)
        #expect(failed.reports.first == "Nothing is recorded in take.har, because no answer came.")
        #expect(try Data(contentsOf: folder.file("take.har")) == recording)
    }

    @Test(arguments: [
        (["character", "2", "--replay", "take.har"], "The cassette take.har has no recording for GET /v1/public/characters/2."),
        (["character", "1", "--replay", "no.har"], "The cassette no.har does not exist."),
        (["character", "1", "--replay", "broken.har"], "The cassette broken.har is no HTTP Archive that can be replayed: line 2"),
        (["character", "1", "--record", "no/such/take.har"], "The cassette no/such/take.har could not be written: No such file"),
    ])
    func `a recording that can't be replayed or written is an error of the file`(arguments: [String], start: String) async throws {
        let (folder, terminal, server) = (try Folder(), Terminal(), try Fixture.service(Fixture.character(id: 1)))
        #expect(await Terminal().run(["character", "1", "--record", "take.har"], against: server.url, in: folder.url) == .ok)
        try folder.write(Array("{\"log\": {\n".utf8), to: "broken.har")
        #expect(await terminal.run(arguments, against: server.url, in: folder.url) == .file)
        #expect(terminal.reports.count == 1 && terminal.reports[0].hasPrefix("marvel: \(start)"), "\(terminal.reports)")
        #expect(server.requests.count == 1, "Nothing is asked in vain.")
    }
}
