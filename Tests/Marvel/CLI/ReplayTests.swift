import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// `--record` and `--replay`, by processes: the second has no service, and no keys.
@Suite struct ReplayTests {
    private static let keys = ["MARVEL_PUBLIC_KEY": "public-1234", "MARVEL_PRIVATE_KEY": "private-abcd"]

    /// In a folder without settings files.
    private func run(_ arguments: [String], _ environment: [String: String] = [:], in folder: Folder) async throws -> ChildProcess.Result {
        try await ChildProcess.run(
            BuiltProgram.path(of: "marvel"), arguments, environment: ["HOME": folder.url.path].merging(environment) { $1 },
            directory: folder.url)
    }

    private static let commands: [[String]] = [
        ["characters", "--limit", "3"],
        ["characters", "--name-starts-with", "Spider", "--output", "json"],
        ["characters", "--all", "--name-starts-with", "S", "--limit", "20", "--prefetch", "2", "--output", "ndjson"],
        ["character", "1009610"],
        ["character", "1"],
        ["image", "1009610", "--variant", "portrait_small", "-o", "-"],
        ["characters", "--offset", "999999"],
        ["characters", "--modified-since", "2030-01-01", "--order-by=-modified"],
    ]

    @Test(arguments: commands)
    func `a replay gives the same output, byte for byte, with the service stopped and without keys`(command: [String]) async throws {
        let folder = try Folder()
        let gateway = try await ChildProcess.start(
            BuiltProgram.path(of: "marvel"), ["serve", "--port", "0"], environment: Self.keys, directory: folder.url)
        let line = try #require(await gateway.nextLine())
        let url = try #require(line.split(separator: "=").last)
        let live = try await run(
            command + ["--record", "take.har"], Self.keys.merging(["MARVEL_BASE_URL": String(url)]) { $1 }, in: folder)
        gateway.kill()
        _ = await gateway.result
        let replayed = try await run(command + ["--replay", "take.har"], in: folder)
        #expect(replayed.exit == live.exit)
        #expect(replayed.output == live.output)
        #expect(replayed.errorText == live.errorText)
        #expect(!live.output.isEmpty || !live.errors.isEmpty)
        let cassette = try String(contentsOf: folder.file("take.har"), encoding: .utf8)
        #expect(!cassette.contains("public-1234") && !cassette.contains("private-abcd"))
        #expect(cassette.contains("\"apikey\""))
        #expect(try folder.permissions("take.har") == 0o600)
    }

    @Test func `the gateway that the program starts itself is recorded, too`() async throws {
        let folder = try Folder()
        let image = ["image", "1009610", "-o", "-"]
        let live = try await run(image + ["--record", "take.har"], in: folder)
        let replayed = try await run(image + ["--replay", "take.har"], in: folder)
        #expect(live.exit == .code(0) && replayed.exit == .code(0))
        #expect(live.output == replayed.output && live.output.count > 1000)
        #expect(live.errorText.contains("using a local gateway") && !replayed.errorText.contains("gateway"))
    }

    @Test(arguments: [
        ["MARVEL_PUBLIC_KEY": "public-1234"], ["MARVEL_PRIVATE_KEY": "private-abcd"], ["MARVEL_BASE_URL": "http://127.0.0.1:9"],
    ])
    func `a replay needs no keys, whatever else is set`(environment: [String: String]) async throws {
        let folder = try Folder()
        let command = ["character", "1009610"]
        let live = try await run(command + ["--record", "take.har"], in: folder)
        let replayed = try await run(command + ["--replay", "take.har"], environment, in: folder)
        #expect(replayed.exit == .code(0) && replayed.output == live.output)
        #expect(live.errorText.hasSuffix(replayed.errorText))
        let settings = #"""
            {"authentication": {"type": "hashedQuery", "publicKey": {"env": "OTHER_KEY"}, "privateKey": {"env": "ANOTHER_KEY"}}}
            """#
        try folder.write(Array(settings.utf8), to: "own.json")
        let configured = try await run(command + ["--config", "own.json", "--replay", "take.har"], environment, in: folder)
        #expect(configured.exit == .code(0) && configured.output == live.output)
    }

    @Test func `a run that got no answer leaves a recording as it was`() async throws {
        let folder = try Folder()
        _ = try await run(["character", "1009610", "--record", "take.har"], in: folder)
        let old = try String(contentsOf: folder.file("take.har"), encoding: .utf8)
        let environment = Self.keys.merging(["MARVEL_BASE_URL": try "\(RefusingPort().origin)"]) { $1 }
        let failed = try await run(["character", "1009610", "--record", "take.har"], environment, in: folder)
        #expect(failed.exit == .code(69) && failed.errorText.contains("because no answer came.\n"))
        #expect(try String(contentsOf: folder.file("take.har"), encoding: .utf8) == old)
        let stream = try await run(["character", "1009610", "--record", "-"], in: folder)
        #expect(stream.exit == .code(64) && stream.errorText.hasPrefix("marvel: --record needs a file: "))
    }

    @Test func `what can't be replayed is an error that says why`() async throws {
        let folder = try Folder()
        _ = try await run(["character", "1009610", "--record", "take.har"], in: folder)
        let other = try await run(["character", "1009368", "--replay", "take.har"], in: folder)
        #expect(other.exit == .code(74))
        #expect(
            other.errorText.hasPrefix(
                "marvel: The cassette take.har has no recording for GET /v1/public/characters/1009368. The closest: entry 1, "))
        #expect(other.errorText.contains("has the path /v1/public/characters/1009610, not /v1/public/characters/1009368"))
        let missing = try await run(["character", "1009610", "--replay", "no.har"], in: folder)
        #expect(missing.exit == .code(74) && missing.errorText == "marvel: The cassette no.har does not exist.\n")
        try folder.write(Array("{\"log\": {\n".utf8), to: "broken.har")
        let broken = try await run(["character", "1009610", "--replay", "broken.har"], in: folder)
        #expect(broken.exit == .code(74) && broken.errorText.contains("line 2: it is not valid JSON"))
        let unwritable = try await run(["character", "1009610", "--record", "no/such/take.har"], in: folder)
        #expect(unwritable.exit == .code(74) && unwritable.errorText.contains("take.har could not be written: No such file or directory."))
        let both = try await run(["characters", "--replay", "a", "--record", "b"], in: folder)
        #expect(both.exit == .code(64))
        #expect(both.errorText == "marvel: --record and --replay can't be used together. See marvel characters --help.\n")
        let help = try await run(["image", "--help"], in: folder)
        #expect(help.outputText.contains("--record <file>") && help.outputText.contains("--replay <file>"))
    }
}
