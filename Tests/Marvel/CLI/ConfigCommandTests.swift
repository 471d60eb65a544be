import CommandLineProgram
import EndpointKit
import Foundation
import MarvelGateway
import TestSupport
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
        #expect(await run("characters", "--limit", "2", "--config", "Config/marvel.json", environment: Self.keys) == .ok)
        #expect(terminal.data.split(separator: "\n").count == 3)
        #expect(!terminal.reports.contains { $0.contains("using a local gateway") || $0.contains("working directory") })
    }

    @Test func `a file that nobody named gets neither a variable nor a file, and the program says so`() async throws {
        let server = try RecordingServer()
        try write("hunter2", to: "Config/key")
        let thief =
            #""headers": { "X-A": { "env": "CLOUD_KEY" }, "X-B": { "file": "key" } }, "profiles": { "p": { "query": { "c": { "env": "CLOUD_KEY" } } } }"#
        try write(Self.settings(server.url, thief))
        let environment = ["CLOUD_KEY": "hunter2"]
        #expect(await run("characters", environment: environment) == .ok)
        #expect(
            terminal.reports.first?.hasPrefix("marvel: Config/marvel.json was found in the working directory, so the variables") == true)
        #expect(terminal.reports.first?.contains("headers.X-A, headers.X-B") == true)
        // Keys that the user has set are no reason to send anything there either.
        for arguments in [["characters"], ["characters", "--profile", "p"]] {
            let code = await terminal.run(arguments, environment: environment.merging(Self.keys) { $1 }, in: folder)
            #expect(code == .configuration)
            #expect(terminal.reports.last?.hasSuffix("If you trust it, name it: --config Config/marvel.json.") == true)
        }
        #expect(server.requests.isEmpty)
        #expect(
            await run("characters", "--config", "Config/marvel.json", environment: environment.merging(Self.keys) { $1 }) == .decoding)
        #expect(server.requests.first?.headers["X-A"] == "hunter2" && server.requests.first?.headers["X-B"] == "hunter2")
    }

    @Test(arguments: [
        #""baseURL": "https://example.com""#, #""proxy": "http://127.0.0.1:1""#, #""redaction": { "shown": ["hash"] }"#,
        #""allowsInsecureHTTP": true"#,
    ])
    func `a file that nobody named doesn't choose where keys go`(setting: String) async throws {
        try write("{ \(setting) }")
        #expect(await run("characters", environment: Self.keys) == .configuration)
        #expect(terminal.reports.last?.contains("was found in the working directory and sets ") == true)
        let refusal = terminal.reports.last
        #expect(await run("config", "show", environment: Self.keys) == .configuration)
        #expect(terminal.reports.last == refusal, "What a call would say.")
    }

    @Test func `a file that nobody named extends no other`() async throws {
        try write(#"{ "baseURL": "https://example.com", "allowsLiteralSecrets": true, "headers": { "X-Key": "hunter2" } }"#, to: "own.json")
        try write(#"{ "extends": "../own.json", "headers": { "X-A": "b" } }"#)
        #expect(await run("config", "show", environment: Self.keys) == .ok)
        #expect(terminal.data.contains("X-A") && !terminal.data.contains("X-Key") && !terminal.data.contains("example.com"))
        #expect(terminal.reports.first?.contains("(extends)") == true)
    }

    @Test func `the other settings of a file that nobody named count`() async throws {
        let gateway = try MarvelGateway(publicKey: "1234", privateKey: "abcd")
        try write(Self.settings(nil, #""limits": { "bodySize": "10B" }"#))
        let environment = Self.keys.merging(["MARVEL_BASE_URL": gateway.url.absoluteString]) { $1 }
        #expect(await run("characters", environment: environment) == .decoding)
    }

    @Test func `a file can be named, and its profile`() async throws {
        let gateway = try MarvelGateway(publicKey: "1234", privateKey: "abcd")
        try write(Self.settings(nil, "\"profiles\": { \"local\": { \"baseURL\": \"\(gateway.url)\" } }"), to: "other.json")
        #expect(await run("character", "1009610", "--config", "other.json", "--profile", "local", environment: Self.keys) == .ok)
        #expect(await run("characters", "--config=other.json", "--profile=locl", environment: Self.keys) == .configuration)
        #expect(terminal.reports.last?.hasSuffix("expected a profile \"locl\", found only \"local\"; did you mean \"local\"?") == true)
    }

    @Test func `the home directory's file is the second that is looked for`() async throws {
        let gateway = try MarvelGateway(publicKey: "1234", privateKey: "abcd")
        try write(Self.settings(gateway.url), to: "home/.config/marvel/config.json")
        let environment = Self.keys.merging(["HOME": folder.appending(path: "home").path]) { $1 }
        #expect(await run("characters", environment: environment) == .ok)
        #expect(!terminal.reports.contains { $0.contains("working directory") })
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
        #expect(terminal.reports.contains { $0.hasPrefix("marvel: no keys are set; using a local gateway") })
        try write(Self.settings(nil, #""limits": { "bodySize": "10B" }"#))
        #expect(await run("characters") == .decoding)
    }

    @Test func `whoever asks for a service gets no other`() async throws {
        try write(Self.settings(nil, #""profiles": { "p": {} }"#))
        #expect(await run("characters", "--config", "Config/marvel.json") == .configuration)
        #expect(await run("characters", "--profile", "p") == .configuration)
        #expect(await run("characters", environment: ["MARVEL_PROFILE": "p"]) == .configuration)
        #expect(await run("characters", environment: ["MARVEL_PUBLIC_KEY": "1"]) == .configuration)
        #expect(await run("characters", environment: ["MARVEL_BASE_URL": "http://127.0.0.1:1"]) == .configuration)
        try write(Self.settings(nil, #""deadline": 5"#))
        #expect(await run("characters") == .configuration)
        #expect(!terminal.reports.contains { $0.contains("using a local gateway") })
    }

    @Test func `without a file there is no profile`() async throws {
        #expect(await run("characters", "--profile", "p") == .configuration)
        #expect(terminal.reports == ["marvel: There is no settings file, so no profile \"p\". Name a file with --config."])
    }

    @Test func `settings are shown, but for what is secret`() async throws {
        try write(Self.settings(nil, #""requestTimeout": "5s""#))
        let environment = Self.keys.merging(["MARVEL_DEADLINE": "9s", "MARVEL_DEADLNE": "1s", "MARVEL_CODENAME": "1"]) { $1 }
        #expect(await run("config", "show", "--config", "Config/marvel.json", environment: environment) == .ok)
        #expect(
            terminal.data.hasPrefix(
                "KEY                                 VALUE\nbaseURL                             https://gateway.marvel.com\n"))
        #expect(terminal.data.contains("\nauthentication.privateKey           <redacted> from MARVEL_PRIVATE_KEY\n"))
        #expect(!terminal.data.contains("abcd") && !terminal.data.contains("1234"))
        #expect(terminal.reports.count == 1)
        #expect(terminal.reports.first?.hasPrefix("marvel: warning: MARVEL_DEADLNE: ") == true)
    }

    @Test func `settings are shown with where they come from`() async throws {
        try write(Self.settings(nil, #""requestTimeout": "5s""#))
        let environment = ["MARVEL_DEADLINE": "9s", "MARVEL_BASE_URL": "http://127.0.0.1:8080", "ENDPOINTKIT_CONNECT_TIMEOUT": "1s"]
        #expect(await run("config", "show", "--origins", environment: Self.keys.merging(environment) { $1 }) == .ok)
        let rows = terminal.data.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(rows.first == ["KEY", "VALUE", "ORIGIN"])
        #expect(rows.contains(["requestTimeout", "5s", "Config/marvel.json:6:21"]))
        #expect(rows.contains(["deadline", "9s", "MARVEL_DEADLINE"]))
        #expect(rows.contains(["baseURL", "http://127.0.0.1:8080", "MARVEL_BASE_URL"]))
        #expect(rows.contains(["connectTimeout", "10s", "default"]))
        #expect(rows.contains(["appVersion", packageVersion, "built-in"]))
        #expect(rows.contains(["redirects.limit", "10", "default"]))
    }

    @Test func `settings are shown without keys, too`() async throws {
        try write(Self.settings(nil))
        #expect(await run("config", "show", "--config", "Config/marvel.json") == .configuration)
        #expect(terminal.data.contains("https://gateway.marvel.com"))
        #expect(terminal.reports.count == 2)
        #expect(await run("config", "show", "--config", "none.json") == .configuration)
    }

    @Test(arguments: [false, true])
    func `settings are shown wherever a call works`(hasFile: Bool) async throws {
        if hasFile { try write(Self.settings(nil)) }
        for environment in [[:], Self.keys, Self.keys.merging(["MARVEL_BASE_URL": "http://127.0.0.1:1"]) { $1 }] {
            #expect(await run("config", "show", environment: environment) == .ok)
        }
        #expect(terminal.data.contains("https://gateway.marvel.com") && terminal.data.contains("<redacted> from MARVEL_PRIVATE_KEY"))
    }

    @Test func `a settings file that can't be read is an error, and no reason for made-up data`() async throws {
        try FileManager.default.createDirectory(at: folder.appending(path: "Config"), withIntermediateDirectories: true)
        let file = folder.appending(path: "Config/marvel.json").path
        // A link to nothing, and one to itself.
        for target in ["/no/such/file", file] {
            try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: target)
            #expect(await run("characters") == .configuration)
            #expect(terminal.reports.last?.contains("expected a settings file, found that it can't be read: ") == true)
            try FileManager.default.removeItem(atPath: file)
        }
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        #expect(await run("characters") == .configuration)
        // A link to nothing on the way.
        try FileManager.default.removeItem(at: folder.appending(path: "Config"))
        try FileManager.default.createSymbolicLink(atPath: folder.appending(path: "Config").path, withDestinationPath: "/no/such/folder")
        #expect(await run("characters") == .configuration)
        #expect(terminal.data.isEmpty)
        let home = folder.appending(path: "home")
        try FileManager.default.removeItem(at: folder.appending(path: "Config"))
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: home.appending(path: ".config").path, withDestinationPath: "/no/such/folder")
        #expect(await run("characters", environment: ["HOME": home.path]) == .configuration)
        // What isn't there at all is no error, also where a file stands in the way.
        try FileManager.default.removeItem(at: home.appending(path: ".config"))
        try write("", to: "home/.config")
        #expect(await run("characters", environment: ["HOME": home.path]) == .ok)
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

    @Test func `a check needs no secrets, and says which aren't set`() async throws {
        try write(Self.settings(nil), to: "a.json")
        #expect(await run("config", "check", "a.json") == .ok)
        #expect(terminal.data.isEmpty)
        #expect(terminal.reports.count == 3 && terminal.reports.last == "a.json is valid.")
        #expect(terminal.reports.first?.contains("authentication.publicKey: expected a value") == true)
    }

    @Test func `the files in Config pass a check without keys`() async throws {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
        for name in ["marvel", "github", "httpbin"] {
            #expect(await terminal.run(["config", "check", "Config/\(name).json"], in: root) == .ok)
        }
        #expect(terminal.data.isEmpty)
    }

    @Test func `a check doesn't warn of the program's own variables, which a file needn't name`() async throws {
        try write(#"{ "baseURL": "https://example.com" }"#, to: "a.json")
        #expect(await run("config", "check", "a.json", environment: Self.keys.merging(["MARVEL_DEADLNE": "1s"]) { $1 }) == .ok)
        #expect(terminal.reports.count == 2 && terminal.reports.first?.hasPrefix("marvel: warning: MARVEL_DEADLNE: ") == true)
    }

    @Test func `problems are JSON where JSON was asked for`() async throws {
        try write(#"{ "baseURL": "https://example.com", "deadline": 5 }"#, to: "a.json")
        #expect(await run("config", "check", "a.json", "--output", "json") == .configuration)
        let problem = try JSON(parsing: terminal.data)["results"]?[0]
        #expect(problem?["origin"] == "a.json:1:49" && problem?["key"] == "deadline" && problem?["suggestion"] == #""5s""#)
        #expect(terminal.reports.count == 1 && terminal.reports.first?.hasPrefix(#"{"error":{"kind":"configuration","#) == true)
    }

    @Test func `a check of a good file says so`() async throws {
        try write(Self.settings(nil), to: "a.json")
        #expect(await run("config", "check", "a.json", environment: Self.keys) == .ok)
        #expect(terminal.data.isEmpty)
        #expect(terminal.reports == ["a.json is valid."])
    }

    @Test(arguments: [
        (["config"], "marvel config needs one of show, check. See marvel config --help."),
        (["config", "shw"], "marvel config has no command \"shw\" (did you mean show?). See marvel config --help."),
        (["config", "check"], "<file> is missing. See marvel config check --help."),
        (["config", "show", "--origins=1"], "--origins needs true or false, not \"1\"."),
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
