import CommandLineProgram
import EndpointKit
import TestSupport

/// A program that has no purpose of its own and uses every feature.
struct Tool: ProgramContext {
    var console: Console
    var environment: [String: String] = [:]
    /// The arguments with which each command ran, as strings.
    let runs = Recorder<String>()

    static let program = Program<Tool>(
        "tool", version: "1.2.3", "keeps things", about: "Keeps things in a place of their own, and finds them again.\nIt asks nobody.",
        environment: [("TOOL_KEY", "your key")],
        commands: [
            Command(
                "things", "lists things, or shows one", arguments: [Argument("id", .id, "shows the thing with this id", isOptional: true)],
                options: [
                    Option("limit", .integer(1...100), "how many", standard: "20"),
                    Option("order-by", .choice(["name", "-name"]), "the order"), Option("open", .boolean, "those that are open"),
                    Option("kinds", .choices(["big", "small"]), "only these kinds"),
                    Option("sorts", .orders(["name", "size", "-name", "-size"]), "the order by several keys"),
                    Option("profile", .profile, "the profile"), Option("config", .file, "the settings file"),
                    Option("since", .date, "since this date"),
                    Option("wait", .duration, "the longest wait"), Option(flag: "all", short: "a", "all of them"),
                    Option("file", short: "o", .file, "the file"), Option("output", .choice(OutputFormat.self), "the format of the output"),
                ] + [Option("newer", .date, "made after")].without("id", "is for a list") + [picture],
                commands: [
                    Command("parts", "lists the parts of one", options: [Option("limit", .integer(1...100), "how many")]) {
                        $1.ran("parts", $0)
                    }
                ]
            ) {
                if $0.has("since") { $1.console.note("It ran.") }
                $1.ran("things", $0)
            },
            Command(
                "shelf", "adds to shelves, and removes them",
                commands: [
                    Command("add", "adds words", arguments: [Argument("words", .text, "the words", isRepeated: true)]) {
                        $1.ran("add", $0)
                    },
                    Command("remove", "removes a file", arguments: [Argument("file", .file, "the file")]) { $1.ran("remove", $0) },
                ]),
            Command("fail", "fails", options: [Option("share", .number, ".5 of it, or C:\\half")]) { _, _ in
                throw Failure(.service, lines: ["It broke.", "Twice."])
            },
        ])

    private static var picture: Option {
        var option = Option(flag: "picture", "with its picture")
        option.use = .with("id")
        return option
    }

    private func ran(_ command: String, _ arguments: Arguments) {
        let names = ["id", "words", "file", "limit", "order-by", "kinds", "sorts", "since", "wait", "all", "open", "newer", "picture"]
        let given = names.filter(arguments.has).map { name in
            "\(name)=" + (arguments.all(name).count > 1 ? arguments.all(name).joined(separator: "+") : arguments[name] ?? "")
        }
        runs.record(([command] + given).joined(separator: " "))
    }
}

/// The output of a program that runs in this process.
final class Output: Sendable {
    private let data = Recorder<String>()
    private let lines = Recorder<String>()
    var text: String { data.values.joined() }
    var reports: [String] { lines.values }

    /// - Parameter columns: the width of the terminal for both streams; nil if they aren't a terminal.
    func console(columns: Int? = nil) -> Console {
        var size: (@Sendable () -> Int)?
        if let columns { size = { columns } }
        return Console(
            send: { self.data.record(String(decoding: $0, as: UTF8.self)) }, report: { self.lines.record($0) },
            status: size.map { StatusLine(columns: $0, write: { _ in }) }, columns: size)
    }
}
