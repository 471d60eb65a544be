internal import CommandLineProgram
internal import EndpointKit

/// The progress of a list: `[=====     ] 57 of 114, 23/s, 3 s left`.
struct ProgressBar: Equatable {
    var items: Int
    var total: Int
    var elapsed: Duration

    /// The text in at most `width` columns. Where it doesn't fit, the bar is left out.
    func text(width: Int) -> String {
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
