internal import EndpointKit

// The text of `--help`, generated from the commands' own descriptions.
extension Program {
    /// The help for the last command in the path, wrapped for the terminal.
    func help(for path: [Command<Context>], console: Console) -> String {
        let page = HelpPage(width: console.columns?() ?? 80, style: console.outputStyle)
        guard let command = path.last else { return "" }
        let isProgram = path.count == 1
        // A subcommand requires all arguments of its parent command.
        let needed = path.dropLast().flatMap(\.arguments).map { argument in
            var argument = argument
            argument.isOptional = false
            return argument
        }
        let sections =
            [
                (
                    "Commands",
                    command.commands.filter { !$0.isHidden }.map { next in
                        (([next.name] + next.arguments.map(\.usage)).joined(separator: " "), next.summary)
                    }
                ),
                ("Arguments", (needed + command.arguments).map { ($0.usage, $0.summary) }),
            ] + Self.sections(of: command.options + Self.options)
            + (isProgram ? [("Environment", environment.map { ($0.name, $0.meaning) }), ("Exit codes", Self.exitCodes)] : [])
        let about = isProgram ? self.about : command.summary.prefix(1).uppercased() + command.summary.dropFirst() + "."
        return Self.usages(of: path).enumerated().map { ($0 == 0 ? page.style.heading("Usage:") : "      ") + " \($1)\n" }.joined()
            + "\n" + page.paragraph(about)
            + sections.filter { !$0.1.isEmpty }.map { "\n\(page.style.heading("\($0.0):"))\n\(page.rows($0.1))" }.joined()
    }

    static var exitCodes: [(String, String)] { ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) } }

    /// One line for the command, and one for its subcommands.
    static func usages(of path: [Command<Context>]) -> [String] {
        guard let command = path.last else { return [] }
        let start = path.dropLast().map { ([$0.name] + $0.arguments.map { "<\($0.name)>" }).joined(separator: " ") }
        func line(_ words: [String]) -> String { (start + [command.name] + words).joined(separator: " ") }
        return (command.run == nil ? [] : [line(command.arguments.map(\.usage) + ["[options]"])])
            + (command.commands.contains { !$0.isHidden }
                ? [line(command.arguments.map { "<\($0.name)>" } + ["<command>", "[options]"])] : [])
    }

    static func sections(of options: [Option]) -> [(String, [(String, String)])] {
        Option.Section.allCases.map { section in
            (section.rawValue, options.filter { $0.section == section }.map { ($0.usage, $0.explanation) })
        }
    }
}

/// Text for a terminal with a given number of columns.
struct HelpPage {
    let width: Int
    let style: TextStyle

    /// Several paragraphs, each wrapped.
    func paragraph(_ text: String) -> String {
        text.split(separator: "\n").map { TerminalText.wrapped(String($0), to: width).joined(separator: "\n") + "\n" }.joined()
    }

    /// Names with their meanings next to them, or below them if the names are long.
    func rows(_ rows: [(name: String, text: String)]) -> String {
        let longest = rows.map { TerminalText.width($0.name) }.filter { $0 <= width / 2 }.max() ?? 0
        let indent = String(repeating: " ", count: longest + 4)
        return rows.map { row in
            let lines = TerminalText.wrapped(row.text, to: max(20, width - longest - 4))
            let used = TerminalText.width(row.name)
            let padding = used <= longest ? String(repeating: " ", count: longest - used + 2) : "\n" + indent
            return "  " + row.name + padding + lines.joined(separator: "\n" + indent) + "\n"
        }.joined()
    }
}
