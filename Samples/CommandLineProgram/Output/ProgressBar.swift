internal import EndpointKit

/// The progress of a list: `[=====     ] 57 of 114, 23/s, 3 s left`.
package struct ProgressBar: Equatable {
    package var items: Int
    package var total: Int
    package var elapsed: Duration

    /// The text in at most `width` columns. If it doesn't fit, the bar is left out.
    package func text(width: Int) -> String {
        guard width > 0 else { return "" }
        let facts = ["\(items) of \(total)", rate, timeLeft].compactMap { $0 }.joined(separator: ", ")
        let length = min(30, width - facts.count - 3)
        guard length >= 5 else { return TerminalText.truncated(facts, to: width) }
        let filled = Int((share * Double(length)).rounded(.down))
        return "[" + String(repeating: "=", count: filled) + String(repeating: " ", count: length - filled) + "] " + facts
    }

    /// The completed part, from 0 to 1.
    private var share: Double { total > 0 ? min(1, max(0, Double(items) / Double(total))) : 1 }

    private var seconds: Double { elapsed / .seconds(1) }

    /// nil before there is a rate.
    private var itemsPerSecond: Double? { items > 0 && seconds > 0 ? Double(items) / seconds : nil }

    private var rate: String? {
        guard let itemsPerSecond, let number = Int(exactly: itemsPerSecond.rounded()) else { return nil }
        return number > 0 ? "\(number)/s" : "under 1/s"
    }

    private var timeLeft: String? {
        guard let itemsPerSecond, total > items, let seconds = Int(exactly: ((Double(total) - Double(items)) / itemsPerSecond).rounded(.up))
        else { return nil }
        let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
        return (minutes > 0 ? "\(minutes) min \(rest) s" : "\(rest) s") + " left"
    }
}

/// A progress bar on the last line of a terminal. Shows nothing if there is no terminal.
package struct ProgressLine: Sendable {
    private let status: StatusLine?
    private let elapsed: @Sendable () -> Duration

    /// Starts measuring the time.
    ///
    /// - Parameter isShown: false if other lines would mix with the bar, such as those of a log.
    package init(_ console: Console, isShown: Bool = true, clock: some Clock<Duration> = ContinuousClock()) {
        status = isShown ? console.status : nil
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
    }

    package func show(_ items: Int, of total: Int) {
        // The last column stays free, because some terminals wrap the line there.
        status.map { $0.show(ProgressBar(items: items, total: total, elapsed: elapsed()).text(width: $0.columns() - 1)) }
    }

    /// Removes the bar. Call it before any other output, because all streams may lead to the same terminal.
    package func clear() { status?.clear() }
}
