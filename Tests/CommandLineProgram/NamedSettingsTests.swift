import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@testable import CommandLineProgram

@Suite struct NamedSettingsTests {
    private static let spec = CommandSpec(program: "tool", name: "", summary: "", options: NamedSettings.options("tool"))

    private let home: Folder
    private let file = ".config/tool/config.json"

    init() throws {
        home = try Folder()
        try FileManager.default.createDirectory(at: home.file(".config/tool"), withIntermediateDirectories: true)
    }

    private func load(_ arguments: String...) throws -> APIConfiguration? {
        try NamedSettings(Self.spec.parse(arguments)).load("tool", environment: ["HOME": home.url.path])
    }

    @Test func `the file that is named comes before the user's own`() throws {
        #expect(try load() == nil)
        try home.write(Array(#"{ "baseURL": "https://own.example", "profiles": { "p": { "basePath": "/p" } } }"#.utf8), to: file)
        try home.write(Array(#"{ "baseURL": "https://named.example" }"#.utf8), to: "named.json")
        #expect(try load()?.baseURL.host() == "own.example")
        #expect(try load("--profile", "p")?.basePath == "/p")
        #expect(try load("--config", home.file("named.json").path)?.baseURL.host() == "named.example")
    }

    @Test func `a file that can't be read is an error and not ignored`() throws {
        try FileManager.default.createSymbolicLink(atPath: home.file(file).path, withDestinationPath: "nothing")
        #expect(throws: APIError.self) { try load() }
    }

    @Test func `a profile needs a file`() throws {
        #expect(throws: Failure(.configuration, "There is no settings file, so no profile \"p\". Name a file with --config.")) {
            try load("--profile", "p")
        }
    }

    /// A directory that was downloaded may bring a settings file, which would choose the host that gets the user's token.
    @Test(arguments: ["github", "httpbin"])
    func `a file of the working directory is read only if it is named`(program: String) async throws {
        let asked = Counter()
        let server = try LoopbackServer { _ in
            asked.next()
            return HTTPResponse(status: 404)
        }
        let folder = try Folder()
        try FileManager.default.createDirectory(at: folder.file("Config"), withIntermediateDirectories: false)
        try folder.write(Array(#"{ "baseURL": "\#(server.url.absoluteString)" }"#.utf8), to: "Config/\(program).json")
        let arguments = program == "github" ? ["search", "swift"] : []
        // Nothing answers as the host of the built-in settings.
        let closed = try RefusingPort().url.absoluteString
        let builtIn = try await ChildProcess.run(
            BuiltProgram.path(of: program), arguments + ["--live"], environment: ["https_proxy": closed], directory: folder.url)
        #expect(builtIn.exit == .code(69) && asked.count == 0)
        let named = try await ChildProcess.run(
            BuiltProgram.path(of: program), arguments + ["--config", "Config/\(program).json"], directory: folder.url)
        #expect(named.exit == .code(program == "github" ? 66 : 0) && asked.count > 0)
    }
}
