internal import EndpointKit

/// One element of the catalogue.
struct Resource: Sendable {
    let id: Int
    /// Its name in the lists of other resources.
    let name: String
    /// The members of its JSON, except those that contain addresses.
    var fields: JSON.Object
    /// The values that filters and orders compare, if they differ from the field of the same name: dates in seconds, and values from other
    /// resources.
    var keys: [String: JSON] = [:]
    /// The name of its picture.
    var picture = Picture.notAvailable
    /// Members of its JSON that refer to other resources.
    var references: [(name: String, to: Reference)] = []
    /// The first and the last day of an event, or of the sale of a series or a comic, counted from 1970.
    var days = 0...0
    /// The indices of the related resources of each kind, in ascending order.
    var links: [Kind: [Int]] = [:]

    enum Reference { case one(Kind, Int), many(Kind, [Int]) }

    /// - Parameters:
    ///   - isKnown: whether the date of the last change is known. It is unknown for a fifth of all comics.
    ///   - first: the earliest day of the last change.
    ///   - last: the day after the latest possible change; nil for the end of 2022, or the end of 2019 if there is no first day.
    ///   - fields: all fields except the date of the last change.
    init(name: String, modifiedIsKnown isKnown: Bool = true, since first: Int = 0, until last: Int? = nil, _ fields: JSON) {
        id = fields["id"]?.int ?? 0
        self.name = name
        self.fields = fields.object ?? JSON.Object()
        let oldest = max(first, Self.oldest)
        let seconds = draw(.modified, id) % (86_400 * max(1, (last ?? (first == 0 ? Self.latest : Self.latestOfDated)) - oldest))
        (self.fields["modified"], keys["modified"]) = isKnown ? Self.date(86_400 * oldest + seconds) : Self.unknownDate
    }

    subscript(key: String) -> JSON { keys[key] ?? fields[key] ?? .null }

    private static let (oldest, latest, latestOfDated) = (day("2010-01-01"), day("2019-12-31"), day("2022-12-31"))

    /// A date as the service writes it, and in seconds, for filters and orders.
    typealias WrittenDate = (text: JSON, seconds: JSON)
    static let unknownDate: WrittenDate = ("-0001-11-30T00:00:00-0500", 0)

    /// A time on the American east coast, in the service's format, which has no colon in the offset. Daylight saving time depends only on
    /// the month.
    static func date(_ localSeconds: Int) -> WrittenDate {
        guard let text = ISO8601.format(Date(timeIntervalSince1970: Double(localSeconds))) else { return unknownDate }
        let offset = (4...10).contains(Int(text.dropFirst(5).prefix(2)) ?? 1) ? 4 : 5
        return (JSON("\(text.dropLast())-0\(offset)00"), JSON(localSeconds + offset * 3600))
    }
}

// Days since 1970.

func day(_ date: String) -> Int { ISO8601.date(from: date).map { Int($0.timeIntervalSince1970 / 86_400) } ?? 0 }

func year(of day: Int) -> String { ISO8601.format(Date(timeIntervalSince1970: Double(86_400 * day))).map { String($0.prefix(4)) } ?? "" }

/// The last Wednesday on or before the day, because comics go on sale on Wednesdays. 1970-01-07 was a Wednesday.
func wednesday(_ day: Int) -> Int { day - ((day - 6) % 7 + 7) % 7 }
