/// Writes the texts of `--help` from the commands' own specifications.
enum Help {
    static var text: String {
        """
        Usage: marvel <command> [options]

        Shows Marvel's characters. Without keys it runs a gateway of its own on this machine, and asks that.
        Settings are read from Config/marvel.json, or from ~/.config/marvel/config.json. What Config/marvel.json says of variables and files
        counts only with --config Config/marvel.json.

        Commands:
        \(rows(Invocation.commands.map { (([$0.spec.name] + $0.spec.operands).joined(separator: " "), $0.spec.summary) }))

        Options:
        \(rows([("-h, --help", "this text; marvel <command> --help explains one command"), ("--version", "the program's version")]))

        Environment:
        \(rows([
            ("MARVEL_PUBLIC_KEY", "your public key"), ("MARVEL_PRIVATE_KEY", "your private key; it is never sent"),
            ("MARVEL_BASE_URL", "the service's address (https://gateway.marvel.com)"),
            ("MARVEL_REQUEST_TIMEOUT…", "any key of the settings, after MARVEL_"),
        ]))

        Exit codes:
        \(rows(ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }))

        """
    }

    static func text(for command: CommandSpec) -> String {
        let options = command.options.map { option in
            ((option.short.map { "-\($0), " } ?? "") + "--\(option.name)" + (option.isFlag ? "" : " \(option.value)"), option.summary)
        }
        return """
            Usage: marvel \((([command.name] + command.operands).joined(separator: " "))) [options]

            \(command.summary.prefix(1).uppercased() + command.summary.dropFirst()).

            Options:
            \(rows(options + [("-h, --help", "this text")]))

            """
    }

    private static func rows(_ rows: [(name: String, summary: String)]) -> String {
        let width = rows.map(\.name.count).max() ?? 0
        return rows.map { row in
            "  " + row.name + String(repeating: " ", count: width - row.name.count + 2) + row.summary
        }.joined(separator: "\n")
    }
}
