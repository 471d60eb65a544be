extension Attempt: CustomStringConvertible {
    /// `2: 503 Service Unavailable after 0.120 s, RetryDecision, waited 0.400 s`.
    public var description: String {
        let outcome =
            switch outcome {
            case .answered(let status): "\(status)"
            case .failed(let code): "failed (\(code))"
            case .cancelled: "cancelled"
            }
        var text = "\(number): \(outcome) after \(duration.inSeconds)"
        if let adapter { text += ", refused by \(adapter)" }
        if let decision { text += ", \(decision)" }
        if let wait, wait > .zero { text += ", waited \(wait.inSeconds)" }
        return text
    }
}

extension Duration {
    /// `0.120 s`, to the nearest millisecond.
    fileprivate var inSeconds: String {
        let (seconds, attoseconds) = components
        // Half a millisecond for the nearest; the sign is the same in both parts.
        let milliseconds = (attoseconds.magnitude + 500_000_000_000_000) / 1_000_000_000_000_000
        let whole = seconds.magnitude + milliseconds / 1000
        let digits = String(milliseconds % 1000)
        let sign = self < .zero && (whole > 0 || milliseconds > 0) ? "-" : ""
        return "\(sign)\(whole).\(String(repeating: "0", count: 3 - digits.count))\(digits) s"
    }
}
