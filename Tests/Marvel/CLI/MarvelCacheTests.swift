import CommandLineProgram
import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct MarvelCacheTests {
    /// Characters are fresh for an hour, and comics have an entity tag.
    private static func service() throws -> RecordingServer {
        try RecordingServer { request in
            if request.path.encoded.contains("/characters") {
                let id = request.path.encoded.hasSuffix("/8") ? 8 : 7
                return HTTPResponse(
                    headers: ["Cache-Control": "max-age=3600"], body: Data(Fixture.page([Fixture.character(id: id)]).utf8))
            }
            if request.headers["If-None-Match"] == "\"21\"" { return HTTPResponse(status: 304, headers: ["ETag": "\"21\""]) }
            return HTTPResponse(headers: ["ETag": "\"21\""], body: Data(Fixture.page([Fixture.comic]).utf8))
        }
    }

    @Test func `marvel: responses are stored only if the settings have a cache`() async throws {
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

    @Test func `marvel: it waits until the validation of a stale response is stored`() async throws {
        let folder = try Folder()
        let count = Atomic(0)
        let server = try RecordingServer { _ in
            let id = count.add(1, ordering: .relaxed).newValue
            // The program has its response, and is about to end.
            if id == 2 { Thread.sleep(forTimeInterval: 0.3) }
            return HTTPResponse(
                headers: ["Cache-Control": "max-age=0, stale-while-revalidate=3600", "ETag": "\"\(id)\""],
                body: Data(Fixture.page([Fixture.character(id: id)]).utf8))
        }
        let own = Terminal.keys.merging([
            "MARVEL_BASE_URL": server.url.absoluteString, "MARVEL_CACHE_DIRECTORY": folder.file("cache").path,
        ]) { $1 }
        var outputs: [String] = []
        for options in [[], [], ["--offline"]] {
            // A separate process, because the clock of `Terminal` doesn't wait.
            let result = try await ChildProcess.run(
                BuiltProgram.path(of: "marvel"), ["characters", "--limit", "1", "--fields", "id"] + options, environment: own,
                directory: folder.url)
            outputs.append(result.outputText.split(separator: "\n").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "")
        }
        #expect(outputs == ["1", "1", "2"])
    }

    @Test func `marvel: a replay leaves the cookies alone`() async throws {
        let folder = try Folder()
        let server = try RecordingServer { _ in
            HTTPResponse(
                headers: ["Set-Cookie": "theme=dark"], body: Data(Fixture.page([Fixture.character(id: 7)]).utf8))
        }
        let own = Terminal.keys.merging([
            "MARVEL_BASE_URL": server.url.absoluteString, "MARVEL_COOKIES_FILE": folder.file("cookies").path,
            "MARVEL_COOKIES_KEEPS_SESSION_COOKIES": "true",
        ]) { $1 }
        #expect(await Terminal().run(["character", "7", "--record", "take.har"], environment: own, in: folder.url) == .ok)
        #expect(FileManager.default.fileExists(atPath: folder.file("cookies").path))
        try FileManager.default.removeItem(at: folder.file("cookies"))
        #expect(await Terminal().run(["character", "7", "--replay", "take.har"], environment: own, in: folder.url) == .ok)
        #expect(!FileManager.default.fileExists(atPath: folder.file("cookies").path))
    }

    @Test func `marvel: the gateway's entity tags save bodies, and -v says where a response comes from`() async throws {
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
