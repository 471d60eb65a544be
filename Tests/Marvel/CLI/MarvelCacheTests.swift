import CommandLineProgram
import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct MarvelCacheTests {
    /// Characters are fresh for a minute, and comics have an entity tag.
    private static func service() throws -> RecordingServer {
        try RecordingServer { request in
            if request.path.encoded.contains("/characters") {
                let id = request.path.encoded.hasSuffix("/8") ? 8 : 7
                return HTTPResponse(
                    headers: ["Cache-Control": "max-age=60"], body: Data(Fixture.page([Fixture.character(id: id)]).utf8))
            }
            if request.headers["If-None-Match"] == "\"21\"" { return HTTPResponse(status: 304, headers: ["ETag": "\"21\""]) }
            return HTTPResponse(headers: ["ETag": "\"21\""], body: Data(Fixture.page([Fixture.comic]).utf8))
        }
    }

    @Test func `marvel: answers are stored only if the settings have a cache`() async throws {
        try await Session("cache", against: Self.service()).check()
    }

    @Test func `marvel: cache info shows the size of the cache`() async throws {
        let folder = try Folder()
        let server = try Self.service()
        let own = Terminal.keys.merging([
            "MARVEL_BASE_URL": server.url.absoluteString, "MARVEL_CACHE_DIRECTORY": folder.file("cache").path,
        ]) { $1 }
        for id in ["7", "8"] {
            #expect(await Terminal().run(["character", id], environment: own, in: folder.url) == .ok)
        }
        let terminal = Terminal()
        #expect(await terminal.run(["cache", "info", "--output", "json"], environment: own, in: folder.url) == .ok)
        let info = try #require(try JSON(parsing: Data(terminal.data.utf8))["results"]?.array?.first)
        #expect(info["answers"] == 2)
        #expect(info["size"] == 20_971_520)
        #expect(info["directory"]?.string == folder.file("cache").path)
        #expect((1000...10_000).contains(info["bytes"]?.int ?? 0))
    }

    @Test func `marvel: the gateway's entity tags save bodies, and -v says where an answer comes from`() async throws {
        let folder = try Folder()
        let environment = Terminal.keys.merging([
            "MARVEL_BASE_URL": try GatewayCaller.url.absoluteString, "MARVEL_CACHE_DIRECTORY": folder.file("cache").path,
        ]) { $1 }
        var notes: [String] = []
        for arguments in [["-v"], ["-v"], ["-v", "--offline"]] {
            let process = try await ChildProcess.start(
                BuiltProgram.path(of: "marvel"), ["characters", "--limit", "2"] + arguments, environment: environment)
            let result = await process.result
            #expect(result.exit == .code(0))
            notes.append(result.errorText)
        }
        #expect(!notes[0].contains("cache"))
        #expect(notes[1].contains("200 OK from the cache, revalidated"))
        #expect(notes[2].contains("200 OK from the cache, stale"))
    }
}
