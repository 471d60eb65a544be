internal import EndpointKit

/// Rows with aligned columns for a terminal.
package struct Table {
    package struct Column {
        var title: String
        var isNumber = false
        /// The width at which text is cut; nil for no limit.
        var limit = Int.max
        /// The least width.
        var width = 0

        package init(title: String, isNumber: Bool = false, limit: Int = .max) {
            self.title = title
            self.isNumber = isNumber
            self.limit = limit
        }
    }
    private var columns: [Column]
    private var rows: [[String]]

    package init(columns: [Column], rows: [[String]]) {
        self.columns = columns
        self.rows = rows
    }

    /// The titles and the rows, each with a line end.
    package var text: String { text(of: [columns.map(\.title)] + cells(rows)) }

    /// More rows after those of ``text``, with the same column widths.
    package func text(ofMore rows: [[String]]) -> String {
        cells(rows).map { line($0, columns.map(\.width)) }.joined()
    }

    /// Fixes the widths for rows that aren't known yet: a column with a limit gets that width, any other the width of these rows. A wider
    /// number shifts the rest of its line, because numbers are never cut.
    package var withFixedWidths: Table {
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
        rows.map { row in zip(row, columns).map { TerminalText.truncated($0.visibleWords, to: $1.limit) } }
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
