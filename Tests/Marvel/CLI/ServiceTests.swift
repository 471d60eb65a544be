import CommandLineProgram
import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@testable import marvel

@Suite struct ServiceTests {
    private static func environment(_ address: String) -> [String: String] { Terminal.keys.merging(["MARVEL_BASE_URL": address]) { $1 } }

    @Test(arguments: [
        (["MARVEL_PUBLIC_KEY": "1"], "MARVEL_PUBLIC_KEY is set, but MARVEL_PRIVATE_KEY isn't."),
        (["MARVEL_PRIVATE_KEY": "1", "MARVEL_PUBLIC_KEY": ""], "MARVEL_PRIVATE_KEY is set, but MARVEL_PUBLIC_KEY isn't."),
        (["MARVEL_BASE_URL": "https://host"], "MARVEL_BASE_URL is set, but no keys are."),
    ])
    func `half a configuration is refused, with what to do`(environment: [String: String], start: String) async {
        let terminal = await Terminal.run(["characters"], environment: environment, expecting: .configuration)
        #expect(terminal.reports.count == 1 && terminal.reports[0].hasPrefix("marvel: \(start) Set "))
    }

    @Test(arguments: [
        ("foo", "an http or https URL"), ("ftp://host", "an http or https URL"), ("https://ann:hunter2@host", "an http or https URL"),
        ("https//ann:hunter2@host", "an http or https URL"), ("http://gateway.invalid", "https for a remote host, found http"),
    ])
    func `an address that isn't usable is refused without its password`(address: String, expected: String) async {
        let terminal = Terminal()
        for arguments in [["characters"], ["config", "show"]] {
            #expect(await terminal.run(arguments, environment: Self.environment(address)) == .configuration)
        }
        #expect(terminal.reports.first?.hasPrefix("marvel: MARVEL_BASE_URL: baseURL: expected \(expected)") == true)
        #expect(!terminal.reports.contains { $0.contains("hunter2") })
    }

    @Test(
        arguments: [
            ([], [:], nil, " Its data is made up, not Marvel's. Set MARVEL_PUBLIC_KEY and MARVEL_PRIVATE_KEY, or say --local."),
            (["-q"], [:], nil, " Its data is made up, not Marvel's. Set MARVEL_PUBLIC_KEY and MARVEL_PRIVATE_KEY, or say --local."),
            ([], ["MARVEL_PUBLIC_KEY": "", "MARVEL_PRIVATE_KEY": "", "MARVEL_BASE_URL": ""], 80, "made-up data at http://127.0.0.1:"),
            (["--quiet"], [:], 80, nil), (["--local"], environment("http://127.0.0.1:9"), nil, "; its data is made up."),
        ] as [([String], [String: String], Int?, String?)])
    func `a local gateway answers without keys or with --local, and the program says so`(
        options: [String], environment: [String: String], columns: Int?, note: String?
    ) async {
        let terminal = Terminal(outputColumns: columns)
        #expect(await terminal.run(["characters", "--limit", "2"] + options, environment: environment) == .ok)
        #expect(terminal.data.split(separator: "\n").count == 3)
        let start = options == ["--local"] ? "marvel: using a local gateway" : "marvel: no keys are set; using a local gateway"
        #expect(terminal.reports.first { $0.hasPrefix(start) }.map { $0.contains(note ?? "nothing") } == (note == nil ? nil : true))
    }

    private static let refused: [([String], [String: String], ExitCode)] = [
        (["characters"], ["MARVEL_PUBLIC_KEY": "wrong"], .authentication),
        (["characters"], ["MARVEL_PRIVATE_KEY": "wrong"], .authentication),
        (["character", "1"], [:], .notFound), (["series", "1", "comics"], [:], .notFound),
        (["characters"], ["MARVEL_BASE_PATH": "v1/private"], .notFound),
    ]

    @Test(arguments: refused)
    func `the gateway's refusals have their exit codes`(arguments: [String], environment: [String: String], code: ExitCode) async throws {
        let terminal = await Terminal.run(arguments, against: try GatewayCaller.url, environment: environment, expecting: code)
        let advice = "Check MARVEL_PUBLIC_KEY and MARVEL_PRIVATE_KEY"
        #expect(terminal.data.isEmpty && (terminal.reports.last?.contains(advice) == true) == (code == .authentication))
    }

    @Test func `made-up keys differ each time`() {
        #expect(Keys.madeUp().publicKey != Keys.madeUp().publicKey && Keys.madeUp().privateKey != Keys.madeUp().privateKey)
    }
}
