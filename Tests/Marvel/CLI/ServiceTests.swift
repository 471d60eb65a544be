import CommandLineProgram
import EndpointKit
import EndpointKitTesting
import MarvelGateway
import TestSupport
import Testing

@testable import marvel

@Suite struct ServiceTests {
    private static let wrong: [([String: String], String)] = [
        (["MARVEL_PUBLIC_KEY": "1"], "MARVEL_PUBLIC_KEY is set, but MARVEL_PRIVATE_KEY isn't."),
        (["MARVEL_PRIVATE_KEY": "1"], "MARVEL_PRIVATE_KEY is set, but MARVEL_PUBLIC_KEY isn't."),
        (["MARVEL_PRIVATE_KEY": "1", "MARVEL_PUBLIC_KEY": ""], "MARVEL_PRIVATE_KEY is set, but MARVEL_PUBLIC_KEY isn't."),
        (["MARVEL_BASE_URL": "https://host"], "MARVEL_BASE_URL is set, but no keys are."),
    ]

    @Test(arguments: wrong)
    func `half a configuration is refused, with what to do`(environment: [String: String], start: String) async {
        let terminal = Terminal()
        #expect(await terminal.run(["characters"], environment: environment) == .configuration)
        #expect(terminal.reports.count == 1)
        #expect(terminal.reports.first?.hasPrefix("marvel: \(start) ") == true)
    }

    @Test func `missing keys are called as the user would set them`() async throws {
        let file = try TemporaryFile(#"{ "requestTimeout": "5s" }"#.utf8, name: "settings.json")
        let terminal = Terminal()
        #expect(await terminal.run(["characters", "--config", file.url.path], environment: ["MARVEL_PUBLIC_KEY": "1"]) == .configuration)
        #expect(
            terminal.reports == ["marvel: MARVEL_PRIVATE_KEY is not set. Set it, or authentication.privateKey in the settings file."])
    }

    @Test(arguments: ["foo", "host:80", "ftp://host", "https://", "https://user:word@host", "http://a b", "/v1"])
    func `an address that is none is refused, with what to do`(address: String) async {
        let terminal = Terminal()
        let code = await terminal.run(
            ["characters"], environment: ["MARVEL_PUBLIC_KEY": "1", "MARVEL_PRIVATE_KEY": "2", "MARVEL_BASE_URL": address])
        #expect(code == .configuration)
        #expect(terminal.reports.count == 1)
        #expect(terminal.reports.first?.hasPrefix("marvel: MARVEL_BASE_URL: baseURL: expected an http or https URL") == true)
    }

    @Test(arguments: [
        "https://ann:hunter2@host", "ann:hunter2@host", "https:/ann:hunter2@host", "https//ann:hunter2@host",
        "https://ann:hunter2@host:x/@a",
        "https://ann:hunter2@", "https://ann:p/hunter2@host",
    ])
    func `a secret in the address is never shown`(address: String) async {
        let terminal = Terminal()
        let environment = ["MARVEL_PUBLIC_KEY": "1", "MARVEL_PRIVATE_KEY": "2", "MARVEL_BASE_URL": address]
        for arguments in [["characters"], ["config", "show"]] {
            #expect(await terminal.run(arguments, environment: environment) == .configuration)
        }
        #expect(!terminal.reports.contains { $0.contains("hunter2") })
    }

    @Test func `an address of plain http is for this machine only, unless that is allowed`() async throws {
        let terminal = Terminal()
        let environment = ["MARVEL_PUBLIC_KEY": "1", "MARVEL_PRIVATE_KEY": "2", "MARVEL_BASE_URL": "http://gateway.invalid"]
        #expect(await terminal.run(["characters"], environment: environment) == .configuration)
        #expect(terminal.reports.last?.hasPrefix("marvel: MARVEL_BASE_URL: baseURL: expected https for a remote host, found http") == true)
        let allowed = environment.merging(["MARVEL_ALLOWS_INSECURE_HTTP": "true", "MARVEL_PROXY": "none"]) { $1 }
        #expect(await terminal.run(["config", "show"], environment: allowed) == .ok)
    }

    @Test(arguments: ["127.0.0.1", "[::ffff:127.0.0.1]"])
    func `an address where nothing listens is a network failure, in whatever form it is written`(host: String) async throws {
        let port = try RefusingPort()
        let address = port.url.absoluteString.replacing("127.0.0.1", with: host)
        let terminal = Terminal()
        let code = await terminal.run(
            ["characters"], environment: ["MARVEL_PUBLIC_KEY": "1", "MARVEL_PRIVATE_KEY": "2", "MARVEL_BASE_URL": address])
        #expect(code == .network)
        #expect(terminal.reports.count == 1)
    }

    @Test(arguments: [[:], ["MARVEL_PUBLIC_KEY": "", "MARVEL_PRIVATE_KEY": "", "MARVEL_BASE_URL": ""]])
    func `without keys a local gateway answers, and the program says so`(environment: [String: String]) async {
        let terminal = Terminal()
        #expect(await terminal.run(["characters", "--limit", "2"], environment: environment) == .ok)
        #expect(terminal.data.split(separator: "\n").count == 3)
        #expect(terminal.reports.first?.hasPrefix("marvel: no keys are set; using a local gateway") == true)
    }

    @Test(arguments: [("1234", "wrong"), ("4321", "abcd")])
    func `a key that the service doesn't accept is said to be wrong`(publicKey: String, privateKey: String) async throws {
        let gateway = try MarvelGateway(publicKey: "1234", privateKey: "abcd")
        let terminal = Terminal()
        let environment = [
            "MARVEL_PUBLIC_KEY": publicKey, "MARVEL_PRIVATE_KEY": privateKey, "MARVEL_BASE_URL": gateway.url.absoluteString,
        ]
        #expect(await terminal.run(["characters"], environment: environment) == .authentication)
        #expect(terminal.reports.count == 1)
        #expect(terminal.reports.first?.contains("Check MARVEL_PUBLIC_KEY and MARVEL_PRIVATE_KEY") == true)
    }

    @Test func `a character that isn't there, and a quota that is spent, have their own codes`() async throws {
        let gateway = try MarvelGateway(publicKey: "1234", privateKey: "abcd", dailyQuota: 1)
        let terminal = Terminal()
        #expect(await terminal.run(["character", "1"], against: gateway.url) == .notFound)
        #expect(await terminal.run(["characters"], against: gateway.url) == .quota)
        #expect(terminal.reports.count == 2)
    }

    @Test func `made-up keys differ each time`() {
        #expect(Keys.madeUp().publicKey != Keys.madeUp().publicKey)
        #expect(Keys.madeUp().privateKey != Keys.madeUp().privateKey)
    }
}
