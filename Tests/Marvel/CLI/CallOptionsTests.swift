import CommandLineProgram
import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@testable import marvel

@Suite struct CallOptionsTests {
    // MARK: Waits and retries

    @Test(arguments: [
        ([], "0", 3, [0.2, 0.4], ""), ([], "2", 3, [2, 2], " The service asks to wait 2 s; use --retry 3 to wait."),
        ([], "3", 1, [], " The service asks to wait 3 s; use --retry 1 to wait."), (["--retry", "0"], "0", 1, [], ""),
        (["--retry", "4"], "0", 5, [0.2, 0.4, 0.8, 1.6], ""),
    ])
    func `marvel: a service that is down is retried as often and as long as the user says`(
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
    func `marvel: --retry waits as long as the service asks, within the timeout, and shows the wait on a terminal`(
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
            // The clock skips to the deadline, which may come before the connection.
            ["--timeout", "10m"], ["MARVEL_DEADLINE": "1s"], 0,
            " A longer deadline in the settings waits longer; --timeout doesn't change it."
        ),
    ])
    func `marvel: a call without a response ends, and the error says how to wait longer`(
        options: [String], environment: [String: String], calls: Int, advice: String
    ) async throws {
        let arrived = Signal()
        let server = try LoopbackServer(raw: { connection in
            arrived.give()
            connection.waitForClose()
        })
        let terminal = await Terminal.run(["characters"] + options, against: server.url, environment: environment, expecting: .timeout)
        #expect(terminal.reports.count == 1 && terminal.reports[0].hasSuffix(advice))
        for _ in 0..<calls { await arrived.wait() }
    }

    // MARK: What is shown of a call

    @Test func `marvel: a call is printed, recorded or replayed instead of being made`() async throws {
        try await Session("calls", against: Fixture.stage()).check()
    }

    @Test(arguments: ["--curl", "--dry-run"])
    func `marvel: a printed request isn't logged`(option: String) async throws {
        let result = try await ChildProcess.run(
            BuiltProgram.path(of: "marvel"), ["characters", "--trace", option], directory: FileManager.default.temporaryDirectory)
        #expect(result.exit == .code(0) && result.errors.isEmpty && !result.output.isEmpty)
    }

    @Test(arguments: [("-v", "[1.1] answered 200 OK "), ("--trace", "[1.1] > GET http://"), ("--log=calls", "GET http://")])
    func `marvel: the log shows what happens, without secrets`(option: String, line: String) async throws {
        let server = try Fixture.service(Fixture.character(id: 7))
        let result = try await ChildProcess.run(
            BuiltProgram.path(of: "marvel"), ["characters", option],
            environment: [
                "MARVEL_PUBLIC_KEY": "public-1234", "MARVEL_PRIVATE_KEY": "private-abcd", "MARVEL_BASE_URL": server.url.absoluteString,
            ], directory: FileManager.default.temporaryDirectory)
        #expect(result.exit == .code(0))
        #expect(result.errorText.split(separator: "\n").contains { $0.hasPrefix(line) }, "\(result.errorText)")
        #expect(!result.errorText.contains("public-1234") && result.errorText.contains("apikey=<11 characters>"))
    }

    @Test func `marvel: --log none turns off the log of the settings`() async throws {
        let server = try Fixture.service(Fixture.character(id: 7))
        let folder = try Folder()
        let settings = #"{"baseURL": "\#(server.url.absoluteString)", "log": {"level": "trace"}}"#
        try folder.write(Array(settings.utf8), to: "settings.json")
        for (options, isLogged) in [([], true), (["--log", "none"], false)] {
            let result = try await ChildProcess.run(
                BuiltProgram.path(of: "marvel"), ["characters", "--config", folder.file("settings.json").path] + options,
                environment: ["MARVEL_PUBLIC_KEY": "public-1234", "MARVEL_PRIVATE_KEY": "private-abcd"],
                directory: FileManager.default.temporaryDirectory)
            #expect(result.exit == .code(0))
            #expect(result.errorText.contains("200 OK") == isLogged, "\(result.errorText)")
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
    func `marvel: a replay has the same output and exit code, without the service and keys`(command: [String]) async throws {
        let (folder, live) = (try Folder(), Terminal())
        let code = await live.run(command + ["--record", "take.har"], against: try GatewayCaller.url, in: folder.url)
        let replayed = Terminal()
        #expect(await replayed.run(command + ["--replay", "take.har"], in: folder.url) == code)
        #expect(replayed.data == live.data && replayed.reports == live.reports && !(live.data.isEmpty && live.reports.isEmpty))
    }

    @Test func `marvel: a recording is kept if no response arrives`() async throws {
        let folder = try Folder()
        let older = #"{"log": {"entries": []}}"#
        try folder.write(Array(older.utf8), to: "take.har")
        let command = ["character", "7", "--record", "take.har"]
        let port = try RefusingPort()
        defer { withExtendedLifetime(port) {} }
        let terminal = await Terminal.run(command, against: port.url, in: folder.url, expecting: .network)
        #expect(terminal.reports.first == "Nothing is recorded in take.har, because no answer arrived." && terminal.reports.count == 2)
        #expect(try String(contentsOf: folder.file("take.har"), encoding: .utf8) == older)
    }

    @Test(arguments: [
        ("settings.json", #"{ "baseURL": "https://example.com" }"#), ("key.txt", "a-key"), ("list.json", "[]"),
        ("log.json", #"{"log": 1}"#),
    ])
    func `marvel: a recording replaces only another recording`(name: String, text: String) async throws {
        let folder = try Folder()
        try folder.write(Array(text.utf8), to: name)
        let config = name == "settings.json" ? ["--config", name] : []
        let terminal = Terminal()
        let code = await terminal.run(["characters", "--record", name] + config, against: try GatewayCaller.url, in: folder.url)
        #expect(code == .usage)
        #expect(
            terminal.reports.count == 1
                && terminal.reports[0].contains("--record replaces only an HTTP Archive, and \(name) isn't one."))
        #expect(try String(contentsOf: folder.file(name), encoding: .utf8) == text)
    }

    @Test(arguments: ["--record", "--replay"])
    func `marvel: a recording and the standard output aren't the same file`(option: String) async throws {
        let folder = try Folder()
        let output = try await SystemProgram.run(
            "sh", ["-c", "\"$0\" characters \(option) t.har >>t.har 2>errors; echo $?; cat errors", BuiltProgram.path(of: "marvel")],
            in: folder.url)
        let text = String(decoding: output, as: UTF8.self)
        #expect(text.hasPrefix("64\n") && text.contains("\(option) and the standard output name the same file"), "\(text)")
    }
}
