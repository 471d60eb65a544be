import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// The program as a process of its own: what signals and closed streams make of it.
@Suite struct ProgramTests {
    private static let settings = URL(filePath: #filePath).appending(path: "../../../../Config/marvel.json").standardizedFileURL.path
    private static let keys = ["MARVEL_PUBLIC_KEY": "1234", "MARVEL_PRIVATE_KEY": "abcd"]
    /// A busy machine may let a test go on later than the usual 30 and 60 s.
    private static let patience = ["MARVEL_REQUEST_TIMEOUT": "10m", "MARVEL_DEADLINE": "10m"]

    /// With keys, against the service at `url` if there is one.
    private func start(
        _ arguments: [String], against url: URL? = nil, environment: [String: String] = [:], readsOutput: Bool = true,
        blocksOutput: Bool = true
    ) async throws -> ChildProcess {
        let service = url.map { Self.keys.merging(Self.patience) { $1 }.merging(["MARVEL_BASE_URL": $0.absoluteString]) { $1 } } ?? [:]
        return try await ChildProcess.start(
            BuiltProgram.path(of: "marvel"), arguments + (url == nil ? [] : ["--config", Self.settings]),
            environment: service.merging(environment) { $1 }, readsOutput: readsOutput, blocksOutput: blocksOutput)
    }

    @Test func `the version is on the standard output`() async throws {
        let result = try await start(["--version"]).result
        #expect(result.exit == .code(0))
        #expect(result.outputText == "marvel 0.1.0\n")
    }

    @Test func `Ctrl-C closes the connection, and the process ends by that signal`() async throws {
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
        #expect(result.exit == .signal(SIGINT))
        await departed.wait()
        #expect(result.errors.isEmpty)
    }

    @Test(arguments: ["json", "ndjson"])
    func `Ctrl-C in the middle of a list leaves what came, and no whole document`(format: String) async throws {
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
            let document = try JSON(parsing: result.outputText + "]}")
            #expect(document["results"]?.array?.map { $0["id"]?.int } == [7, 8])
        } else {
            #expect(result.output.split(separator: UInt8(ascii: "\n")).count == 2 && result.output.last == UInt8(ascii: "\n"))
        }
        // Nor a progress bar: this is no terminal.
        #expect(result.errorText == (format == "json" ? "" : "{\"note\":\"2 of 90 characters.\"}\n{\"note\":\"Data by the fixture\"}\n"))
    }

    @Test func `the gateway runs until Ctrl-C, and says how to use it`() async throws {
        let process = try await start(["serve", "--port", "0"])
        for name in ["MARVEL_BASE_URL", "MARVEL_PUBLIC_KEY", "MARVEL_PRIVATE_KEY"] {
            #expect(await process.nextLine()?.hasPrefix("export \(name)=") == true)
        }
        process.interrupt()
        #expect(await process.exit == .signal(SIGINT))
        #expect(await process.nextLine() == nil)
    }

    @Test(arguments: [
        (["--fail", "100%"], 70 as Int32, ": 500, "), (["--fail", "100%:504"], 124, ": 504, "), (["--quota", "0"], 75, ": 429, "),
        (["--latency", "1ms"], 0, ": 200, "),
    ])
    func `the gateway fails, waits and counts as it is told, and logs each call`(options: [String], code: Int32, line: String) async throws
    {
        let gateway = try await start(["serve", "--port", "0"] + options, environment: Self.keys)
        let url = try #require(URL(string: String(await gateway.nextLine()?.drop { $0 != "=" }.dropFirst() ?? "")))
        let caller = try await start(["stories", "--limit", "1", "--retry", "0"], against: url)
        #expect(await caller.result.exit == .code(code))
        gateway.interrupt()
        let log = await gateway.result.errorText.split(separator: "\n")
        #expect(log.contains { $0.hasPrefix("GET /v1/public/stories?") && $0.contains(line) && !$0.contains("apikey") }, "\(log)")
    }

    @Test func `what the gateway prints for a shell is one word, whatever the key is`() async throws {
        let gateway = try await start(["serve", "--port", "0"], environment: ["MARVEL_PUBLIC_KEY": "x; y'z", "MARVEL_PRIVATE_KEY": "b"])
        _ = await gateway.nextLine()
        #expect(await gateway.nextLine() == #"export MARVEL_PUBLIC_KEY='x; y'\''z'"#)
    }

    @Test func `an output whose reader is gone is no error`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse(body: Data(Fixture.page([Fixture.character(id: 7)]).utf8)) }
        let result = try await start(["characters"], against: server.url, readsOutput: false).result
        #expect(result.exit == .code(0))
        #expect(result.errorText.hasSuffix("Data by the fixture\n"))
    }

    /// A service whose character 7 has this image.
    private func service(image: Data) throws -> LoopbackServer {
        try LoopbackServer { request in
            request.path.encoded == "/i/1.jpg"
                ? HTTPResponse(body: image)
                : HTTPResponse(body: Data(Fixture.page([Fixture.character(id: 7, image: "\(request.origin)/i/1")]).utf8))
        }
    }

    @Test func `an image on the standard output is whole, also where that doesn't take it at once`() async throws {
        let image = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 251) })
        let server = try service(image: image)
        let result = try await start(["image", "7", "-o", "-"], against: server.url, blocksOutput: false).result
        #expect(result.exit == .code(0))
        #expect(result.output == image)
        #expect(result.errorText == "3000000 bytes in the standard output.\nData by the fixture\n")
    }

    @Test func `an image goes through a pipe that a file's name stands for`() async throws {
        let folder = try Folder()
        let pipe = folder.file("pipe").path
        try #require(mkfifo(pipe, 0o600) == 0)
        let server = try service(image: Data("image".utf8))
        // A reader from the start: nobody waits for the other.
        let reader = open(pipe, O_RDWR | O_NONBLOCK)
        defer { close(reader) }
        let result = try await start(["image", "7", "-o", pipe], against: server.url).result
        #expect(result.exit == .code(0))
        var bytes = [UInt8](repeating: 0, count: 10)
        #expect(read(reader, &bytes, bytes.count) == 5 && Data(bytes[..<5]) == Data("image".utf8))
        #expect(folder.names == ["pipe"])
    }

    @Test func `an image replaces the file behind a link, and the link stays`() async throws {
        let folder = try Folder()
        try folder.write(Array("older".utf8), to: "photo.jpg")
        try FileManager.default.createSymbolicLink(atPath: folder.file("link").path, withDestinationPath: "photo.jpg")
        let server = try service(image: Data("image".utf8))
        let result = try await start(["image", "7", "-o", folder.file("link").path], against: server.url).result
        #expect(result.exit == .code(0))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link").path) == "photo.jpg")
        #expect(try Data(contentsOf: folder.file("photo.jpg")) == Data("image".utf8))
        #expect(folder.names == ["link", "photo.jpg"])
    }

    /// By a link of the test's own, because a program that replaced `/dev/stdout` itself would harm the machine.
    @Test func `an image for an open stream, such as /dev/stdout, comes after what that holds already`() async throws {
        let folder = try Folder()
        try folder.write(Array("before ".utf8), to: "all")
        try FileManager.default.createSymbolicLink(atPath: folder.file("stdout").path, withDestinationPath: "/dev/fd/1")
        let server = try service(image: Data("image".utf8))
        let process = try await BuiltProgram.start(
            "marvel", ["image", "7", "-o", "stdout"],
            environment: Self.keys.merging(["MARVEL_BASE_URL": server.url.absoluteString]) { $1 }, directory: folder.url,
            redirected: #"exec "$@" >>all"#)
        #expect(await process.exit == .code(0))
        #expect(try Data(contentsOf: folder.file("all")) == Data("before image".utf8))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("stdout").path) == "/dev/fd/1")
    }

    /// Whether it is started already, and handles signals, or not.
    @Test func `a signal ends a program at any moment of its start`() async throws {
        for delay in 0..<30 {
            let process = try await start(["serve", "--port", "0"])
            try await Task.sleep(for: .milliseconds(delay))
            process.interrupt()
            #expect(await process.exit == .signal(SIGINT))
        }
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a signal ends a program whose output nobody takes`(signal: Int32) async throws {
        let folder = try Folder()
        let pipe = folder.file("pipe").path
        try #require(mkfifo(pipe, 0o600) == 0)
        let server = try service(image: Data(count: 1 << 20))
        let reader = open(pipe, O_RDWR | O_NONBLOCK)
        defer { close(reader) }
        let process = try await start(["image", "7", "-o", pipe], against: server.url)
        // From here on it waits for room in the pipe.
        await eventually {
            var state = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
            return poll(&state, 1, 0) == 1
        }
        process.send(signal)
        #expect(await process.exit == .signal(signal))
    }

    @Test func `an image for a link into no folder is an error before the service is asked`() async throws {
        let folder = try Folder()
        try FileManager.default.createSymbolicLink(atPath: folder.file("link").path, withDestinationPath: "nowhere/file")
        let asked = Counter()
        let server = try LoopbackServer { _ in
            _ = asked.next()
            return HTTPResponse(status: 404)
        }
        let result = try await start(["image", "7", "-o", folder.file("link").path], against: server.url).result
        #expect(result.exit == .code(74) && asked.count == 0)
        #expect(result.errorText.contains("could not be written: No such file or directory"))
        #expect(folder.names == ["link"])
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
        #expect(await gateway.exit == .signal(SIGINT))
    }
}
