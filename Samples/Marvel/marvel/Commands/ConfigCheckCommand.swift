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

    /// A variable that isn't set is a warning: whoever checks a file needs none of its secrets.
    func run(in marvel: Marvel) async throws {
        let file = URL(filePath: path, relativeTo: marvel.folder)
        let found = APIConfiguration.problems(inContentsOf: file, environment: marvel.environment, options: Marvel.options)
        let missing = found.filter { $0.missingVariable != nil }
        let problems = found.filter { $0.missingVariable == nil }
        marvel.report(missing)
        try marvel.console.write(problems.map { "\($0)".visibleWords + "\n" }.joined())
        if !problems.isEmpty {
            throw Failure(.configuration, "\(path) has \(problems.count == 1 ? "a problem" : "\(problems.count) problems").")
        }
        var environment = marvel.environment
        for name in missing.compactMap(\.missingVariable) { environment[name] = "not set" }
        marvel.report(try APIConfiguration(contentsOf: file, environment: environment, options: Marvel.options).warnings)
        marvel.console.report("\(path) is valid.")
    }
}
