internal import EndpointKit

/// Rows with aligned columns. On a terminal they fit its width: the last columns are left out if text would otherwise become too short, and
/// then text is truncated, the longest first. If no column may be left out and even truncated text doesn't fit, the lines are wider.
package struct Table {
    package struct Column {
        var title: String
        /// Numbers are right-aligned and never truncated.
        var isNumber: Bool
        var width = 0

        package init(_ title: String, isNumber: Bool = false) {
            self.title = title
            self.isNumber = isNumber
        }
    }
    /// Columns are left out until text in the remaining columns can be this wide.
    private static let comfortableText = 20
    /// The minimum width of truncated text.
    private static let leastText = 8
    /// The minimum widths of text if more rows may follow.
    private static let growingText = (first: 30, other: 12)
    private static let gap = "  "

    private var columns: [Column]
    private let rows: [[String]]
    /// Whether text is truncated to the width of its column.
    private let isFitted: Bool
    private let style: TextStyle

    /// - Parameters:
    ///   - width: the columns of the terminal; nil to show all text in full.
    ///   - keepsColumns: whether no column may be left out.
    ///   - isGrowing: whether more rows will follow, whose text may be longer.
    package init(
        columns: [Column], rows: [[String]], width: Int? = nil, keepsColumns: Bool = false, isGrowing: Bool = false,
        style: TextStyle = .plain
    ) {
        self.columns = columns
        self.rows = rows.map { $0.map(\.visibleWords) }
        isFitted = width != nil
        self.style = style
        let first = columns.firstIndex { !$0.isNumber }
        for column in columns.indices {
            let title = TerminalText.width(columns[column].title)
            let text = column == first ? Self.growingText.first : Self.growingText.other
            let least = isGrowing && !columns[column].isNumber ? max(title, text) : title
            self.columns[column].width = self.rows.reduce(least) { widest, row in
                max(widest, TerminalText.width(row[column]))
            }
        }
        if let width { fit(to: width, keepsColumns: keepsColumns) }
    }

    /// The titles and the rows, each with a line end.
    package var text: String { style.heading(line(columns.map(\.title))) + "\n" + lines(rows) }

    /// More rows to append to ``text``, with the same widths. A wider number shifts the rest of its line.
    package func text(ofMore rows: [[String]]) -> String { lines(rows.map { $0.map(\.visibleWords) }) }

    private mutating func fit(to width: Int, keepsColumns: Bool) {
        while !keepsColumns, columns.count > 2, total({ $0.isNumber ? $0.width : min($0.width, Self.comfortableText) }) > width {
            columns.removeLast()
        }
        while total(\.width) > width {
            let texts = columns.indices.filter { !columns[$0].isNumber && columns[$0].width > Self.leastText }
            if let widest = texts.max(by: { columns[$0].width < columns[$1].width }) {
                columns[widest].width -= 1
            } else if !keepsColumns, columns.count > 1 {
                columns.removeLast()
            } else {
                return
            }
        }
    }

    private func total(_ width: (Column) -> Int) -> Int { columns.reduce(Self.gap.count * (columns.count - 1)) { $0 + width($1) } }

    private func lines(_ rows: [[String]]) -> String { rows.map { line($0) + "\n" }.joined() }

    private func line(_ row: [String]) -> String {
        let line = zip(row, columns).map { text, column in
            let text = isFitted && !column.isNumber ? TerminalText.truncated(text, to: column.width) : text
            let padding = String(repeating: " ", count: max(0, column.width - TerminalText.width(text)))
            return column.isNumber ? padding + text : text + padding
        }.joined(separator: Self.gap)
        return line.unicodeScalars.lastIndex { $0 != " " }.map { String(line.through($0)) } ?? ""
    }
}
