import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// How every program of the package handles signals, its output and `--help`.
@Suite struct EndingTests {
    /// A program with arguments that make it write data without calling another machine.
    struct Sample: Sendable, CustomTestStringConvertible {
        var name: String
        var arguments: [String] = []
        var testDescription: String { name }
    }

    static let samples = [
        Sample(name: "marvel", arguments: ["characters"]), Sample(name: "github", arguments: ["search", "swift"]), Sample(name: "httpbin"),
    ]

    #if os(Linux)
        @Test(arguments: samples)
        func `Program: an output that can't be written is an error`(sample: Sample) async throws {
            let result = try await BuiltProgram.start(sample.name, sample.arguments, redirected: #"exec "$@" >/dev/full"#).result
            #expect(result.exit == .code(74))
            #expect(result.errorText.contains("\(sample.name): The output could not be written: No space left on device.\n"))
        }

        @Test func `Program: -o - is named as standard output in errors`() async throws {
            let result = try await BuiltProgram.start("marvel", ["image", "1", "--local", "-o", "-"], redirected: #"exec "$@" >/dev/full"#)
                .result
            #expect(result.exit == .code(74))
            #expect(result.errorText.contains("marvel: The standard output could not be written: No space left on device.\n"))
        }
    #endif

    @Test(arguments: samples)
    func `Program: a closed output is an error, and is never replaced by another file or socket`(sample: Sample) async throws {
        let result = try await BuiltProgram.start(sample.name, sample.arguments, redirected: #"exec "$@" >&-"#).result
        #expect(result.exit == .code(74))
        #expect(result.errorText.contains("\(sample.name): The output could not be written: "))
    }

    @Test(arguments: samples)
    func `Program: an output whose reader has gone isn't an error`(sample: Sample) async throws {
        let process = try await ChildProcess.start(BuiltProgram.path(of: sample.name), sample.arguments, readsOutput: false)
        let result = await process.result
        #expect(result.exit == .code(0))
        #expect(!result.errorText.contains("could not be written"))
    }

    @Test(arguments: samples, ["--help", "-h"])
    func `Program: the help goes to standard output`(sample: Sample, option: String) async throws {
        let result = try await ChildProcess.run(BuiltProgram.path(of: sample.name), [option])
        #expect(result.exit == .code(0) && result.errors.isEmpty)
        #expect(result.outputText.hasPrefix("Usage: \(sample.name) "))
        #expect(result.outputText.contains("\nExit codes:\n") && result.outputText.contains("--help"))
    }

    @Test(arguments: samples)
    func `Program: an unknown option is rejected in one line that suggests the right one`(sample: Sample) async throws {
        let result = try await ChildProcess.run(BuiltProgram.path(of: sample.name), sample.arguments + ["--confg", "a"])
        #expect(result.exit == .code(64) && result.output.isEmpty)
        #expect(result.errorText.contains("(did you mean --config?)"))
    }

    /// The runtime ends a process by a signal if it can't open the files that it needs.
    @Test(arguments: samples, [5, 8, 12, 16])
    func `Program: a limit of open files that is too low is reported`(sample: Sample, limit: Int) async throws {
        let result = try await BuiltProgram.start(sample.name, sample.arguments, redirected: "ulimit -n \(limit); exec \"$@\"").result
        #expect(result.exit == .code(74) && result.output.isEmpty)
        let reason = "\(sample.name) needs 32 more files and connections at a time: Too many open files. See ulimit -n.\n"
        #expect(result.errorText == "\(sample.name): \(reason)")
    }

    @Test(arguments: samples)
    func `Program: an argument that isn't UTF-8 is rejected`(sample: Sample) async throws {
        let result = try await BuiltProgram.start(
            sample.name, sample.arguments, redirected: #"exec "$@" "--fields=$(printf 'caf\351')""#
        ).result
        #expect(result.exit == .code(64) && result.output.isEmpty)
        #expect(result.errorText.contains("which replaces bytes that aren't UTF-8"))
    }

    /// A shell's loop continues after a program that only returns 130.
    @Test(arguments: samples, [SIGINT, SIGTERM, SIGHUP])
    func `Program: a signal closes the connection and then ends the process`(sample: Sample, signal: Int32) async throws {
        let (arrived, departed) = (Signal(), Signal())
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            arrived.give()
            connection.waitForClose()
            departed.give()
        })
        let settings = """
            {
              "baseURL": "\(server.url.absoluteString)", "requestTimeout": "10m",
              "authentication": { "type": "bearer", "token": { "env": "TOKEN" } }
            }
            """
        let file = try TemporaryFile(settings.utf8, name: "settings.json")
        let process = try await ChildProcess.start(
            BuiltProgram.path(of: sample.name), sample.arguments + ["--config", file.url.path], environment: ["TOKEN": "made-up"])
        await arrived.wait()
        process.send(signal)
        let result = await process.result
        #expect(result.exit == .signal(signal))
        #expect(result.output.isEmpty && result.errors.isEmpty)
        await departed.wait()
    }

    @Test func `Program: a signal that the parent ignores stays ignored`() async throws {
        let process = try await BuiltProgram.start("marvel", ["serve", "--port", "0"], redirected: #"trap "" INT; exec "$@""#)
        #expect(await process.nextLine()?.hasPrefix("export MARVEL_BASE_URL=") == true)
        process.send(SIGINT)
        process.send(SIGTERM)
        #expect(await process.exit == .signal(SIGTERM))
    }
}
