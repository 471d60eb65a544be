package import EndpointKit

/// Writes elements in an ``OutputFormat``, page by page. After the last page, ``end(_:)`` completes the text. After a failure the text
/// stays incomplete, so that no reader mistakes a part of a JSON document for the whole.
package struct ElementWriter<Element> {
    package let format: OutputFormat
    private let fields: [Field<Element>]
    /// The names of the fields that the user has chosen, in that order; nil for all fields.
    private let chosen: [String]?
    private let whole: @Sendable (Element) throws -> JSON.Object
    private let console: Console
    private let isGrowing: Bool
    private var table: Table?
    private var hasBegun = false
    private var hasElements = false

    /// - Parameters:
    ///   - arguments: the arguments of a command with the ``OutputFormat/options(_:)`` of these fields.
    ///   - isGrowing: whether there will be more than one page.
    ///   - whole: returns the element as JSON; without this closure, the JSON contains the fields.
    package init(
        _ fields: [Field<Element>], _ arguments: Arguments, _ console: Console, isGrowing: Bool = false,
        whole: (@Sendable (Element) throws -> JSON.Object)? = nil
    ) throws {
        self.isGrowing = isGrowing
        format = arguments.choice("output") ?? .table
        chosen = arguments.list("fields")
        self.whole = whole ?? { element in fields.reduce(into: JSON.Object()) { $0[$1.name] = $1.value(element) } }
        self.console = console
        guard let chosen, format == .table || format == .csv else {
            self.fields = fields
            return
        }
        self.fields = try chosen.map { name in
            if let field = fields.first(where: { $0.name == name }) { return field }
            try arguments.refuse("--fields \(name) is for --output json and ndjson; a table has no such column.")
        }
    }

    /// Writes a page. Throws the errors of the output.
    ///
    /// - Parameter head: the members of a JSON document before the first element.
    package mutating func write(_ elements: [Element], head: KeyValuePairs<String, JSON> = [:]) throws {
        defer { hasBegun = true }
        switch format {
        // People see a message instead of empty columns.
        case .table where elements.isEmpty && table == nil && console.isTerminal: break
        case .table: try console.write(rows(elements))
        case .csv:
            try console.write(
                (hasBegun ? "" : Self.line(fields.map(\.name)))
                    + elements.map { element in
                        // A terminal would interpret control characters; a program receives each string unchanged.
                        Self.line(fields.map { console.isTerminal ? $0.cell(element).visibleWords : $0.cell(element) })
                    }.joined())
        case .ndjson: try console.write(elements.map { try text($0) + "\n" }.joined())
        case .json:
            var text = hasBegun ? "" : "{\n" + head.map { "  \(shown(JSON($0))): \(shown($1)),\n" }.joined() + "  \"results\": ["
            for element in elements {
                try text += (hasElements ? "," : "") + "\n    " + self.text(element, indent: "    ")
                hasElements = true
            }
            try console.write(text)
        }
    }

    /// Writes a single element. A table has a line for each of its fields, and JSON consists of only the element.
    package mutating func writeOne(_ element: Element) throws {
        if format == .json { return try console.write(text(element) + "\n") }
        guard format == .table else { return try write([element]) }
        // A field that was requested by name is shown even if it is empty.
        let shown = fields.map { field in
            let value = field.shown(element).visibleWords
            return (field.label, value.isEmpty && chosen != nil ? "-" : value)
        }.filter { !$0.1.isEmpty }
        let width = shown.map(\.0.count).max() ?? 0
        let indent = "\n" + String(repeating: " ", count: width + 2)
        let room = console.columns.map { max(20, $0() - width - 2) }
        try console.write(
            shown.map { label, value in
                console.outputStyle.heading(label) + String(repeating: " ", count: width - label.count + 2)
                    + (room.map { TerminalText.wrapped(value, to: $0).joined(separator: indent) } ?? value) + "\n"
            }.joined())
    }

    /// Completes the document. Writes nothing if no page was written.
    ///
    /// - Parameter tail: the members of a JSON document after the last element.
    package func end(_ tail: KeyValuePairs<String, JSON> = [:]) throws {
        guard format == .json, hasBegun else { return }
        try console.write((hasElements ? "\n  " : "") + "]" + tail.map { ",\n  \(shown(JSON($0))): \(shown($1))" }.joined() + "\n}\n")
    }

    private mutating func rows(_ elements: [Element]) -> String {
        let shown = chosen == nil ? fields.filter(\.isInTable) : fields
        let rows = elements.map { element in shown.map { $0.shown(element) } }
        if let table { return table.text(ofMore: rows) }
        let first = Table(
            columns: shown.map { Table.Column($0.title, isNumber: $0.isNumber) }, rows: rows, width: console.columns?(),
            keepsColumns: chosen != nil, isGrowing: isGrowing, style: console.outputStyle)
        table = first
        return first.text
    }

    /// The whole element, or the members that the user has chosen. A field stands in for a member that is missing.
    private func object(_ element: Element) throws -> JSON.Object {
        let whole = try whole(element)
        guard let chosen else { return whole }
        return chosen.reduce(into: JSON.Object()) { object, name in
            object[name] = whole[name] ?? fields.first { $0.name == name }?.value(element) ?? .null
        }
    }

    /// Split into several lines for people, unless each element has one line.
    private func text(_ element: Element, indent: String = "") throws -> String {
        let json = JSON.object(try object(element))
        guard console.isTerminal else { return "\(json)" }
        let text = format == .ndjson ? "\(json)" : json.indentedText.replacing("\n", with: "\n" + indent)
        return TerminalText.escaped(json: text)
    }

    private func shown(_ value: JSON) -> String { console.isTerminal ? TerminalText.escaped(json: "\(value)") : "\(value)" }

    /// Quotes a cell with a comma, a quote or a line end, and a single empty cell, because an empty line would not be a row.
    private static func line(_ cells: [String]) -> String {
        if cells == [""] { return "\"\"\n" }
        return cells.map { cell in
            cell.utf8.contains { ",\"\r\n".utf8.contains($0) } ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
        }.joined(separator: ",") + "\n"
    }
}
