import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// How the process of `marvel` handles signals and streams. `EndingTests` covers every program.
@Suite struct RunningProcessTests {
    private func start(_ arguments: [String], against url: URL, blocksOutput: Bool = true) async throws -> ChildProcess {
        // On a busy machine, a test may continue later than the usual 30 and 60 s.
        let patience = ["MARVEL_REQUEST_TIMEOUT": "10m", "MARVEL_DEADLINE": "10m", "MARVEL_BASE_URL": url.absoluteString]
        return try await ChildProcess.start(
            BuiltProgram.path(of: "marvel"), arguments, environment: Terminal.keys.merging(patience) { $1 },
            directory: FileManager.default.temporaryDirectory, blocksOutput: blocksOutput)
    }

    @Test(arguments: ["json", "ndjson"])
    func `marvel: Ctrl-C in the middle of a list leaves the elements so far, and no complete document`(format: String) async throws {
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
        #expect(result.exit == .signal(SIGINT))
        if format == "json" {
            #expect((try? JSON(parsing: result.output)) == nil)
            #expect(try JSON(parsing: result.outputText + "]}")["results"]?.array?.map { $0["id"] } == [7, 8])
        } else {
            #expect(result.output.split(separator: UInt8(ascii: "\n")).count == 2 && result.output.last == UInt8(ascii: "\n"))
        }
        // There is no progress bar either, because this isn't a terminal.
        #expect(result.errorText == (format == "json" ? "" : "{\"note\":\"2 of 90 characters.\"}\n{\"note\":\"Data by the fixture\"}\n"))
    }

    // `EndingTests` covers the moment at which the service has the request.
    @Test(arguments: [false, true])
    func `marvel: a signal ends the program right after its start, and right after it connects`(isConnected: Bool) async throws {
        let connected = Signal()
        let server = try LoopbackServer(raw: { connection in
            connected.give()
            connection.waitForClose()
        })
        let process = try await start(["characters"], against: server.url)
        if isConnected { await connected.wait() }
        process.interrupt()
        #expect(await process.exit == .signal(SIGINT))
    }

    /// A service whose character 7 has this picture.
    private func service(picture: Data) throws -> LoopbackServer {
        try LoopbackServer { request in
            let page = Fixture.page([Fixture.character(id: 7, image: "\(request.origin)/i/1")])
            return HTTPResponse(body: request.path.encoded == "/i/1.jpg" ? picture : Data(page.utf8))
        }
    }

    @Test func `marvel: a picture is complete on an output that is slow to accept it`() async throws {
        let picture = Data("GIF8".utf8) + Data((0..<2_999_996).map { UInt8(truncatingIfNeeded: $0 / 251) })
        let server = try service(picture: picture)
        let result = try await start(["image", "7", "-o", "-"], against: server.url, blocksOutput: false).result
        #expect(result.exit == .code(0) && result.output == picture)
        #expect(result.errorText == "3000000 bytes in the standard output.\nData by the fixture\n")
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `marvel: a signal ends the program while nobody reads its output`(signal: Int32) async throws {
        let folder = try Folder()
        let pipe = folder.file("pipe").path
        try #require(mkfifo(pipe, 0o600) == 0)
        let server = try service(picture: Data("GIF8".utf8) + Data(count: 1 << 20))
        let reader = open(pipe, O_RDWR | O_NONBLOCK)
        defer { close(reader) }
        let process = try await start(["image", "7", "-o", pipe], against: server.url)
        // Once there is data to read, the process waits for space in the pipe.
        await eventually {
            var state = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
            return poll(&state, 1, 0) == 1
        }
        process.send(signal)
        #expect(await process.exit == .signal(signal))
    }
}
