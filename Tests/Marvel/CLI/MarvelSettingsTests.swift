import CommandLineProgram
import EndpointKit
import Foundation
import TestSupport
import Testing

@testable import marvel

/// A folder for settings files.
struct SettingsFolder {
    let folder: Folder
    var url: URL { folder.url }

    init() throws {
        folder = try Folder()
        for name in ["Config", "home/.config/marvel"] {
            try FileManager.default.createDirectory(at: folder.file(name), withIntermediateDirectories: true)
        }
    }

    /// Writes a file with an address, the variables of the keys, and `more` from line 6.
    func write(_ more: String = "", base: URL? = nil, to name: String = "Config/marvel.json") throws {
        let text = """
            {
              "baseURL": "\(base?.absoluteString ?? "https://gateway.marvel.com")", "basePath": "v1/public",
              "authentication": {
                "type": "hashedQuery", "publicKey": { "env": "MARVEL_PUBLIC_KEY" }, "privateKey": { "env": "MARVEL_PRIVATE_KEY" },
              },
              \(more)
            }
            """
        try folder.write(Array(text.utf8), to: name)
    }
}

@Suite struct MarvelSettingsTests {
    private let settings: SettingsFolder
    private let terminal = Terminal()
    private let gateway: URL

    init() throws {
        settings = try SettingsFolder()
        gateway = try GatewayCaller.url
    }

    private func run(_ arguments: String..., environment: [String: String] = Terminal.keys) async -> ExitCode {
        await terminal.run(arguments, environment: environment, in: settings.url)
    }

    @Test func `a missing key is named as the user would set it`() async throws {
        try settings.folder.write(Array(#"{ "requestTimeout": "5s" }"#.utf8), to: "a.json")
        #expect(await run("characters", "--config", "a.json", environment: ["MARVEL_PUBLIC_KEY": "1"]) == .configuration)
        let problem = "MARVEL_PRIVATE_KEY is not set. Set it, or authentication.privateKey in the settings file."
        #expect(terminal.reports == ["marvel: \(problem)"])
    }

    @Test func `a found file gets no variable and no file until it is named, and the program says so`() async throws {
        let server = try Fixture.service(Fixture.character(id: 7))
        try settings.folder.write(Array("hunter2".utf8), to: "Config/key")
        let references = #""headers": { "X-A": { "env": "CLOUD_KEY" }, "X-B": { "file": "key" } }"#
        let profile = #""profiles": { "p": { "query": { "c": { "env": "CLOUD_KEY" } } } }"#
        try settings.write("\(references), \(profile)", base: server.url)
        #expect(await run("characters", environment: ["CLOUD_KEY": "hunter2"]) == .ok)
        let start = "marvel: Config/marvel.json was found in the working directory, so the variables"
        #expect(terminal.reports.first?.hasPrefix(start) == true)
        #expect(terminal.reports.first?.contains("headers.X-A, headers.X-B") == true)
        // The user's keys are no reason to send anything there either.
        let environment = Terminal.keys.merging(["CLOUD_KEY": "hunter2"]) { $1 }
        for arguments in [["characters"], ["characters", "--profile", "p"]] {
            #expect(await terminal.run(arguments, environment: environment, in: settings.url) == .configuration)
            #expect(terminal.reports.last?.hasSuffix("If you trust it, name it: --config Config/marvel.json.") == true)
        }
        #expect(server.requests.isEmpty)
        #expect(await run("characters", "--config", "Config/marvel.json", environment: environment) == .ok)
        #expect(server.requests.first?.headers["X-A"] == "hunter2" && server.requests.first?.headers["X-B"] == "hunter2")
    }

    @Test(arguments: [
        #""baseURL": "https://example.com""#, #""proxy": "http://127.0.0.1:1""#, #""redaction": { "shown": ["hash"] }"#,
        #""allowsInsecureHTTP": true"#,
    ])
    func `a found file doesn't choose where keys go`(setting: String) async throws {
        try settings.folder.write(Array("{ \(setting) }".utf8), to: "Config/marvel.json")
        for arguments in [["characters"], ["config", "show"]] {
            #expect(await terminal.run(arguments, environment: Terminal.keys, in: settings.url) == .configuration)
        }
        #expect(terminal.reports.count == 2 && Set(terminal.reports).count == 1)
        #expect(terminal.reports.first?.contains("was found in the working directory and sets ") == true)
    }

    @Test func `a found file extends no other, and its harmless settings count`() async throws {
        let own = #"{ "baseURL": "https://example.com", "allowsLiteralSecrets": true, "headers": { "X-Key": "hunter2" } }"#
        try settings.folder.write(Array(own.utf8), to: "own.json")
        try settings.folder.write(Array(#"{ "extends": "../own.json", "headers": { "X-A": "b" } }"#.utf8), to: "Config/marvel.json")
        #expect(await run("config", "show") == .ok)
        #expect(terminal.data.contains("X-A") && !terminal.data.contains("X-Key") && !terminal.data.contains("example.com"))
        #expect(terminal.reports.first?.contains("(extends)") == true)
        try settings.write(#""limits": { "bodySize": "10B" }"#)
        #expect(await terminal.run(["characters"], against: gateway, in: settings.url) == .decoding)
    }

    @Test func `a file and a profile can be named, and a variable counts more than they do`() async throws {
        try settings.write("\"profiles\": { \"local\": { \"baseURL\": \"\(gateway)\" } }", to: "other.json")
        #expect(await run("character", "1009610", "--config", "other.json", "--profile", "local") == .ok)
        #expect(await run("characters", "--config=other.json", "--profile=locl") == .configuration)
        #expect(terminal.reports.last?.hasSuffix("expected a profile \"locl\", found only \"local\"; did you mean \"local\"?") == true)
        #expect(await terminal.run(["characters", "--config=other.json"], against: gateway, in: settings.url) == .ok)
        #expect(await run("characters", "--profile", "p") == .configuration)
        #expect(terminal.reports.last == "marvel: There is no settings file, so no profile \"p\". Name a file with --config.")
    }

    @Test func `the home directory's file is used if the working directory has none`() async throws {
        try settings.write(base: gateway, to: "home/.config/marvel/config.json")
        let environment = Terminal.keys.merging(["HOME": settings.folder.file("home").path]) { $1 }
        #expect(await run("characters", environment: environment) == .ok)
        #expect(!terminal.reports.contains { $0.contains("working directory") })
        try settings.folder.write(Array("{".utf8), to: "Config/marvel.json")
        #expect(await run("characters", environment: environment) == .configuration)
        #expect(terminal.reports.last == "marvel: Config/marvel.json:1:2: expected a key, found the end of the file")
    }

    @Test func `a file that lacks nothing but keys leaves the local gateway, with its other settings`() async throws {
        try settings.write(#""proxy": "http://127.0.0.1:1", "headers": { "X-A": "b" }"#)
        #expect(await run("characters", "--limit", "2", environment: [:]) == .ok)
        #expect(terminal.reports.contains { $0.hasPrefix("marvel: no keys are set; using a local gateway") })
        try settings.write(#""limits": { "bodySize": "10B" }"#)
        #expect(await run("characters", environment: [:]) == .decoding)
    }

    @Test(
        arguments: [
            (["--config", "Config/marvel.json"], [:]), (["--profile", "p"], [:]), ([], ["MARVEL_PROFILE": "p"]),
            ([], ["MARVEL_PUBLIC_KEY": "1"]), ([], ["MARVEL_BASE_URL": "http://127.0.0.1:1"]), ([], ["MARVEL_DEADLINE": "5"]),
        ] as [([String], [String: String])])
    func `a service that the user asks for is never replaced by the local gateway`(
        options: [String], environment: [String: String]
    ) async throws {
        try settings.write(#""profiles": { "p": {} }"#)
        #expect(await terminal.run(["characters"] + options, environment: environment, in: settings.url) == .configuration)
        #expect(!terminal.reports.contains { $0.contains("using a local gateway") })
    }

    @Test(arguments: [
        ("Config/marvel.json", "/no/such/file"), ("Config/marvel.json", "marvel.json"), ("Config", "nowhere"), ("home/.config", "x"),
    ])
    func `a settings file that can't be read is an error, and no reason for made-up data`(name: String, target: String) async throws {
        let environment = ["HOME": settings.folder.file("home").path]
        try? FileManager.default.removeItem(at: settings.folder.file(name))
        try FileManager.default.createSymbolicLink(atPath: settings.folder.file(name).path, withDestinationPath: target)
        #expect(await run("characters", environment: environment) == .configuration)
        #expect(terminal.reports.last?.contains("expected a settings file, found that it can't be read: ") == true && terminal.data.isEmpty)
        // A file in the way of a folder means that the settings file isn't there.
        try FileManager.default.removeItem(at: settings.folder.file(name))
        try settings.folder.write([], to: name == "Config/marvel.json" ? "other" : name)
        #expect(await run("characters", "--limit=1", environment: environment) == .ok)
    }
}
