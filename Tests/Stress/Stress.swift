import Foundation
import TestSupport

/// The heavy runs, one after the other, each in its own process:
/// `TOOLS=1 swift run -c release stress [--only NAME]... [--seed N] [--list]`.
@main struct Stress {
    static func main() async {
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            if options.isList {
                for run in StressRun.all { print("\(run.name): \(run.purpose)") }
            } else if let name = options.child {
                try await run(name, seed: options.seed)
            } else {
                try await runAll(options)
            }
        } catch {
            print("stress: \(error)")
            exit(1)
        }
    }

    private static func run(_ name: String, seed: UInt64) async throws {
        let run = try StressRun.named(name)
        // The kernel ends a run that hangs, whatever its threads do, and even when the process that started it has ended.
        alarm(UInt32(run.limit.components.seconds))
        print("    \(try await run.body(seed))")
    }

    private static func runAll(_ options: Options) async throws {
        let runs = options.only.isEmpty ? StressRun.all : try options.only.map(StressRun.named)
        var failed: [String] = []
        for run in runs {
            print("\(run.name): \(run.purpose)")
            // A reader sees which run is in progress.
            fflush(nil)
            let start = ContinuousClock.now
            let result = try await runThisProgram(arguments: ["--run", run.name, "--seed", "\(options.seed)"])
            print(result.outputText + result.errorText, terminator: "")
            let seconds = (ContinuousClock.now - start).formatted(.units(allowed: [.seconds], fractionalPart: .show(length: 1)))
            switch result.exit {
            case .code(0): print("    passed in \(seconds)")
            case .signal(SIGALRM): print("    FAILED: it hung, and was ended after \(seconds)")
            case .signal(let number): print("    FAILED: signal \(number) ended it after \(seconds)")
            case .code: print("    FAILED after \(seconds); again with --only \(run.name) --seed \(options.seed)")
            }
            if result.exit != .code(0) { failed.append(run.name) }
        }
        print("\(runs.count - failed.count) of \(runs.count) runs passed.")
        if !failed.isEmpty { print("These failed: \(failed.joined(separator: ", ")).") }
        if !failed.isEmpty { exit(1) }
    }
}
