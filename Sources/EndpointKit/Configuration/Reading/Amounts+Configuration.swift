/// A number of bytes as people write it: `512B`, `64KB`, `10MB`, `1GB`. Each unit is 1024 times the one before.
struct ByteCount {
    let bytes: Int

    private static let units: [(name: String, size: Int)] = [("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10), ("B", 1)]

    init(bytes: Int) { self.bytes = bytes }

    init?(_ text: String) {
        let number = text.prefix { ("0"..."9").contains($0) }
        guard let unit = Self.units.first(where: { $0.name == text[number.endIndex...] }), let count = Int(number) else { return nil }
        let (bytes, isTooLarge) = count.multipliedReportingOverflow(by: unit.size)
        if isTooLarge { return nil }
        self.bytes = bytes
    }

    /// Suggests `10MB` for `10 mb`, `10M` and `10MiB`, and `10B` for `10`.
    static func suggestion(for text: String) -> String? {
        let text = text.filter { $0 != " " }
        let number = text.prefix { ("0"..."9").contains($0) }
        var unit = text[number.endIndex...].uppercased()
        if unit.hasSuffix("IB") { unit = unit.dropLast(2) + "B" }
        if !unit.hasSuffix("B") { unit += "B" }
        return ByteCount(number + unit) == nil || number + unit == text ? nil : number + unit
    }

    var description: String {
        let unit = Self.units.first { bytes % $0.size == 0 } ?? ("B", 1)
        return bytes == 0 ? "0B" : "\(bytes / unit.size)\(unit.name)"
    }
}

extension Duration {
    /// Reads a number and its unit: `250ms`, `1.5s`, `2m`, `12h`, `7d`. nil for anything else, and for more than 292 years.
    init?(configurationText text: String) {
        guard let (number, unit) = Self.split(text), let seconds = Self.units[String(unit)] else { return nil }
        // Exact for up to nine decimal places.
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 18 }), let whole = Int64(parts[0]) else { return nil }
        let places = parts.count == 2 ? parts[1].prefix(9) : ""
        guard let fraction = places.isEmpty ? 0 : Int64(places + String(repeating: "0", count: 9 - places.count)) else { return nil }
        let (nanoseconds, isTooLarge) = whole.multipliedReportingOverflow(by: seconds)
        let (rest, isRestTooLarge) = fraction.multipliedReportingOverflow(by: seconds / 1_000_000)
        let (sum, isSumTooLarge) = nanoseconds.addingReportingOverflow(rest / 1000)
        guard !isTooLarge, !isRestTooLarge, !isSumTooLarge else { return nil }
        self = .nanoseconds(sum)
    }

    /// The units in nanoseconds.
    private static let units: [String: Int64] = [
        "ms": 1_000_000, "s": 1_000_000_000, "m": 60_000_000_000, "h": 3_600_000_000_000, "d": 86_400_000_000_000,
    ]

    private static let longUnits: [(String, [String])] = [
        ("ms", ["msec", "msecs", "millis", "millisecond", "milliseconds"]), ("s", ["", "sec", "secs", "second", "seconds"]),
        ("m", ["min", "mins", "minute", "minutes"]), ("h", ["hr", "hrs", "hour", "hours"]), ("d", ["day", "days"]),
    ]

    private static func split(_ text: String) -> (number: Substring, unit: Substring)? {
        let number = text.prefix { "0123456789.".contains($0) }
        guard !number.isEmpty, number.first != "." else { return nil }
        return (number, text[number.endIndex...])
    }

    /// Suggests a duration for one without a unit or with an unknown one: `30s` for `30`, `30 seconds` and `30S`.
    static func configurationSuggestion(for text: String) -> String? {
        guard let (number, rest) = split(text.filter { $0 != " " }) else { return nil }
        let word = rest.lowercased()
        guard let unit = units[word] == nil ? longUnits.first(where: { $0.1.contains(word) })?.0 : word else { return nil }
        let suggestion = String(number) + unit
        return Duration(configurationText: suggestion) == nil || suggestion == text ? nil : suggestion
    }

    /// The duration in seconds, or in whole milliseconds if it has a fraction.
    var configurationText: String {
        let (seconds, attoseconds) = components
        if attoseconds != 0 {
            let (milliseconds, isTooLarge) = seconds.multipliedReportingOverflow(by: 1000)
            return isTooLarge ? "\(seconds)s" : "\(milliseconds + attoseconds / 1_000_000_000_000_000)ms"
        }
        return "\(seconds)s"
    }
}
