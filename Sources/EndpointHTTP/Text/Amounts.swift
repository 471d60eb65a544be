// Durations and byte counts as text for human readers.

extension Duration {
    /// `0.4 ms`, `12 ms`, `1.2 s`, `75 s`.
    package var shown: String {
        let seconds = self / .seconds(1)
        return switch seconds {
        case ..<0.001: decimal(seconds * 1000, places: 1) + " ms"
        case ..<0.9995: decimal(seconds * 1000, places: 0) + " ms"
        case ..<9.95: decimal(seconds, places: 1) + " s"
        default: decimal(seconds, places: 0) + " s"
        }
    }
}

extension Int64 {
    /// `610 B`, `1.2 kB`, `75 MB`.
    package var shownAsBytes: String {
        var amount = Double(self)
        for unit in ["B", "kB", "MB", "GB"] {
            if amount < 999.5 { return decimal(amount, places: unit != "B" && amount < 9.95 ? 1 : 0) + " \(unit)" }
            amount /= 1000
        }
        return decimal(amount, places: 1) + " TB"
    }
}

private func decimal(_ value: Double, places: Int) -> String {
    guard value.magnitude < 1e15 else { return "\(value)" }
    let text = "\((value * 10).rounded() / 10)"
    return places > 0 ? text : "\(Int64(value.rounded()))"
}
