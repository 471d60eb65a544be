import EndpointKit
import Foundation
import TestSupport

/// `TOOLS=1 swift run -c release benchmarks [--only NAME]... [--json]` prints ratios measured side by side in one run, instruction counts,
/// allocations and memory, as lines of the table in the article "Benchmarks". Times alone would drift with the machine.
@main struct Benchmarks {
    let name: String
    /// Benchmarks that take long, or need a separate process for their memory, run only by name.
    var runsByDefault = true
    var traits = ""
    let run: @Sendable () throws -> [BenchmarkRow]

    var command: String { "TOOLS=1 swift run -c release \(traits)benchmarks --only \(name)" }

    static let all = [
        Benchmarks(name: "client-layer", run: ClientLayer.run),
        Benchmarks(name: "cache", run: CacheHit.run),
        Benchmarks(name: "actor-stall", run: ActorStall.run),
        Benchmarks(name: "request", run: RequestBuilding.run),
        Benchmarks(name: "md5", run: DigestSpeed.run),
        Benchmarks(name: "settings", run: SettingsFile.run),
        Benchmarks(name: "decode", run: Decoding.run),
        Benchmarks(name: "data", run: SmallCalls.data),
        Benchmarks(name: "json", run: SmallCalls.json),
        Benchmarks(name: "engines", run: Engines.run),
        Benchmarks(name: "silent-streams", run: SilentStreams.few),
        Benchmarks(name: "page", run: PageCalls.run),
        Benchmarks(name: "urlsession", traits: "--traits URLSessionTransport ", run: PeerCalls.urlSession),
        Benchmarks(name: "asynchttpclient", run: PeerCalls.asyncHTTPClient),
        Benchmarks(name: "cancel", run: Cancelling.run),
        Benchmarks(name: "download", run: Download.run),
        Benchmarks(name: "stall", run: StalledReader.run),
        Benchmarks(name: "body-size", run: Growth.bodySize),
        Benchmarks(name: "header-count", run: Growth.headerCount),
        Benchmarks(name: "calls-in-flight", run: Growth.callsInFlight),
        Benchmarks(name: "ten-thousand-silent-streams", runsByDefault: false, run: SilentStreams.many),
        Benchmarks(name: "ten-thousand-in-flight", runsByDefault: false, run: ManyCalls.atOnce),
        Benchmarks(name: "waiting-calls", runsByDefault: false, run: ManyCalls.waiting),
        Benchmarks(name: "million-calls", runsByDefault: false, run: ManyCalls.inARow),
    ]

    // Not async, because valgrind can follow a process whose main thread waits in a semaphore.
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        // The commands that a benchmark starts in a separate process.
        case "repeat": try InstructionCount.repeatBody(named: arguments.dropFirst().joined(separator: " "))
        case "serve": try AnswerServer.serve()
        case "serve-download": try Download.serve()
        case "peer": try PeerCalls.measure(arguments.dropFirst())
        default: run(arguments)
        }
    }

    private static func run(_ arguments: [String]) {
        let options: BenchmarkOptions
        do { options = try BenchmarkOptions(arguments, names: all.map(\.name)) } catch {
            complain("\(error)")
            exit(64)
        }
        if let help = options.help { return show(help) }
        var hasFailed = false
        if !options.isJSON { show(BenchmarkRow.tableHead) }
        for benchmark in all where options.only.isEmpty ? benchmark.runsByDefault : options.only.contains(benchmark.name) {
            do {
                for row in try benchmark.run() {
                    show(
                        options.isJSON
                            ? try row.jsonLine(name: benchmark.name, command: benchmark.command)
                            : row.tableLine(command: benchmark.command))
                }
            } catch {
                complain("\(benchmark.name) failed: \(error)")
                hasFailed = true
            }
        }
        if hasFailed { exit(1) }
    }

    /// Shows a line at once, even if the output isn't a terminal.
    private static func show(_ line: String) {
        print(line)
        fflush(nil)
    }

    private static func complain(_ message: String) { FileHandle.standardError.write(Data("benchmarks: \(message)\n".utf8)) }
}
