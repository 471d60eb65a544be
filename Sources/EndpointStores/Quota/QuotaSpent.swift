/// Why a request wasn't sent: the ``APIError/underlying`` error of an ``APIError`` of code `quota`.
public struct QuotaSpent: Error, Hashable, Sendable {
    /// The shortest time that the request would have had to wait.
    public let wait: Duration
    /// The earliest time at which the request could have been sent.
    public let date: Date
    /// Whether the server reported that no more calls are allowed. Otherwise the client's own quota is used up.
    public let isReported: Bool
}

extension QuotaSpent: CustomStringConvertible {
    /// `the quota is used up; this call could be sent in 5 h 12 min, at 2026-11-24T22:12:00Z`.
    public var description: String {
        let reason = isReported ? "the server allows no more calls for now" : "the quota is used up"
        return "\(reason); this call could be sent in \(time)"
    }
}

extension QuotaSpent {
    fileprivate var time: String { wait.inTwoUnits + (ISO8601.formatMilliseconds(date).map { ", at \($0)" } ?? "") }
}

extension APIError {
    init(_ spent: QuotaSpent, of window: QuotaWindow) {
        let quota = "\(window.calls) \(window.calls == 1 ? "call" : "calls") in \(window.period.inTwoUnits)"
        let reason = spent.isReported ? "The server allows no more calls for now" : "The quota of \(quota) is used up"
        self.init(.quota, "\(reason): this call could be sent in \(spent.time).", underlying: spent)
    }
}

extension Duration {
    /// `1 d`, `5 h 12 min`, `3 min 1 s`, `0.4 s`: rounded up, because it is a time to wait.
    package var inTwoUnits: String {
        // A custom store may return any wait. A longer wait than this can't be counted in whole seconds.
        if self > .seconds(1 << 50) { return Duration.seconds(1 << 50).inTwoUnits }
        if self < .zero { return Duration.zero.inTwoUnits }
        if self < .seconds(60) { return components.attoseconds == 0 ? "\(components.seconds) s" : shown }
        var seconds = components.seconds + (components.attoseconds > 0 ? 1 : 0)
        var parts: [String] = []
        for (name, size) in [("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)] as [(String, Int64)] {
            let count = seconds / size
            seconds %= size
            if count > 0 { parts.append("\(count) \(name)") } else if !parts.isEmpty { break }
            if parts.count == 2 { break }
        }
        return parts.joined(separator: " ")
    }
}
