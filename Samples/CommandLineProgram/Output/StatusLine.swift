/// A line of a terminal that is overwritten with each update.
package struct StatusLine: Sendable {
    package var columns: @Sendable () -> Int
    private var write: @Sendable (String) -> Void

    package init(columns: @escaping @Sendable () -> Int, write: @escaping @Sendable (String) -> Void) {
        self.columns = columns
        self.write = write
    }

    /// Shows the text. The cursor stays on the line, so call ``clear()`` before any other output.
    package func show(_ text: String) { write("\r\(text)\u{1B}[K") }

    package func clear() { write("\r\u{1B}[K") }
}
