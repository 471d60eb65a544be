/// An option of a command: a flag, or a name with a value. The value is the next word or follows `=`.
package struct Option: Hashable, Sendable {
    /// The heading under which the help lists an option. The manual lists an option only once if many commands share it.
    package enum Section: String, CaseIterable, Sendable {
        case own = "Options"
        case filters = "Filters"
        case output = "Output"
        case calls = "Calls"
        case program = "All commands"
    }

    /// The name without dashes.
    package var name: String
    package var short: Character?
    /// nil for a flag.
    package var kind: ValueKind?
    /// The default value, which the help shows and the command uses; nil if there is none.
    package var standard: String?
    package var summary: String
    package var section = Section.own
    package var use = Use.always

    /// Whether an option requires or excludes an optional argument.
    package enum Use: Hashable, Sendable {
        case always
        /// Valid only with this argument.
        case with(String)
        /// Valid only without this argument. The reason follows the option's name: "is for a list".
        case without(String, String)
    }

    package init(_ name: String, short: Character? = nil, _ kind: ValueKind, _ summary: String, standard: String? = nil) {
        self.name = name
        self.short = short
        self.kind = kind
        self.summary = summary
        self.standard = standard
    }

    package init(flag name: String, short: Character? = nil, _ summary: String) {
        self.name = name
        self.short = short
        self.summary = summary
    }

    /// `-o, --file <file>`, or `--variants[=true|false]`.
    var usage: String {
        let value = kind.map { takesWord ? " \($0.placeholder)" : "[=\($0.placeholder)]" } ?? ""
        return (short.map { "-\($0), " } ?? "") + "--\(name)" + value
    }

    /// Whether the next word is the option's value if none is attached.
    var takesWord: Bool { kind != nil && kind != .boolean }

    /// The summary, with the values that the option accepts and its default.
    var explanation: String {
        summary + (kind?.range ?? "") + (standard.map { " (\($0))" } ?? "")
    }
}

extension [Option] {
    /// The options, each valid only without the argument.
    package func without(_ argument: String, _ reason: String) -> [Option] {
        map { option in
            var option = option
            option.use = .without(argument, reason)
            return option
        }
    }

    package func section(_ section: Option.Section) -> [Option] {
        map { option in
            var option = option
            option.section = section
            return option
        }
    }
}

/// A value of a command that is identified by its position.
package struct Argument: Hashable, Sendable {
    package var name: String
    package var kind: ValueKind
    package var summary: String
    package var isOptional: Bool
    /// Whether it accepts all the values that follow.
    package var isRepeated: Bool

    package init(_ name: String, _ kind: ValueKind, _ summary: String, isOptional: Bool = false, isRepeated: Bool = false) {
        self.name = name
        self.kind = kind
        self.summary = summary
        self.isOptional = isOptional
        self.isRepeated = isRepeated
    }

    /// `[<id>]`.
    var usage: String { (isOptional ? "[<\(name)>]" : "<\(name)>") + (isRepeated ? "…" : "") }
}
