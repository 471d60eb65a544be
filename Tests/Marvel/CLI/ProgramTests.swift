import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// The program as a process of its own: what signals and closed streams make of it.
@Suite struct ProgramTests {
    private static let settings = URL(filePath: #filePath).appending(path: "../../../../Config/marvel.json").standardizedFileURL.path
    private static let keys = ["MARVEL_PUBLIC_KEY": "1234", "MARVEL_PRIVATE_KEY": "abcd"]

    /// With keys, against the service at `url` if there is one.
    private func start(
        _ arguments: [String], against url: URL? = nil, environment: [String: String] = [:], readsOutput: Bool = true
    ) async throws -> ChildProcess {
        // Beside the test bundle.
        let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "marvel")
        let service = url.map { Self.keys.merging(["MARVEL_BASE_URL": $0.absoluteString]) { $1 } } ?? [:]
        return try await ChildProcess.start(
            program.path(percentEncoded: false), arguments + (url == nil ? [] : ["--config", Self.settings]),
            environment: service.merging(environment) { $1 }, readsOutput: readsOutput)
    }

    @Test func `the version is on the standard output`() async throws {
        let result = try await start(["--version"]).result
        #expect(result.exit == .code(0))
        #expect(result.outputText == "marvel 0.1.0\n")
    }

    @Test func `Ctrl-C lets go of the connection and ends with 130`() async throws {
        let (arrived, departed) = (Signal(), Signal())
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            arrived.give()
            connection.waitForClose()
            departed.give()
        })
        let process = try await start(["characters"], against: server.url)
        await arrived.wait()
        process.interrupt()
        let result = await process.result
        #expect(result.exit == .code(130))
        await departed.wait()
        #expect(result.errors.isEmpty)
    }

    @Test(arguments: ["json", "ndjson"])
    func `Ctrl-C in the middle of a list ends its document`(format: String) async throws {
        let arrived = Signal()
        let server = try LoopbackServer(raw: { connection in
            while let request = try connection.readRequest() {
                if request.query["offset"] == "0" {
                    let page = Fixture.page([Fixture.character(id: 7), Fixture.character(id: 8)], total: 90)
                    try connection.write(HTTPResponse(body: Data(page.utf8)), to: request)
                } else {
                    arrived.give()
                    connection.waitForClose()
                }
            }
        })
        let process = try await start(["characters", "--all", "--output", format], against: server.url)
        await arrived.wait()
        process.interrupt()
        let result = await process.result
        #expect(result.exit == .code(130))
        if format == "json" {
            let document = try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
            #expect((document["results"] as? [[String: Any]])?.map { $0["id"] as? Int } == [7, 8])
        } else {
            #expect(result.output.split(separator: UInt8(ascii: "\n")).count == 2 && result.output.last == UInt8(ascii: "\n"))
        }
        // Nor a progress bar: this is no terminal.
        #expect(result.errorText == (format == "json" ? "" : "2 of 90 characters.\nData by the fixture\n"))
    }

    @Test func `the gateway runs until Ctrl-C, and says how to use it`() async throws {
        let process = try await start(["serve", "--port", "0"])
        for name in ["MARVEL_BASE_URL", "MARVEL_PUBLIC_KEY", "MARVEL_PRIVATE_KEY"] {
            #expect(await process.nextLine()?.hasPrefix("export \(name)=") == true)
        }
        process.interrupt()
        #expect(await process.exit == .code(130))
        #expect(await process.nextLine() == nil)
    }

    @Test func `an output whose reader is gone is no error`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse(body: Data(Fixture.page([Fixture.character(id: 7)]).utf8)) }
        let result = try await start(["characters"], against: server.url, readsOutput: false).result
        #expect(result.exit == .code(0))
        #expect(result.errorText.hasSuffix("Data by the fixture\n"))
    }

    @Test func `a file and two variables are all that it needs to call a gateway, and a third logs it`() async throws {
        let gateway = try await start(["serve", "--port", "0"], environment: Self.keys)
        let line = try #require(await gateway.nextLine())
        try #require(line.hasPrefix("export MARVEL_BASE_URL="))
        let url = line.drop { $0 != "=" }.dropFirst()

        let file = FileManager.default.temporaryDirectory.appending(path: "marvel-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let settings = """
            {
              "baseURL": "\(url)", "basePath": "/v1/public", // made up
              "authentication": {
                "type": "hashedQuery", "publicKey": { "env": "MARVEL_PUBLIC_KEY" }, "privateKey": { "env": "MARVEL_PRIVATE_KEY" },
              },
            }
            """
        try Data(settings.utf8).write(to: file)
        let caller = try await start(
            ["characters", "--limit", "1", "--config", file.path],
            environment: Self.keys.merging(["MARVEL_LOG_LEVEL": "calls"]) { $1 })
        let result = await caller.result
        #expect(result.exit == .code(0))
        #expect(result.errorText.hasPrefix("GET \(url)/v1/public/characters?") && result.errorText.contains(" 200 OK "))
        #expect(result.outputText.contains("3-D Man"))
        gateway.interrupt()
        #expect(await gateway.exit == .code(130))
    }
}
