public import Foundation

/// A program that a test started. This is the only way in which tests start programs.
///
/// The program inherits the three standard streams and nothing else: no descriptor, no variable and no input. A separate thread reads its output
/// from the start, so that no pipe fills up. The program and its process group are killed when this value is released, when a waiting task
/// is cancelled, or when the test process ends in any way.
public final class ChildProcess: Sendable {
    public enum Exit: Sendable, Equatable {
        case code(Int32)
        case signal(Int32)
    }

    /// The complete output of the program.
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
    ///   - readsOutput: false for an output that is closed by its reader before the program writes.
    ///   - blocksOutput: false for a non-blocking output, such as an event loop leaves to its children.
    ///   - columns: the width of a terminal for both streams, whose text is the output; nil for two pipes.
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

    /// The next line of its output, without its end; nil if there are no more.
    public func nextLine() async -> String? {
        await run.wait { $0.hasLine || $0.isOutputOver }
        return run.takeLine()
    }

    public var exit: Exit {
        get async { await result.exit }
    }

    /// Waits until the program has ended, and returns its output.
    public var result: Result {
        get async {
            await run.wait { $0.exit != nil && $0.isOutputOver && $0.areErrorsOver }
            withExtendedLifetime(self) {}
            return run.result
        }
    }

    /// Sends the signal of Ctrl-C.
    public func interrupt() { send(SIGINT) }

    public func send(_ signal: Int32) { run.send(signal) }

    public func kill() { run.kill() }
}
