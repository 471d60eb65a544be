/// A line of a terminal that is overwritten with each update.
struct StatusLine: Sendable {
    var columns: @Sendable () -> Int
    var write: @Sendable (String) -> Void

    /// Shows a text. The cursor stays on the line, so call ``clear()`` before any other output.
    func show(_ text: String) { write("\r\(text)\u{1B}[K") }

    func clear() { write("\r\u{1B}[K") }
}
