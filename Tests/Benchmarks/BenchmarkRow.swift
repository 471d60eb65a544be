import Foundation

/// The result of one comparison: a line of the table, or a JSON object.
public struct BenchmarkRow: Sendable {
    /// What was measured.
    public var title: String
    public var figures: [Figure]
    /// A note for the reader, such as why something was not measured.
    public var note: String?

    public init(_ title: String, _ figures: [Figure] = [], note: String? = nil) {
        self.title = title
        self.figures = figures
        self.note = note
    }

    /// The head of the table, in Markdown.
    public static let tableHead = "| command | work | measured | goal |\n|---|---|---|---|"

    /// A line of the table in the documentation.
    public func tableLine(command: String) -> String {
        let goals = figures.compactMap { figure in
            figure.goalText.map { goal in
                switch figure.isReached {
                case true: "\(goal): reached"
                case false: "\(goal): **not reached**"
                case nil: "\(goal): not measured"
                }
            }
        }
        let measured = figures.map(\.text) + (note.map { [$0] } ?? [])
        let cells = ["`\(command)`", title, measured.joined(separator: "; "), goals.isEmpty ? "none" : goals.joined(separator: "; ")]
        return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }

    /// One line of JSON. Without a goal, `goal` and `isReached` are missing. If the goal's figure was not measured, `isReached` is missing.
    public func jsonLine(name: String, command: String) throws -> String {
        struct Line: Encodable {
            var name, command, title: String
            var figures: [Figure]
            var goal: String?
            var isReached: Bool?
            var note: String?
        }
        let goals = figures.compactMap(\.goalText)
        let line = Line(
            name: name, command: command, title: title, figures: figures, goal: goals.isEmpty ? nil : goals.joined(separator: "; "),
            isReached: isReached, note: note)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(line), as: UTF8.self)
    }

    /// Whether all goals are reached; nil if there is no goal, or one was not measured.
    public var isReached: Bool? {
        let goals = figures.filter { $0.goal != nil }.map(\.isReached)
        if goals.isEmpty || goals.contains(nil) { return nil }
        return goals.allSatisfy { $0 == true }
    }
}
