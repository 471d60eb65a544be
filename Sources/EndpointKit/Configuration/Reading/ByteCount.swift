/// A number of bytes as people write it: `512B`, `64KB`, `10MB`, `1GB`, each 1024 of the one before.
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

    /// `10MB` for `10 mb`, `10M` and `10MiB`; `10B` for `10`.
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
