import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@testable import CommandLineProgram

@Suite struct NamedSettingsTests {
    private let home: Folder
    private let file = ".config/tool/config.json"

    init() throws {
        home = try Folder()
        try FileManager.default.createDirectory(at: home.file(".config/tool"), withIntermediateDirectories: true)
    }

    private func load(_ arguments: String...) throws -> APIConfiguration? {
        try load(arguments, environment: ["HOME": home.url.path])
    }

    private func load(_ arguments: [String], environment: [String: String]) throws -> APIConfiguration? {
        let program = Program<Tool>("tool", version: "1", "", about: "", options: NamedSettings.options("tool")) { _, _ in }
        return try NamedSettings(CommandLineReading(program, arguments).result().arguments, of: "tool", environment)
            .load("tool", environment: environment)
    }

    @Test func `NamedSettings: the named file takes precedence over the user's own file`() throws {
        #expect(try load() == nil)
        try home.write(Array(#"{ "baseURL": "https://own.example", "profiles": { "p": { "basePath": "/p" } } }"#.utf8), to: file)
        try home.write(Array(#"{ "baseURL": "https://named.example" }"#.utf8), to: "named.json")
        #expect(try load()?.baseURL.host() == "own.example")
        #expect(try load("--profile", "p")?.basePath == "/p")
        #expect(try load("--config", home.file("named.json").path)?.baseURL.host() == "named.example")
    }

    @Test func `NamedSettings: a variable names the file if --config doesn't, unless it is empty`() throws {
        try home.write(Array(#"{ "baseURL": "https://own.example" }"#.utf8), to: file)
        for name in ["a", "b"] { try home.write(Array(#"{ "baseURL": "https://\#(name).example" }"#.utf8), to: "\(name).json") }
        func host(_ variable: String, _ arguments: String...) throws -> String? {
            try load(arguments, environment: ["HOME": home.url.path, "TOOL_CONFIG": variable])?.baseURL.host()
        }
        #expect(try host(home.file("a.json").path) == "a.example")
        #expect(try host(home.file("a.json").path, "--config", home.file("b.json").path) == "b.example")
        #expect(try host("") == "own.example")
        #expect(throws: APIError.self) { try host("/no/such/file") }
    }

    @Test func `NamedSettings: XDG_CONFIG_HOME locates the user's own file if it is an absolute path`() throws {
        try home.write(Array(#"{ "baseURL": "https://own.example" }"#.utf8), to: file)
        try FileManager.default.createDirectory(at: home.file("xdg/tool"), withIntermediateDirectories: true)
        try home.write(Array(#"{ "baseURL": "https://xdg.example" }"#.utf8), to: "xdg/tool/config.json")
        func host(_ folder: String) throws -> String? {
            try load([], environment: ["HOME": home.url.path, "XDG_CONFIG_HOME": folder])?.baseURL.host()
        }
        #expect(try host(home.file("xdg").path) == "xdg.example")
        #expect(try host(home.file("none").path) == nil)
        for ignored in ["", "xdg"] { #expect(try host(ignored) == "own.example") }
    }

    @Test func `NamedSettings: an unreadable file is an error and isn't ignored`() throws {
        try FileManager.default.createSymbolicLink(atPath: home.file(file).path, withDestinationPath: "nothing")
        #expect(throws: APIError.self) { try load() }
    }

    @Test func `NamedSettings: a profile needs a file`() throws {
        #expect(throws: Failure(.configuration, "There is no settings file, so there is no profile \"p\". Name a file with --config.")) {
            try load("--profile", "p")
        }
    }

    @Test func `NamedSettings: variables with the program's prefix set keys, and other variables don't`() throws {
        try home.write(Array(#"{ "baseURL": "https://own.example" }"#.utf8), to: file)
        let environment = ["HOME": home.url.path, "TOOL_BASE_PATH": "/own", "ENDPOINTKIT_BASE_PATH": "/shared"]
        let configuration = try load([], environment: environment)
        #expect(configuration?.basePath == "/own")
    }

    @Test(arguments: ["github", "httpbin"])
    func `NamedSettings: the user's own file is used by default, and isn't replaced by made-up data if it can't be read`(
        program: String
    ) async throws {
        let asked = Counter()
        let server = try LoopbackServer { _ in
            asked.next()
            return HTTPResponse(status: 404)
        }
        let own = ".config/\(program)/config.json"
        try FileManager.default.createDirectory(at: home.file(own).deletingLastPathComponent(), withIntermediateDirectories: true)
        func run() async throws -> ChildProcess.Result {
            try await ChildProcess.run(
                BuiltProgram.path(of: program), program == "github" ? ["search", "swift"] : [], environment: ["HOME": home.url.path])
        }
        try home.write(Array("{".utf8), to: own)
        let broken = try await run()
        #expect(broken.exit == .code(78) && broken.errorText.contains("config.json:1:2: "))
        try home.write(Array(#"{ "baseURL": "\#(server.url.absoluteString)" }"#.utf8), to: own)
        _ = try await run()
        #expect(asked.count > 0)
    }

    /// A downloaded directory may contain a settings file, which would choose the host that gets the user's token.
    @Test(arguments: ["github", "httpbin"])
    func `NamedSettings: a file in the working directory is read only if it is named`(program: String) async throws {
        let asked = Counter()
        let server = try LoopbackServer { _ in
            asked.next()
            return HTTPResponse(status: 404)
        }
        let folder = try Folder()
        try FileManager.default.createDirectory(at: folder.file("Config"), withIntermediateDirectories: false)
        try folder.write(Array(#"{ "baseURL": "\#(server.url.absoluteString)" }"#.utf8), to: "Config/\(program).json")
        let arguments = program == "github" ? ["search", "swift"] : []
        // A port that refuses connections takes the place of the host in the built-in settings.
        let port = try RefusingPort()
        defer { withExtendedLifetime(port) {} }
        let builtIn = try await ChildProcess.run(
            BuiltProgram.path(of: program), arguments + ["--live"], environment: ["https_proxy": port.url.absoluteString],
            directory: folder.url)
        #expect(builtIn.exit == .code(69) && asked.count == 0)
        let named = try await ChildProcess.run(
            BuiltProgram.path(of: program), arguments + ["--config", "Config/\(program).json"], directory: folder.url)
        #expect(named.exit == .code(program == "github" ? 66 : 0) && asked.count > 0)
    }
}
