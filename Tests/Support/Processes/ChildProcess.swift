public import Foundation

/// A program that a test started: the one way to start one.
///
/// It inherits the three standard streams and nothing else: no descriptor, no variable and no input. What it writes is read from the
/// start by a thread of its own, so that no pipe fills up. It is killed, and its process group with it, when this value is released,
/// when a task that waits for it is cancelled, and when the test process ends, however that ends.
public final class ChildProcess: Sendable {
    public enum Exit: Sendable, Equatable {
        case code(Int32)
        case signal(Int32)
    }

    /// What the program wrote until it ended.
    public struct Result: Sendable {
        public var exit: Exit
        public var output: Data
        public var errors: Data

        public var outputText: String { String(decoding: output, as: UTF8.self) }
        public var errorText: String { String(decoding: errors, as: UTF8.self) }
    }

    private let run: ProcessRun

    private init(_ run: ProcessRun) { self.run = run }

    deinit { run.kill() }

    /// - Parameters:
    ///   - program: The path of its file.
    ///   - readsOutput: false for an output whose reader is gone before the program writes.
    ///   - blocksOutput: false for an output that refuses what doesn't fit at the moment, as an event loop leaves it to its children.
    ///   - columns: of a terminal that both streams are, and whose text is the output; nil for two pipes.
    public static func start(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], directory: URL? = nil, readsOutput: Bool = true,
        blocksOutput: Bool = true, columns: UInt16? = nil
    ) async throws -> ChildProcess {
        let run = ProcessRun()
        let command = ProcessCommand(
            program: program, arguments: arguments, environment: environment, directory: directory?.path(percentEncoded: false))
        try await run.start(command, readsOutput: readsOutput, blocksOutput: blocksOutput, columns: columns)
        return ChildProcess(run)
    }

    /// Runs a program to its end.
    public static func run(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], directory: URL? = nil
    ) async throws -> Result {
        let process = try await start(program, arguments, environment: environment, directory: directory)
        return await process.result
    }

    /// The next line of its output, without its end; nil when there is no more.
    public func nextLine() async -> String? {
        await run.wait { $0.hasLine || $0.isOutputOver }
        return run.takeLine()
    }

    public var exit: Exit {
        get async { await result.exit }
    }

    /// When the program has ended, and its output.
    public var result: Result {
        get async {
            await run.wait { $0.exit != nil && $0.isOutputOver && $0.areErrorsOver }
            withExtendedLifetime(self) {}
            return run.result
        }
    }

    /// What Ctrl-C sends.
    public func interrupt() { send(SIGINT) }

    public func send(_ signal: Int32) { run.send(signal) }

    public func kill() { run.kill() }
}
