// The texts of `--help`, from the commands' own specifications.
extension ProgramSpec {
    package var help: String {
        let usage = only.map { Self.usage($0.spec) } ?? "\(name) <command> [options]"
        let commands = commands.map { (([$0.spec.name] + $0.spec.operands).joined(separator: " "), $0.spec.summary) }
        let options =
            (only.map { Self.rows(of: $0.spec.options) } ?? [])
            + [("-h, --help", "this text" + (only == nil ? "; \(name) <command> --help explains one command" : ""))]
            + (version == nil ? [] : [("--version", "the program's version")])
        let sections = [
            ("Commands", only == nil ? commands : []), ("Options", options), ("Environment", environment.map { ($0.name, $0.meaning) }),
            ("Exit codes", ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }),
        ]
        return "Usage: \(usage)\n\n\(summary)\n"
            + sections.filter { !$0.1.isEmpty }.map { "\n\($0.0):\n\(Self.text(of: $0.1))\n" }.joined()
    }

    package func help(for command: CommandSpec) -> String {
        """
        Usage: \(Self.usage(command))

        \(command.summary.prefix(1).uppercased() + command.summary.dropFirst()).

        Options:
        \(Self.text(of: Self.rows(of: command.options) + [("-h, --help", "this text")]))

        """
    }

    private static func usage(_ command: CommandSpec) -> String {
        ([command.title] + command.operands + ["[options]"]).joined(separator: " ")
    }

    private static func rows(of options: [Option]) -> [(String, String)] {
        options.map { option in
            ((option.short.map { "-\($0), " } ?? "") + "--\(option.name)" + (option.isFlag ? "" : " \(option.value)"), option.summary)
        }
    }

    private static func text(of rows: [(name: String, summary: String)]) -> String {
        let width = rows.map(\.name.count).max() ?? 0
        return rows.map { row in
            "  " + row.name + String(repeating: " ", count: width - row.name.count + 2) + row.summary
        }.joined(separator: "\n")
    }
}
