internal import CommandLineProgram
internal import EndpointKit

/// The command `marvel config check <file>`.
struct ConfigCheckCommand: Command {
    var path: String

    static let spec = CommandSpec(
        program: Marvel.name, name: "config check", summary: "checks a settings file and its profiles", operands: ["<file>"])

    init(_ arguments: ParsedArguments) throws {
        path = arguments.operands.first ?? ""
        if path.isEmpty { throw Failure.usage("<file> is missing. \(Self.spec.hint)") }
    }

    func run(in marvel: Marvel) async throws {
        let file = URL(filePath: path, relativeTo: marvel.folder)
        let problems = APIConfiguration.problems(inContentsOf: file, environment: marvel.environment)
        try marvel.console.write(problems.map { TerminalText.line("\($0)") + "\n" }.joined())
        if !problems.isEmpty {
            throw Failure(.configuration, "\(path) has \(problems.count == 1 ? "a problem" : "\(problems.count) problems").")
        }
        _ = try marvel.load(file, profile: nil)
        marvel.console.report("\(path) is valid.")
    }
}
