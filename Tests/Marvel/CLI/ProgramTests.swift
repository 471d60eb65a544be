import EndpointKit
import EndpointKitTesting
import Foundation
import Testing

/// The program as a process of its own: what signals and closed streams make of it.
@Suite struct ProgramTests {
    /// Beside the test bundle.
    private static let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "marvel")

    private func process(_ arguments: [String], against url: URL? = nil) -> Process {
        let process = Process()
        process.executableURL = Self.program
        process.arguments = arguments
        process.environment =
            url.map {
                ["MARVEL_PUBLIC_KEY": "1234", "MARVEL_PRIVATE_KEY": "abcd", "MARVEL_BASE_URL": $0.absoluteString]
            } ?? [:]
        return process
    }

    /// The exit code; negative for the signal it died of.
    private func run(_ process: Process) async throws -> Int32 {
        try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { process in
                let status = process.terminationStatus
                continuation.resume(returning: process.terminationReason == .exit ? status : -status)
            }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
    }

    @Test func `the version is on the standard output`() async throws {
        let process = process(["--version"])
        let output = Pipe()
        process.standardOutput = output
        #expect(try await run(process) == 0)
        #expect(output.fileHandleForReading.readDataToEndOfFile() == Data("marvel 0.1.0\n".utf8))
    }

    @Test func `Ctrl-C lets go of the connection and ends with 130`() async throws {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        let (departures, departure) = AsyncStream.makeStream(of: Void.self)
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            arrival.yield()
            connection.waitForClose()
            departure.yield()
        })
        let process = process(["characters"], against: server.url)
        let errors = Pipe()
        process.standardError = errors
        async let code = run(process)
        for await _ in arrivals { break }
        process.interrupt()
        #expect(try await code == 130)
        for await _ in departures { break }
        #expect(errors.fileHandleForReading.readDataToEndOfFile().isEmpty)
    }

    @Test(arguments: ["json", "ndjson"])
    func `Ctrl-C in the middle of a list ends its document`(format: String) async throws {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        let server = try LoopbackServer(raw: { connection in
            while let request = try connection.readRequest() {
                if request.query["offset"] == "0" {
                    let page = Fixture.page([Fixture.character(id: 7), Fixture.character(id: 8)], total: 90)
                    try connection.write(HTTPResponse(body: Data(page.utf8)), to: request)
                } else {
                    arrival.yield()
                    connection.waitForClose()
                }
            }
        })
        let process = process(["characters", "--all", "--output", format], against: server.url)
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        async let code = run(process)
        for await _ in arrivals { break }
        process.interrupt()
        #expect(try await code == 130)
        let data = output.fileHandleForReading.readDataToEndOfFile()
        if format == "json" {
            let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
            #expect((document["results"] as? [[String: Any]])?.map { $0["id"] as? Int } == [7, 8])
        } else {
            #expect(data.split(separator: UInt8(ascii: "\n")).count == 2 && data.last == UInt8(ascii: "\n"))
        }
        // Nor a progress bar: this is no terminal.
        let rest = format == "json" ? "" : "2 of 90 characters.\nData by the fixture\n"
        #expect(String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == rest)
    }

    @Test func `the gateway runs until Ctrl-C, and says how to use it`() async throws {
        let process = process(["serve", "--port", "0"])
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        async let code = run(process)
        // The three lines come in one write, as soon as the gateway listens; tasks have no thread to spare for waiting.
        let data = await withCheckedContinuation { continuation in
            output.fileHandleForReading.readabilityHandler = { handle in
                handle.readabilityHandler = nil
                continuation.resume(returning: handle.availableData)
            }
        }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
        process.interrupt()
        #expect(try await code == 130)
        #expect(
            lines.map { $0.prefix { $0 != "=" } } == ["export MARVEL_BASE_URL", "export MARVEL_PUBLIC_KEY", "export MARVEL_PRIVATE_KEY"])
    }

    @Test func `an output whose reader is gone is no error`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse(body: Data(Fixture.page([Fixture.character(id: 7)]).utf8)) }
        let process = process(["characters"], against: server.url)
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try output.fileHandleForReading.close()
        #expect(try await run(process) == 0)
        #expect(String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).hasSuffix("Data by the fixture\n"))
    }

    @Test func `a file and two variables are all that it needs to call a gateway, and a third logs it`() async throws {
        let keys = ["MARVEL_PUBLIC_KEY": "1234", "MARVEL_PRIVATE_KEY": "abcd"]
        let gateway = process(["serve", "--port", "0"])
        gateway.environment = keys
        let output = Pipe()
        gateway.standardOutput = output
        gateway.standardError = FileHandle.nullDevice
        async let ending = run(gateway)
        let data = await withCheckedContinuation { continuation in
            output.fileHandleForReading.readabilityHandler = { handle in
                handle.readabilityHandler = nil
                continuation.resume(returning: handle.availableData)
            }
        }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
        let url = try #require(lines.first { $0.hasPrefix("export MARVEL_BASE_URL=") }).drop { $0 != "=" }.dropFirst()

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
        let caller = process(["characters", "--limit", "1", "--config", file.path])
        caller.environment = keys.merging(["ENDPOINTKIT_LOG_LEVEL": "calls"]) { $1 }
        let table = Pipe()
        caller.standardOutput = table
        let errors = Pipe()
        caller.standardError = errors
        #expect(try await run(caller) == 0)
        let log = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(log.hasPrefix("GET \(url)/v1/public/characters?") && log.contains(" 200 OK "))
        #expect(String(decoding: table.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).contains("3-D Man"))
        gateway.interrupt()
        #expect(try await ending == 130)
    }
}
