import CommandLineProgram
import EndpointKit
import Foundation
import MarvelGateway
import Testing

@testable import marvel

@Suite struct ConfigCommandTests {
    private let folder: URL
    private let terminal = Terminal()
    private static let keys = ["MARVEL_PUBLIC_KEY": "1234", "MARVEL_PRIVATE_KEY": "abcd"]

    init() throws {
        // It goes with the directory for temporary files.
        folder = URL.temporaryDirectory.appending(path: "marvel-\(UUID().uuidString)", directoryHint: .isDirectory)
    }

    private func write(_ text: String, to name: String = "Config/marvel.json") throws {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func run(_ arguments: String..., environment: [String: String] = [:]) async -> ExitCode {
        await terminal.run(arguments, environment: environment, in: folder)
    }

    private static func settings(_ base: URL?, _ more: String = "") -> String {
        """
        {
          "baseURL": "\(base?.absoluteString ?? "https://gateway.marvel.com")", "basePath": "v1/public",
          "authentication": {
            "type": "hashedQuery", "publicKey": { "env": "MARVEL_PUBLIC_KEY" }, "privateKey": { "env": "MARVEL_PRIVATE_KEY" },
          },
          \(more)
        }
        """
    }

    @Test func `a file and two variables are all that a call needs`() async throws {
        let gateway = try MarvelGateway(publicKey: "1234", privateKey: "abcd")
        try write(Self.settings(gateway.url))
        #expect(await run("characters", "--limit", "2", environment: Self.keys) == .ok)
        #expect(terminal.data.split(separator: "\n").count == 3)
        #expect(!terminal.reports.contains { $0.contains("local gateway") })
    }

    @Test func `a file can be named, and its profile`() async throws {
        let gateway = try MarvelGateway(publicKey: "1234", privateKey: "abcd")
        try write(Self.settings(nil, "\"profiles\": { \"local\": { \"baseURL\": \"\(gateway.url)\" } }"), to: "other.json")
        #expect(await run("character", "1009610", "--config", "other.json", "--profile", "local", environment: Self.keys) == .ok)
        #expect(await run("characters", "--config=other.json", "--profile=locl", environment: Self.keys) == .configuration)
        #expect(terminal.reports.last?.hasSuffix("expected a profile \"locl\", found only \"local\"; did you mean local?") == true)
    }

    @Test func `the home directory's file is the second that is looked for`() async throws {
        let gateway = try MarvelGateway(publicKey: "1234", privateKey: "abcd")
        try write(Self.settings(gateway.url), to: "home/.config/marvel/config.json")
        let environment = Self.keys.merging(["HOME": folder.appending(path: "home").path]) { $1 }
        #expect(await run("characters", environment: environment) == .ok)
        try write("{")
        #expect(await run("characters", environment: environment) == .configuration)
        #expect(terminal.reports.last == "marvel: Config/marvel.json:1:2: expected a key, found the end of the file")
    }

    @Test func `the address in the environment counts more than the file's`() async throws {
        let gateway = try MarvelGateway(publicKey: "1234", privateKey: "abcd")
        try write(Self.settings(nil))
        #expect(await run("characters", environment: Self.keys.merging(["MARVEL_BASE_URL": gateway.url.absoluteString]) { $1 }) == .ok)
    }

    @Test func `a file that lacks nothing but keys leaves the local gateway, with its other settings`() async throws {
        try write(Self.settings(nil, #""proxy": "http://127.0.0.1:1", "headers": { "X-A": "b" }"#))
        #expect(await run("characters", "--limit", "2") == .ok)
        #expect(terminal.reports.first?.hasPrefix("marvel: no keys are set; using a local gateway") == true)
        try write(Self.settings(nil, #""limits": { "bodySize": "10B" }"#))
        #expect(await run("characters") == .decoding)
    }

    @Test func `whoever asks for a service gets no other`() async throws {
        try write(Self.settings(nil, #""profiles": { "p": {} }"#))
        #expect(await run("characters", "--config", "Config/marvel.json") == .configuration)
        #expect(await run("characters", "--profile", "p") == .configuration)
        #expect(await run("characters", environment: ["ENDPOINTKIT_PROFILE": "p"]) == .configuration)
        #expect(await run("characters", environment: ["MARVEL_PUBLIC_KEY": "1"]) == .configuration)
        #expect(await run("characters", environment: ["MARVEL_BASE_URL": "http://127.0.0.1:1"]) == .configuration)
        try write(Self.settings(nil, #""deadline": 5"#))
        #expect(await run("characters") == .configuration)
        #expect(!terminal.reports.contains { $0.contains("local gateway with made-up keys") })
    }

    @Test func `without a file there is no profile`() async throws {
        #expect(await run("characters", "--profile", "p") == .configuration)
        #expect(terminal.reports == ["marvel: There is no settings file, so no profile \"p\". Name a file with --config."])
    }

    @Test func `settings are shown, but for what is secret`() async throws {
        try write(Self.settings(nil, #""requestTimeout": "5s""#))
        let environment = Self.keys.merging(["ENDPOINTKIT_DEADLINE": "9s", "ENDPOINTKIT_DEADLNE": "1s"]) { $1 }
        #expect(await run("config", "show", environment: environment) == .ok)
        #expect(
            terminal.data.hasPrefix(
                "KEY                                 VALUE\nbaseURL                             https://gateway.marvel.com\n"))
        #expect(terminal.data.contains("\nauthentication.privateKey           <redacted> from MARVEL_PRIVATE_KEY\n"))
        #expect(!terminal.data.contains("abcd") && !terminal.data.contains("1234"))
        #expect(terminal.reports.count == 1)
        #expect(terminal.reports.first?.hasPrefix("marvel: warning: ENDPOINTKIT_DEADLNE: ") == true)
    }

    @Test func `settings are shown with where they come from`() async throws {
        try write(Self.settings(nil, #""requestTimeout": "5s""#))
        #expect(await run("config", "show", "--origins", environment: Self.keys.merging(["ENDPOINTKIT_DEADLINE": "9s"]) { $1 }) == .ok)
        let rows = terminal.data.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(rows.first == ["KEY", "VALUE", "ORIGIN"])
        #expect(rows.contains(["requestTimeout", "5s", "Config/marvel.json:6:21"]))
        #expect(rows.contains(["deadline", "9s", "ENDPOINTKIT_DEADLINE"]))
        #expect(rows.contains(["appVersion", Marvel.version, "code"]))
        #expect(rows.contains(["redirects.limit", "10", "default"]))
    }

    @Test func `settings are shown without keys, too`() async throws {
        try write(Self.settings(nil))
        #expect(await run("config", "show") == .configuration)
        #expect(terminal.data.contains("https://gateway.marvel.com"))
        #expect(terminal.reports.count == 2)
        #expect(await run("config", "show", "--config", "none.json") == .configuration)
    }

    @Test func `where there is no file there is nothing to show`() async throws {
        #expect(await run("config", "show") == .configuration)
        #expect(
            terminal.reports == ["marvel: There is neither Config/marvel.json nor ~/.config/marvel/config.json. Name a file with --config."]
        )
    }

    @Test func `a check tells all that is wrong, in profiles too`() async throws {
        try write(Self.settings(nil, #""deadline": 5, "profiles": { "p": { "deadline": 6 } }"#), to: "a.json")
        #expect(await run("config", "check", "a.json", environment: Self.keys) == .configuration)
        #expect(
            terminal.data == """
                a.json:6:15: deadline: expected a duration above zero such as "500ms" or "30s", found 5; did you mean "5s"?
                a.json:6:51: profiles.p.deadline: expected a duration above zero such as "500ms" or "30s", found 6; did you mean "6s"?

                """)
        #expect(terminal.reports == ["marvel: a.json has 2 problems."])
    }

    @Test func `a check finds what is wrong only with a profile`() async throws {
        try write(Self.settings(nil, #""profiles": { "p": { "baseURL": "http://example.com" } }"#), to: "a.json")
        #expect(await run("config", "check", "a.json", environment: Self.keys) == .configuration)
        #expect(terminal.data.hasPrefix("a.json:6:35: profiles.p.baseURL: expected https"))
    }

    @Test func `a check of a good file says so`() async throws {
        try write(Self.settings(nil), to: "a.json")
        #expect(await run("config", "check", "a.json", environment: Self.keys) == .ok)
        #expect(terminal.data.isEmpty)
        #expect(terminal.reports == ["a.json is valid."])
    }

    @Test(arguments: [
        (["config"], "marvel config needs one of show, check. See marvel --help."),
        (["config", "shw"], "marvel config needs one of show, check. See marvel --help."),
        (["config", "check"], "<file> is missing. See marvel config check --help."),
        (["config", "show", "--origins=1"], "--origins takes no value. See marvel config show --help."),
        (["config", "show", "--config"], "--config needs a value, <file>. See marvel config show --help."),
    ])
    func `wrong arguments are refused`(arguments: [String], message: String) async {
        #expect(await terminal.run(arguments) == .usage)
        #expect(terminal.reports == ["marvel: \(message)"])
    }

    @Test func `the version needs no file`() async throws {
        try write("{")
        #expect(await run("--version") == .ok)
        #expect(await run("config", "show", "--help") == .ok)
        #expect(terminal.reports.isEmpty)
    }
}
