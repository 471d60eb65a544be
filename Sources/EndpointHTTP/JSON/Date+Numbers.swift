extension Date {
    /// The number of units since 1970 with the fewest decimals, at most nine of a second, that a ``JSONConvention`` reads as the same date.
    /// Foundation's own number if there is none.
    ///
    /// - Parameter unit: the units in a second: 1 or 1000.
    func number(in unit: Double) -> Double {
        let date = ISO8601.asRead(self)
        let exact = date.timeIntervalSince1970 * unit
        for scale in [1, 1e3, 1e6, 1e9].map({ $0 / unit }) where scale >= 1 {
            let rounded = (exact * scale).rounded() / scale
            if Date(timeIntervalSince1970: rounded / unit) == date { return rounded }
        }
        return exact
    }
}
