/// One line of a log.
public struct LogLine: Sendable, CustomStringConvertible {
    /// The lowest level that has it.
    public let level: LogObserver.Level
    /// Whether it says that a call or an attempt failed.
    public let isFailure: Bool
    /// Without its end. It holds no control character, whatever a server sent, and at most 4,000 bytes, so that a pipe takes it whole.
    public let text: String

    init(_ text: String, level: LogObserver.Level, isFailure: Bool = false) {
        self.level = level
        self.isFailure = isFailure
        self.text = text.visibleLine(limit: 4000)
    }

    public var description: String { text }
}
