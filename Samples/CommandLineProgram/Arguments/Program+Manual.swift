internal import EndpointKit

// The manual page, in the macros of man(7).
extension Program {
    var manual: String {
        let commands = root.commands.filter { !$0.isHidden }
        let shared = Option.Section.allCases.filter { $0 != .own && $0 != .filters }
        let lists = ([root] + commands).flatMap(\.options) + Self.options
        return """
            .TH \(Self.quoted(name.uppercased())) 1 "" \(Self.quoted("\(name) \(version)")) "User Commands"
            .SH NAME
            \(Self.escaped(name)) \\- \(Self.escaped(root.summary))
            .SH SYNOPSIS
            \(Self.lines(Self.usages(of: [root])))
            .SH DESCRIPTION
            \(about.split(separator: "\n").map { Self.escaped(String($0)) }.joined(separator: "\n.PP\n"))

            """
                + Self.options(root.options)
                + ".SH COMMANDS\n" + commands.map { page(of: [root, $0]) }.joined()
                + shared.map { section in
                    Self.heading(
                        section.rawValue,
                        Self.rows(Self.distinct(lists.filter { $0.section == section }).map { ($0.usage, $0.explanation) }))
                }.joined()
                + Self.heading("Environment", Self.rows(environment.map { ($0.name, $0.meaning) }))
                + Self.heading("Exit status", Self.rows(Self.exitCodes))
    }

    /// A command with its own options, and the usage and the summary of each subcommand.
    private func page(of path: [Command<Context>]) -> String {
        guard let command = path.last else { return "" }
        let below = command.commands.map { next in
            command.run == nil
                ? page(of: path + [next])
                : Self.rows([(Self.usages(of: path + [next]).joined(separator: " "), next.summary)])
        }.joined()
        let start = ".SS \(Self.quoted(Self.usages(of: path).first ?? command.name))\n\(Self.escaped(command.summary)).\n"
        return start + Self.rows(command.arguments.map { ($0.usage, $0.summary) }) + Self.options(command.options) + below
    }

    private static func options(_ options: [Option]) -> String {
        rows(options.filter { $0.section == .own || $0.section == .filters }.map { ($0.usage, $0.explanation) })
    }

    private static func distinct(_ options: [Option]) -> [Option] {
        options.reduce(into: []) { known, option in if !known.contains(where: { $0.name == option.name }) { known.append(option) } }
    }

    private static func heading(_ title: String, _ text: String) -> String {
        text.isEmpty ? "" : ".SH \(quoted(title.uppercased()))\n\(text)"
    }

    private static func rows(_ rows: [(String, String)]) -> String {
        rows.map { ".TP\n\\fB\(escaped($0.0))\\fR\n\(escaped($0.1))\n" }.joined()
    }

    private static func lines(_ texts: [String]) -> String { texts.map(escaped).joined(separator: "\n.br\n") }

    /// Escapes backslashes and dots at the start of a line, which have a meaning in man(7), and characters that would become typographic
    /// ones: `'` would become `’`.
    private static func escaped(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let text = line.unicodeScalars.map { literal[$0] ?? String($0) }.joined()
            return text.hasPrefix(".") ? "\\&" + text : text
        }.joined(separator: "\n")
    }

    private static var literal: [Unicode.Scalar: String] {
        ["\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "~": "\\(ti", "^": "\\(ha"]
    }

    private static func quoted(_ text: String) -> String { "\"\(escaped(text).replacing("\"", with: "\\(dq"))\"" }
}
