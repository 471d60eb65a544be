internal import EndpointKit

/// The name, operands and options of a command, for the parser and the help.
package struct CommandSpec: Equatable, Sendable {
    package var program: String
    /// One or two words; empty for the only command of its program.
    package var name: String
    package var summary: String
    /// The operands by their names in the help.
    package var operands: [String]
    package var options: [Option]

    package init(program: String, name: String, summary: String, operands: [String] = [], options: [Option] = []) {
        self.program = program
        self.name = name
        self.summary = summary
        self.operands = operands
        self.options = options
    }

    /// The program's name and the command's own.
    package var title: String { name.isEmpty ? program : "\(program) \(name)" }
    package var hint: String { "See \(title) --help." }
}

extension CommandSpec {
    package func parse(_ arguments: some Collection<String>) throws -> ParsedArguments {
        var parsed = ParsedArguments(spec: self)
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                parsed.operands += rest
                break
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                parsed.operands.append(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let option = options.first(where: { $0.isNamed(parts[0]) }) else { throw unknown(String(parts[0])) }
            guard parsed.values[option.name] == nil else { throw Failure.usage("\(parts[0]) is given twice. \(hint)") }
            if option.isFlag {
                guard parts.count == 1 else { throw Failure.usage("\(parts[0]) takes no value. \(hint)") }
                parsed.values[option.name] = ""
            } else if parts.count == 2 {
                parsed.values[option.name] = String(parts[1])
            } else if let next = rest.first, isValue(next) {
                parsed.values[option.name] = rest.removeFirst()
            } else {
                throw Failure.usage("\(parts[0]) needs a value, \(option.value). \(hint)")
            }
        }
        guard parsed.operands.count >= operands.count else {
            throw Failure.usage("\(operands[parsed.operands.count]) is missing. \(hint)")
        }
        guard parsed.operands.count == operands.count else {
            throw Failure.usage("\"\(parsed.operands[operands.count])\" is one argument too many. \(hint)")
        }
        return parsed
    }

    /// Takes the next argument as a value. It may begin with a dash, as in `--order-by -name`, but may not be another option.
    private func isValue(_ argument: String) -> Bool {
        !argument.hasPrefix("--") && !options.contains { $0.isNamed(argument) }
    }

    private func unknown(_ argument: String) -> Failure {
        let known = options.map { "--\($0.name)" } + ["--help"]
        return .usage("\(title) has no option \(argument)\(Spelling.suggestion(for: argument, among: known)). \(hint)")
    }
}
