/// Rows with columns that line up on a terminal.
struct Table {
    struct Column {
        var title: String
        var isNumber = false
        /// Wider text is cut.
        var limit = Int.max
    }
    var columns: [Column]
    var rows: [[String]]

    /// The titles, then the rows; a line end after each.
    var text: String {
        let cells =
            [columns.map(\.title)]
            + rows.map { row in
                zip(row, columns).map { TerminalText.truncated(TerminalText.line($0), to: $1.limit) }
            }
        let widths = columns.indices.map { column in cells.map { TerminalText.width($0[column]) }.max() ?? 0 }
        return cells.map { row in
            let line = columns.indices.map { column in
                let padding = String(repeating: " ", count: widths[column] - TerminalText.width(row[column]))
                return columns[column].isNumber ? padding + row[column] : row[column] + padding
            }.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
        }.joined()
    }
}
