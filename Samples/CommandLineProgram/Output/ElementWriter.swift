package import EndpointKit

/// Writes elements in an ``OutputFormat``, page by page. After any page, ``end(_:)`` completes the text.
package struct ElementWriter<Element> {
    package let format: OutputFormat
    private let fields: [Field<Element>]
    /// Whether the user has chosen the fields.
    private let isChosen: Bool
    private let console: Console
    private let isGrowing: Bool
    private var table: Table?
    private var hasBegun = false
    private var hasElements = false

    /// - Parameters:
    ///   - arguments: of a command with the ``OutputFormat/options(_:)`` of these fields.
    ///   - isGrowing: whether there will be more than one page.
    package init(_ fields: [Field<Element>], _ arguments: Arguments, _ console: Console, isGrowing: Bool = false) {
        self.isGrowing = isGrowing
        format = arguments.choice("output") ?? .table
        let chosen = arguments.list("fields").map { names in names.compactMap { name in fields.first { $0.name == name } } }
        isChosen = chosen != nil
        self.fields = chosen ?? fields
        self.console = console
    }

    /// Writes a page. Throws the errors of the output.
    ///
    /// - Parameter head: what a JSON document says before the first element.
    package mutating func write(_ elements: [Element], head: KeyValuePairs<String, JSON> = [:]) throws {
        defer { hasBegun = true }
        switch format {
        case .table: try console.write(rows(elements))
        case .csv:
            try console.write(
                (hasBegun ? "" : Self.line(fields.map(\.name)))
                    + elements.map { element in
                        // A terminal would obey control characters; a program gets each text as it is.
                        Self.line(fields.map { console.isTerminal ? $0.cell(element).visibleWords : $0.cell(element) })
                    }.joined())
        case .ndjson: try console.write(elements.map { "\(object($0))\n" }.joined())
        case .json:
            var text = hasBegun ? "" : "{\n" + head.map { "  \(JSON($0)): \($1),\n" }.joined() + "  \"results\": ["
            for element in elements {
                text += (hasElements ? "," : "") + "\n    \(object(element))"
                hasElements = true
            }
            try console.write(text)
        }
    }

    /// Writes one element: a table has a line for each of its fields.
    package mutating func writeOne(_ element: Element, head: KeyValuePairs<String, JSON> = [:]) throws {
        guard format == .table else { return try write([element], head: head) }
        let shown = fields.map { ($0.label, $0.shown(element).visibleWords) }.filter { !$0.1.isEmpty }
        let width = shown.map(\.0.count).max() ?? 0
        try console.write(
            shown.map { label, value in
                console.outputStyle.heading(label) + String(repeating: " ", count: width - label.count + 2) + value + "\n"
            }.joined())
    }

    /// Completes the document; nothing where no page was written.
    ///
    /// - Parameter tail: what a JSON document says after the last element.
    package func end(_ tail: KeyValuePairs<String, JSON> = [:]) throws {
        guard format == .json, hasBegun else { return }
        try console.write((hasElements ? "\n  " : "") + "]" + tail.map { ",\n  \(JSON($0)): \($1)" }.joined() + "\n}\n")
    }

    private mutating func rows(_ elements: [Element]) -> String {
        let shown = isChosen ? fields : fields.filter(\.isInTable)
        let rows = elements.map { element in shown.map { $0.shown(element) } }
        if let table { return table.text(ofMore: rows) }
        let first = Table(
            columns: shown.map { Table.Column($0.title, isNumber: $0.isNumber) }, rows: rows, width: console.columns?(),
            isGrowing: isGrowing, style: console.outputStyle)
        table = first
        return first.text
    }

    private func object(_ element: Element) -> JSON {
        var object = JSON.Object()
        for field in fields { object[field.name] = field.value(element) }
        return .object(object)
    }

    /// Quotes what has a comma, a quote or a line end, and a single empty cell: an empty line would be no row.
    private static func line(_ cells: [String]) -> String {
        if cells == [""] { return "\"\"\n" }
        return cells.map { cell in
            cell.contains { ",\"\r\n".contains($0) || $0 == "\r\n" } ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
        }.joined(separator: ",") + "\n"
    }
}
