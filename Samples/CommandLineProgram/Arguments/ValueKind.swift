internal import EndpointKit

/// The kind of a command-line value: how it is checked, what the help calls it, and how a shell completes it.
package enum ValueKind: Hashable, Sendable {
    /// Any text that isn't empty.
    case text
    case any
    /// The path of a file.
    case file
    case integer(ClosedRange<Int>)
    case number
    /// Positive whole numbers, separated by commas.
    case ids
    case date
    /// Two dates, separated by a comma.
    case dateRange
    /// A duration above zero, with its unit: `500ms`.
    case duration
    /// A percentage from 0 to 100, with or without `%`, and optionally the status of an HTTP error: `5%:503`.
    case failures
    /// `true` or `false`, after `=`. An option without either is `true`.
    case boolean
    case choice([String])
    /// Any of these values, separated by commas.
    case choices([String])
    /// Any of these keys, each at most once, separated by commas. A key with `-` before it counts as the same key.
    case orders([String])
    /// The name of a profile of the settings file.
    case profile

    package static func choice<Choice: RawRepresentable & CaseIterable>(_ type: Choice.Type) -> Self where Choice.RawValue == String {
        .choice(type.allCases.map(\.rawValue))
    }

    /// A positive whole number.
    package static let id = ValueKind.integer(1...Int.max)

    var placeholder: String {
        switch self {
        case .text, .any: "<text>"
        case .profile: "<name>"
        case .file: "<file>"
        case .integer, .number: "<n>"
        case .ids: "<ids>"
        case .date: "<date>"
        case .dateRange: "<date>,<date>"
        case .duration: "<duration>"
        case .failures: "<percent>[:<status>]"
        case .boolean: "true|false"
        case .choice: "<word>"
        case .choices, .orders: "<word>,…"
        }
    }

    /// The accepted values, for the end of an option's summary; nil if any value is accepted.
    var range: String? {
        switch self {
        case .integer(let range) where range.upperBound < .max: ", \(range.lowerBound) to \(range.upperBound)"
        case .choice(let words), .choices(let words), .orders(let words): ": \(words.joined(separator: ", "))"
        case .duration: ", such as 500ms or 30s"
        default: nil
        }
    }

    /// The problem with the value, as the rest of a sentence that begins with the name of an option or an argument; nil if it is valid.
    func problem(of value: String) -> String? {
        switch self {
        case .any: nil
        case .text, .file, .profile: value.isEmpty ? "needs a value that isn't empty" : nil
        case .integer(let range): Int(value).map(range.contains) == true ? nil : Self.needs(Self.words(for: range), value)
        case .number: Double(value)?.isFinite == true ? nil : Self.needs("a number, such as 3 or 1.5", value)
        case .ids: Self.ids(value) == nil ? Self.needs("ids separated by commas, such as 21,42", value) : nil
        case .date: ISO8601.date(from: value) == nil ? Self.needs("a date, such as 2014-04-29 or 2014-04-29T14:18:17Z", value) : nil
        case .dateRange:
            Self.dates(value) == nil ? Self.needs("two dates with the earlier first, such as 2013-01-01,2013-01-31", value) : nil
        case .duration:
            Duration(configurationText: value).map { $0 > .zero } == true
                ? nil : Self.needs("a duration above zero, such as 500ms or 30s", value)
        case .failures:
            Self.failures(value) == nil
                ? Self.needs("a percentage from 0% to 100%, or with a status from 400 to 599 as in 5%:503", value) : nil
        case .boolean: Bool(value) == nil ? Self.needs("true or false", value) : nil
        case .choice(let words): words.contains(value) ? nil : Self.problem(of: value, among: words)
        case .choices(let words): Self.list(value).first { !words.contains($0) }.map { Self.problem(of: $0, among: words) }
        case .orders(let words):
            Self.list(value).first { !words.contains($0) }.map { Self.problem(of: $0, among: words) }
                ?? Self.repeatedKey(of: Self.list(value)).map { "has \($0) twice" }
        }
    }

    /// The value in the command's own spelling. Words are case-insensitive.
    func canonical(_ value: String) -> String {
        func word(_ value: String, among words: [String]) -> String {
            words.contains(value) ? value : words.first { $0.lowercased() == value.lowercased() } ?? value
        }
        switch self {
        case .boolean: return value.lowercased()
        case .choice(let words): return word(value, among: words)
        case .choices(let words), .orders(let words):
            return Self.list(value).map { word($0, among: words) }.joined(separator: ",")
        default: return value
        }
    }

    /// The key of an order, without the `-` of a descending one.
    static func key(of order: String) -> String { String(order.trimmingPrefix("-")) }

    private static func repeatedKey(of orders: [String]) -> String? {
        let keys = orders.map(key)
        return keys.enumerated().first { keys[..<$0.offset].contains($0.element) }?.element
    }

    private static func needs(_ expected: String, _ value: String) -> String { "needs \(expected), not \"\(value)\"" }

    private static func words(for range: ClosedRange<Int>) -> String {
        "a whole number from \(range.lowerBound)" + (range.upperBound == .max ? "" : " to \(range.upperBound)")
    }

    private static func problem(of value: String, among words: [String]) -> String {
        let suggestion = Spelling.suggestion(for: value, among: words)
        return "can't be \"\(value)\"" + (suggestion.isEmpty ? "; it is one of \(words.joined(separator: ", "))" : suggestion)
    }
}

// How values are read. Each function returns nil for an invalid value.
extension ValueKind {
    static func list(_ value: String) -> [String] { value.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }

    static func ids(_ value: String) -> [Int]? {
        let ids = list(value).map { Int($0).flatMap { $0 > 0 ? $0 : nil } }
        return ids.contains(nil) ? nil : ids.compactMap { $0 }
    }

    static func dates(_ value: String) -> ClosedRange<Date>? {
        let dates = list(value).compactMap(ISO8601.date)
        return list(value).count == 2 && dates.count == 2 && dates[0] <= dates[1] ? dates[0]...dates[1] : nil
    }

    static func failures(_ value: String) -> (share: Double, status: Int?)? {
        let parts = value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let text = parts[0].hasSuffix("%") ? Substring(parts[0].unicodeScalars.dropLast()) : parts[0]
        guard let percent = Double(text), (0...100).contains(percent) else { return nil }
        guard parts.count == 2 else { return (percent / 100, nil) }
        guard let status = Int(parts[1]), (400...599).contains(status) else { return nil }
        return (percent / 100, status)
    }
}
