/// The line of a terminal that is written over again and again.
struct StatusLine: Sendable {
    var columns: @Sendable () -> Int
    var write: @Sendable (String) -> Void

    /// The cursor stays on the line: what is written next must come after ``clear()``.
    func show(_ text: String) { write("\r\(text)\u{1B}[K") }

    func clear() { write("\r\u{1B}[K") }
}
