internal import EndpointKit

/// The values that a list's parameter accepts, and the resources that it selects. In most cases, the associated string is the key whose
/// values are compared.
enum Filter {
    /// A whole text or its start, ignoring case.
    case text(String), start(String)
    case integer(String), decimal(String)
    /// One of a closed set of values. A resource may have several of them.
    case choice(String, [String])
    /// `true` or `false`, case-insensitive.
    case flag(String)
    /// `true` excludes resources with the flag; `false` excludes nothing.
    case exclusion(String)
    /// Related to any of the ids, or to all of them.
    case anyOf(Kind), allOf(Kind)
    /// At this time or later.
    case since(String)
    /// A range such as `2013-01-01,2013-01-31`, with both days included.
    case days(String)
    /// A period such as `thisWeek`. Weeks begin on Monday.
    case period(String)

    /// Reads the value of a parameter as a condition, or rejects it.
    func condition(for value: String, in catalogue: Catalogue, at time: Date) throws(Refusal) -> (Resource) -> Bool {
        switch self {
        case .text(let key):
            let wanted = value.lowercased()
            return { $0[key].text.lowercased() == wanted }
        case .start(let key):
            let wanted = value.lowercased()
            return { $0[key].text.lowercased().hasPrefix(wanted) }
        case .integer(let key):
            guard let wanted = value.naturalNumber else { throw .invalid("You must pass a whole number here, not \"\(value)\".") }
            return { $0[key].int == wanted }
        case .decimal(let key):
            // `Double` would also accept `0x10` and `nan`.
            guard value.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil, let wanted = Double(value) else {
                throw .invalid("You must pass a number here, not \"\(value)\".")
            }
            return { $0[key].double == wanted }
        case .choice(let key, let choices):
            let wanted = try Self.choice(value, of: choices)
            return { $0[key].string == wanted || $0[key].array?.contains(JSON(wanted)) == true }
        case .flag(let key):
            let wanted = try Self.isTrue(value)
            return { $0[key].bool == wanted }
        case .exclusion(let key):
            let excludes = try Self.isTrue(value)
            return { !excludes || $0[key].bool == false }
        case .anyOf(let kind):
            let wanted = try Self.ids(value).compactMap { catalogue.place(of: $0, in: kind) }
            return { resource in wanted.contains { resource.links[kind]?.contains($0) == true } }
        case .allOf(let kind):
            let wanted = try Self.ids(value).map { catalogue.place(of: $0, in: kind) }
            return { resource in wanted.allSatisfy { $0.map { resource.links[kind]?.contains($0) == true } ?? false } }
        case .since(let key):
            guard let since = ISO8601.date(from: value)?.timeIntervalSince1970 else {
                throw .invalid("You must pass a date such as 2014-04-29T14:18:17-0400.")
            }
            return { ($0[key].double ?? 0) >= since }
        case .days(let key):
            let ends = value.split(separator: ",", omittingEmptySubsequences: false).map { ISO8601.date(from: String($0)) }
            guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else {
                throw .invalid("You must pass a range of dates such as 2013-01-01,2013-01-31.")
            }
            let days = Self.day(first.timeIntervalSince1970)...Self.day(last.timeIntervalSince1970)
            return { days.contains(Self.day($0[key].double ?? 0)) }
        case .period(let key):
            let wanted = try Self.choice(value, of: ["lastWeek", "thisWeek", "nextWeek", "thisMonth"])
            // 1970-01-05 was a Monday.
            func week(_ seconds: Double) -> Double { ((Self.day(seconds) - 4) / 7).rounded(.down) }
            func month(_ seconds: Double) -> Substring? { ISO8601.format(Date(timeIntervalSince1970: seconds))?.prefix(7) }
            let now = time.timeIntervalSince1970
            if wanted == "thisMonth" { return { month($0[key].double ?? 0) == month(now) } }
            let week0 = week(now) + (wanted == "lastWeek" ? -1 : wanted == "nextWeek" ? 1 : 0)
            return { week($0[key].double ?? 0) == week0 }
        }
    }

    /// The number of days since 1970, in UTC.
    private static func day(_ seconds: Double) -> Double { (seconds / 86_400).rounded(.down) }

    private static func isTrue(_ value: String) throws(Refusal) -> Bool { try choice(value.lowercased(), of: ["true", "false"]) == "true" }

    private static func choice(_ value: String, of choices: [String]) throws(Refusal) -> String {
        guard choices.contains(value) else { throw .invalid("\"\(value)\" is not a value of this parameter.") }
        return value
    }

    /// The maximum number of ids in one parameter.
    private static let idLimit = 10

    private static func ids(_ value: String) throws(Refusal) -> [Int] {
        let parts = value.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= idLimit else { throw .invalid("You may not pass more than \(idLimit) ids at once.") }
        var ids: [Int] = []
        for part in parts {
            guard let id = part.naturalNumber, id > 0 else { throw .invalid("\"\(part)\" is not an id.") }
            ids.append(id)
        }
        return ids
    }
}

extension JSON {
    /// The text itself, or a number's digits; empty for null.
    var text: String { isNull ? "" : string ?? description }
}

extension StringProtocol {
    /// The number, if the text consists only of digits; `Int` would also accept a plus sign. nil for a number that is too large.
    var naturalNumber: Int? { isDigits ? Int(self) : nil }

    var isDigits: Bool { !isEmpty && utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }
}
