import CurlBaseline
import EndpointKit

/// `swift run -c release benchmarks [row ...]` prints ratios measured side by side in one run, instruction counts and allocations:
/// times alone drift with the machine.
@main enum Benchmarks {
    static let rows: [(name: String, run: @Sendable () throws -> Void)] = [
        ("client-layer", ClientLayer.run),
        ("request", RequestBuilding.run),
        ("md5", DigestSpeed.run),
        ("settings", SettingsFile.run),
        ("decode", Decoding.run),
        ("json", JSONCalls.run),
        ("cancel", Cancelling.run),
        ("download", Download.run),
        ("stall", StalledReader.run),
    ]

    // Not async: a process whose first thread waits in a semaphore is one that valgrind can follow.
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch arguments.first {
        case "repeat": try InstructionCount.repeatBody(named: arguments.dropFirst().joined(separator: " "))
        case "serve": try JSONServer.serve()
        case "serve-download": try Download.serve()
        default:
            let wanted = Set(arguments)
            for unknown in wanted.subtracting(rows.map(\.name)) { print("There is no row \"\(unknown)\".") }
            for row in rows where wanted.isEmpty || wanted.contains(row.name) { try row.run() }
        }
    }
}
