/// Rows with columns that line up on a terminal.
struct Table {
    struct Column {
        var title: String
        var isNumber = false
        /// Wider text is cut.
        var limit = Int.max
        /// At least so wide.
        var width = 0
    }
    var columns: [Column]
    var rows: [[String]]

    /// The titles, then the rows; a line end after each.
    var text: String { text(of: [columns.map(\.title)] + cells(rows)) }

    /// Rows that come after those of ``text``, with the widths that the columns have of themselves.
    func text(ofMore rows: [[String]]) -> String {
        cells(rows).map { line($0, columns.map(\.width)) }.joined()
    }

    /// For a table whose other rows aren't there yet: a column that has a limit is so wide, any other as wide as these rows make it. A wider
    /// number moves the rest of its line, as no digit of it may go.
    var withFixedWidths: Table {
        var table = self
        let widths = widths(of: [columns.map(\.title)] + cells(rows))
        for column in columns.indices {
            table.columns[column].width = columns[column].limit == .max ? widths[column] : columns[column].limit
        }
        return table
    }

    private func text(of cells: [[String]]) -> String {
        let widths = widths(of: cells)
        return cells.map { line($0, widths) }.joined()
    }

    private func cells(_ rows: [[String]]) -> [[String]] {
        rows.map { row in zip(row, columns).map { TerminalText.truncated(TerminalText.line($0), to: $1.limit) } }
    }

    private func widths(of cells: [[String]]) -> [Int] {
        columns.indices.map { column in cells.reduce(columns[column].width) { max($0, TerminalText.width($1[column])) } }
    }

    private func line(_ row: [String], _ widths: [Int]) -> String {
        let line = columns.indices.map { column in
            let padding = String(repeating: " ", count: max(0, widths[column] - TerminalText.width(row[column])))
            return columns[column].isNumber ? padding + row[column] : row[column] + padding
        }.joined(separator: "  ")
        return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
    }
}
