import EndpointKit
import Foundation

/// Draws the path of one call, from the numbered steps in the comment of `CallRun.value(_:)`. The types that a step names are declared in Sources.
enum CallDiagram {
    private static let sources = URL(filePath: #filePath).appending(path: "../../../../Sources").standardizedFileURL

    static func text(_ scheme: Diagram.Scheme) throws -> String {
        let (x, width, gap) = (24, 560, 28)
        var diagram = Diagram(scheme)
        var boxes: [Diagram.Box] = []
        func place(_ title: String, _ text: String) {
            let height = text.isEmpty ? 42 : Diagram.height(text, width: width)
            let box = Diagram.Box(x: x, y: (boxes.last?.bottom ?? 20 - gap) + gap, width: width, height: height)
            diagram.draw(title, text, in: box)
            if let last = boxes.last { diagram.arrow([(last.middle, last.bottom), (box.middle, box.y - 2)]) }
            boxes.append(box)
        }

        let steps = try steps()
        place("An endpoint", "A value that describes one request. The client makes a Call from it, which does nothing yet.")
        for step in steps.dropLast() { place("\(step.number). \(step.title)", step.text) }
        place("The value, or an APIError", "")

        // The last step leads from the decisions back to an earlier step.
        guard let last = steps.last, boxes.count == steps.count + 1,
            let target = try /step ([0-9]+)/.firstMatch(in: last.text).flatMap({ Int($0.1) }), boxes.indices.contains(target)
        else { throw APIError(.configuration, "The last step of CallRun's comment has no step to go to.") }
        let (from, to, right) = (boxes[boxes.count - 2], boxes[target], x + width + 40)
        diagram.arrow([(x + width, from.y + 20), (right, from.y + 20), (right, to.y + 20), (x + width + 2, to.y + 20)])
        let note = Diagram.Box(x: right + 16, y: (from.y + to.y) / 2 - 40, width: 200, height: Diagram.height(last.text, width: 200))
        diagram.draw("\(last.number). \(last.title)", last.text, in: note)
        return diagram.svg(width: right + 16 + 200 + 20, height: (boxes.last?.bottom ?? 0) + 20, title: "The path of one call")
    }

    private struct Step {
        let number: Int
        let title: String
        let text: String
    }

    private static func steps() throws -> [Step] {
        let source = try String(contentsOf: sources.appending(path: "EndpointClient/Calls/CallRun.swift"), encoding: .utf8)
        guard let start = source.range(of: "/// Runs the call until its value is available:"),
            let end = source.range(of: "func value<", range: start.upperBound..<source.endIndex)
        else { throw APIError(.configuration, "CallRun.swift has no comment with the steps of a call.") }
        let comment = source[start.upperBound..<end.lowerBound].split(separator: "\n").map { $0.drop { $0 == " " || $0 == "/" } }
        var items: [(number: Int, text: String)] = []
        var isItem = false
        for line in comment {
            if let match = try /([0-9]+)\. (.*)/.wholeMatch(in: line), let number = Int(match.1) {
                items.append((number, String(match.2)))
                isItem = true
            } else if line.isEmpty {
                isItem = false
            } else if isItem, !items.isEmpty {
                items[items.count - 1].text += " \(line)"
            }
        }
        let declared = try declared()
        return try items.map { item in
            for name in item.text.matches(of: /`([A-Za-z]+)`/) where !declared.contains(name.1) {
                throw APIError(.configuration, "Step \(item.number) of CallRun's comment names \(name.1), which Sources doesn't declare.")
            }
            let parts = item.text.replacing("`", with: "").split(separator: ". ", maxSplits: 1)
            return Step(number: item.number, title: String(parts[0]), text: parts.count > 1 ? String(parts[1]) : "")
        }
    }

    private static func declared() throws -> Set<Substring> {
        var declared: Set<Substring> = []
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            if file.pathExtension == "swift" { declared.formUnion(SwiftCode(try String(contentsOf: file, encoding: .utf8)).declared) }
        }
        return declared
    }
}
