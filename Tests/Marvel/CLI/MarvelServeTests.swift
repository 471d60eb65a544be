import CommandLineProgram
import EndpointKit
import TestSupport
import Testing

@testable import marvel

@Suite struct MarvelServeTests {
    @Test(arguments: [
        ([], ExitCode.ok, ": 200, "), (["--fail", "100%"], .service, ": 500, "), (["--fail", "100%:504"], .timeout, ": 504, "),
        (["--quota", "0"], .quota, ": 429, "), (["--latency", "20ms"], .ok, ": 200, "),
    ])
    func `marvel: the gateway fails, waits and counts as its options say, and logs each call`(
        options: [String], code: ExitCode, line: String
    ) async throws {
        let gateway = Terminal()
        let task = Task { await gateway.run(["serve", "--port", "0"] + options, environment: Terminal.keys) }
        await gateway.wrote.wait()
        let lines = gateway.data.split(separator: "\n")
        // The user's own private key isn't shown.
        try #require(lines.count == 2 && lines[1] == "export MARVEL_PUBLIC_KEY=1234" && lines[0].hasPrefix("export MARVEL_BASE_URL="))
        let url = try #require(URL(string: String(lines[0].drop { $0 != "=" }.dropFirst())))
        #expect(await Terminal().run(["stories", "--limit", "1", "--retry", "0"], against: url) == code)
        task.cancel()
        #expect(await task.value == .interrupted)
        let call = try #require(gateway.reports.first { $0.hasPrefix("GET /v1/public/stories?") })
        #expect(call.contains(line) && !call.contains("apikey"))
        let milliseconds = call.split(separator: " ").suffix(2).first.flatMap { Double($0) } ?? 0
        #expect(milliseconds >= 20 || !options.contains("--latency"))
    }

    @Test func `marvel: the gateway's variables are shell words or JSON, with made-up keys if none are set`() async throws {
        for (options, environment, start) in [
            ([], ["MARVEL_PUBLIC_KEY": "x; y'z", "MARVEL_PRIVATE_KEY": "b"], #"export MARVEL_PUBLIC_KEY='x; y'\''z'"#),
            ([], [:], "export MARVEL_PRIVATE_KEY="), (["--output=json"], [:], #"{"MARVEL_BASE_URL":"http://127.0.0.1:"#),
        ] as [([String], [String: String], String)] {
            let terminal = Terminal()
            let task = Task { await terminal.run(["serve", "--port", "0"] + options, environment: environment) }
            await terminal.wrote.wait()
            task.cancel()
            #expect(await task.value == .interrupted)
            #expect(terminal.data.split(separator: "\n").contains { $0.hasPrefix(start) }, "\(terminal.data)")
        }
    }
}
